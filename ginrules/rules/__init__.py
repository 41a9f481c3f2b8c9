"""A variant as data: strict YAML to schema to `extends` to cross-checks to a `Variant`."""
