package io.mosql.core.type;

/**
 * The kinds of SQL types, with the Java class that represents a value of the kind inside the
 * engine.
 */
public enum TypeKind {
  BOOLEAN(Boolean.class),
  /** Carried as Integer, its range checked when stored. */
  SMALLINT(Integer.class),
  INTEGER(Integer.class),
  BIGINT(Long.class),
  /** A BigDecimal with the scale of the type. */
  DECIMAL(java.math.BigDecimal.class),
  REAL(Float.class),
  DOUBLE(Double.class),
  /** Carried without trailing blanks: they are insignificant, as in MySQL. */
  CHAR(String.class),
  VARCHAR(String.class),
  /** A VARCHAR without a declared bound. */
  TEXT(String.class),
  VARBINARY(byte[].class),
  /** Days since 1970-01-01. */
  DATE(Integer.class),
  /** Microseconds since midnight. */
  TIME(Long.class),
  /** Microseconds since 1970-01-01T00:00:00, without a zone. */
  TIMESTAMP(Long.class),
  /** Ordered by its 16 bytes. */
  UUID(java.util.UUID.class),
  /** TIMESTAMP WITH TIME ZONE: microseconds since 1970-01-01T00:00:00Z. */
  TIMESTAMPTZ(Long.class),
  /** Months, days and microseconds; a month is as long as 30 days, a day as 24 hours. */
  INTERVAL(Interval.class),
  /** JSON in canonical form. */
  JSONB(Jsonb.class),
  /**
   * A number with any digits before and after its point, as PostgreSQL's NUMERIC without a scale.
   */
  NUMERIC(java.math.BigDecimal.class),
  /** Values of one other type in up to six dimensions, as PostgreSQL's arrays. */
  ARRAY(SqlArray.class),
  /** Bytes; a long value is a {@link LargeObject} instead. */
  BLOB(byte[].class),
  /** A text; a long value is a {@link LargeObject} instead. */
  CLOB(String.class);

  private final Class<?> carrier;

  TypeKind(Class<?> carrier) {
    this.carrier = carrier;
  }

  /** The class of every non-null value of this kind inside the engine. */
  public Class<?> carrier() {
    return carrier;
  }

  public boolean isText() {
    return this == CHAR || this == VARCHAR || this == TEXT || this == CLOB;
  }

  public boolean isBytes() {
    return this == VARBINARY || this == BLOB;
  }

  /** Whether values may be {@link LargeObject}s. */
  public boolean isLarge() {
    return this == BLOB || this == CLOB;
  }

  public boolean isInteger() {
    return this == SMALLINT || this == INTEGER || this == BIGINT;
  }

  /** Whether numbers of the kind are exact. */
  public boolean isExactNumeric() {
    return isInteger() || this == DECIMAL || this == NUMERIC;
  }

  public boolean isNumeric() {
    return isExactNumeric() || this == REAL || this == DOUBLE;
  }
}
