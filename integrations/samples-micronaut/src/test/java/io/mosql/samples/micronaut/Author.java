package io.mosql.samples.micronaut;

import io.micronaut.core.annotation.Nullable;
import io.micronaut.data.annotation.GeneratedValue;
import io.micronaut.data.annotation.Id;
import io.micronaut.data.annotation.Index;
import io.micronaut.data.annotation.MappedEntity;

/** An author. */
@MappedEntity
@Index(columns = "name", unique = true)
record Author(@Id @GeneratedValue @Nullable Integer id, String name) {}
