package io.mosql.core.type;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A SQL type without nullability (which belongs to the column).
 *
 * @param kind its kind
 * @param precision digits of DECIMAL, code points of CHAR and VARCHAR, bytes of VARBINARY, digits
 *     of a second of INTERVAL, else {@link #UNBOUNDED}
 * @param scale digits after the point of DECIMAL, the code of the {@link IntervalFields} of
 *     INTERVAL, else 0
 * @param collation how texts of the type compare; {@link Collation#CODE_POINT} of other types
 * @param element type of the elements of an ARRAY, which is no array itself and has no collation;
 *     null of other types
 */
public record SqlType(
    TypeKind kind, int precision, int scale, Collation collation, @Nullable SqlType element) {
  /** No declared bound. */
  public static final int UNBOUNDED = -1;

  /** Maximum number of digits of a DECIMAL. */
  public static final int MAX_DECIMAL_PRECISION = 255;

  /** Maximum number of digits of a NUMERIC before its point, and maximum after it. */
  public static final int MAX_NUMERIC_DIGITS = 1_000;

  /** Digits of sums. */
  public static final int DEFAULT_DECIMAL_PRECISION = 38;

  public static final SqlType BOOLEAN = of(TypeKind.BOOLEAN);
  public static final SqlType SMALLINT = of(TypeKind.SMALLINT);
  public static final SqlType INTEGER = of(TypeKind.INTEGER);
  public static final SqlType BIGINT = of(TypeKind.BIGINT);
  public static final SqlType NUMERIC = of(TypeKind.NUMERIC);
  public static final SqlType REAL = of(TypeKind.REAL);
  public static final SqlType DOUBLE = of(TypeKind.DOUBLE);
  public static final SqlType TEXT = of(TypeKind.TEXT);
  public static final SqlType DATE = of(TypeKind.DATE);
  public static final SqlType TIME = of(TypeKind.TIME);
  public static final SqlType TIMESTAMP = of(TypeKind.TIMESTAMP);
  public static final SqlType UUID = of(TypeKind.UUID);
  public static final SqlType TIMESTAMPTZ = of(TypeKind.TIMESTAMPTZ);
  public static final SqlType INTERVAL = of(TypeKind.INTERVAL);
  public static final SqlType JSONB = of(TypeKind.JSONB);
  public static final SqlType BLOB = of(TypeKind.BLOB);
  public static final SqlType CLOB = of(TypeKind.CLOB);

  public SqlType {
    Objects.requireNonNull(kind, "kind");
    if (kind == TypeKind.DECIMAL
        && (precision < 1 || precision > MAX_DECIMAL_PRECISION || scale < 0 || scale > precision)) {
      throw new IllegalArgumentException("DECIMAL(" + precision + ", " + scale + ")");
    }
    if (kind == TypeKind.INTERVAL
        && (IntervalFields.ofCode(scale) == null || precision > IntervalFields.MAX_DIGITS)) {
      throw new IllegalArgumentException("INTERVAL(" + precision + ") of fields " + scale);
    }
    boolean timed =
        kind == TypeKind.TIME || kind == TypeKind.TIMESTAMP || kind == TypeKind.TIMESTAMPTZ;
    if (timed && precision > IntervalFields.MAX_DIGITS) {
      throw new IllegalArgumentException(kind + "(" + precision + ")");
    }
    if (collation != Collation.CODE_POINT && (!kind.isText() || kind.isLarge())) {
      throw new IllegalArgumentException("a collation of " + kind);
    }
    boolean valid =
        element == null || element.kind != TypeKind.ARRAY && element.collation == collation;
    if ((kind == TypeKind.ARRAY) != (element != null) || !valid) {
      throw new IllegalArgumentException(kind + " of " + element);
    }
  }

  /** A type without elements. */
  public SqlType(TypeKind kind, int precision, int scale, Collation collation) {
    this(kind, precision, scale, collation, null);
  }

  /** A type with texts compared by code point. */
  public SqlType(TypeKind kind, int precision, int scale) {
    this(kind, precision, scale, Collation.CODE_POINT, null);
  }

  /** The type of arrays with elements of a type, with any number of dimensions. */
  public static SqlType arrayOf(SqlType element) {
    return new SqlType(TypeKind.ARRAY, UNBOUNDED, 0, Collation.CODE_POINT, element);
  }

  /**
   * The type of the elements.
   *
   * @throws NullPointerException when it is no ARRAY
   */
  public SqlType elementType() {
    return Objects.requireNonNull(element, "element");
  }

  /** Whether values, or elements, are converted from and to text in the session's time zone. */
  public boolean isZoned() {
    return kind == TypeKind.TIMESTAMPTZ || element != null && element.kind == TypeKind.TIMESTAMPTZ;
  }

  /** The type of this kind without bounds; not for DECIMAL. */
  public static SqlType of(TypeKind kind) {
    return new SqlType(kind, UNBOUNDED, 0);
  }

  public static SqlType decimal(int precision, int scale) {
    return new SqlType(TypeKind.DECIMAL, precision, scale);
  }

  public static SqlType charOf(int length) {
    return new SqlType(TypeKind.CHAR, length, 0);
  }

  public static SqlType varchar(int length) {
    return new SqlType(TypeKind.VARCHAR, length, 0);
  }

  public static SqlType varbinary(int length) {
    return new SqlType(TypeKind.VARBINARY, length, 0);
  }

  /**
   * An INTERVAL of some fields.
   *
   * @param digits after the point of its seconds; {@link #UNBOUNDED} for no limit
   */
  public static SqlType interval(IntervalFields fields, int digits) {
    return new SqlType(TypeKind.INTERVAL, digits, fields.code());
  }

  /** The same type with another collation; only for texts. */
  public SqlType withCollation(Collation other) {
    return other == collation ? this : new SqlType(kind, precision, scale, other);
  }

  /**
   * The same type without digits of a second and without the fields of an INTERVAL, of elements
   * too: the type of values that no column or cast has rounded.
   */
  public SqlType withoutDigits() {
    return switch (kind) {
      case TIME, TIMESTAMP, TIMESTAMPTZ, INTERVAL -> of(kind);
      case ARRAY -> arrayOf(elementType().withoutDigits());
      default -> this;
    };
  }

  /** Whether keys distinguish all values of the type. */
  public boolean isExactInKeys() {
    if (element != null) {
      return element.isExactInKeys();
    }
    return isPlain()
        && kind != TypeKind.INTERVAL
        && kind != TypeKind.JSONB
        && kind != TypeKind.NUMERIC;
  }

  /** Whether texts of the type compare by code point: whether equal ones are identical. */
  public boolean isPlain() {
    return collation == Collation.CODE_POINT;
  }

  /** As written in SQL, for instance {@code DECIMAL(12, 2)}. */
  @Override
  public String toString() {
    if (!isPlain()) {
      return withCollation(Collation.CODE_POINT) + " COLLATE \"" + collation.sqlName() + '"';
    }
    if (kind == TypeKind.DECIMAL) {
      return "DECIMAL(" + precision + ", " + scale + ")";
    }
    if (element != null) {
      return element + "[]";
    }
    String name = kind.name();
    if (kind == TypeKind.INTERVAL && scale != 0) {
      name += " " + IntervalFields.of(this).sql();
    }
    return precision == UNBOUNDED ? name : name + "(" + precision + ")";
  }
}
