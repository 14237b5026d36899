package io.mosql.samples.micronaut;

import io.micronaut.core.annotation.Nullable;
import io.micronaut.data.annotation.AutoPopulated;
import io.micronaut.data.annotation.DateCreated;
import io.micronaut.data.annotation.Id;
import io.micronaut.data.annotation.MappedEntity;
import io.micronaut.data.annotation.MappedProperty;
import io.micronaut.data.annotation.TypeDef;
import io.micronaut.data.model.DataType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

/** One of each type. */
@MappedEntity
record AllTypes(
    @Id @AutoPopulated @Nullable UUID id,
    BigDecimal price,
    boolean open,
    Color color,
    LocalDate day,
    Instant instant,
    byte[] bytes,
    double ratio,
    @TypeDef(type = DataType.JSON) @MappedProperty(definition = "jsonb") String json,
    @DateCreated @Nullable Instant created) {
  enum Color {
    RED,
    GREEN
  }
}
