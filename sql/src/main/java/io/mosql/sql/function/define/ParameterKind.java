package io.mosql.sql.function.define;

import io.mosql.core.type.Coercion;
import io.mosql.core.type.Infinity;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.ArrayType;
import io.mosql.sql.algebra.JsonbType;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.json.JsonKey;
import io.mosql.sql.function.json.JsonText;
import io.mosql.sql.function.json.MysqlJsonPath;
import io.mosql.sql.function.path.SqlJsonPath;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** The kind of a function parameter: accepted types, and the form in which the value is passed. */
enum ParameterKind {
  /** Text, as String. */
  TEXT('t', SqlTypeFamily.CHARACTER, SqlType.TEXT, (value, type) -> Coercion.format(value, type)),
  /** Any value, converted to text. */
  SHOWN('v', SqlTypeFamily.ANY, null, (value, type) -> Coercion.shown(value, type)),
  /** Any value, as the key of a JSON field. */
  FIELD_KEY(
      'o',
      SqlTypeFamily.ANY,
      null,
      (value, type) -> value instanceof Boolean ? value.toString() : Coercion.shown(value, type)),
  /** Text or bytes, as byte[]; a text by its UTF-8. */
  BYTES('b', SqlTypeFamily.STRING, SqlType.TEXT, (value, type) -> bytes(value)),
  /** A count, as Integer; values out of range are clamped. */
  COUNT('i', SqlTypeFamily.INTEGER, SqlType.INTEGER, (value, type) -> count(value)),
  /** An integer, as Long. */
  LONG('l', SqlTypeFamily.INTEGER, SqlType.BIGINT, (value, type) -> ((Number) value).longValue()),
  /** An integer, unconverted: Integer or Long. */
  INTEGER('h', SqlTypeFamily.INTEGER, SqlType.BIGINT, (value, type) -> value),
  /** An exact number, unconverted: Integer, Long or BigDecimal. */
  EXACT('e', SqlTypeFamily.EXACT_NUMERIC, SqlType.BIGINT, (value, type) -> value),
  /** A number, as Double. */
  DOUBLE(
      'd', SqlTypeFamily.NUMERIC, SqlType.DOUBLE, (value, type) -> ((Number) value).doubleValue()),
  /** A number, unconverted. */
  NUMBER('n', SqlTypeFamily.NUMERIC, SqlType.DOUBLE, (value, type) -> value),
  /** A date, or that of a timestamp, or of a text, as days. */
  DATE(
      'D',
      SqlTypeFamily.ANY,
      SqlType.DATE,
      (value, type) -> Coercion.cast(value, type, SqlType.DATE)),
  /** A timestamp, the beginning of a date, a time of 1970-01-01, or a text, as microseconds. */
  TIMESTAMP(
      'T',
      SqlTypeFamily.ANY,
      SqlType.TIMESTAMP,
      (value, type) -> Coercion.cast(value, type, SqlType.TIMESTAMP)),
  /** A date, time or moment, unconverted. */
  MOMENT('m', SqlTypeFamily.DATETIME, SqlType.TIMESTAMP, (value, type) -> value),
  /** A date, timestamp, moment or interval, as whether it is finite. */
  FINITE(
      'q',
      SqlTypeFamily.ANY,
      SqlType.TIMESTAMP,
      (value, type) -> !Infinity.isInfinite(value, type)),
  /** An interval, also out of a text. */
  INTERVAL(
      'I',
      SqlTypeFamily.ANY,
      SqlType.INTERVAL,
      (value, type) -> Coercion.cast(value, type, SqlType.INTERVAL)),
  /** An interval or its text, unconverted. */
  INTERVAL_TEXT('J', SqlTypeFamily.ANY, null, (value, type) -> value),
  /** A number, as BigDecimal, Double or Float, or a timestamp as above. */
  FORMATTED(
      'f',
      SqlTypeFamily.ANY,
      SqlType.TIMESTAMP,
      (value, type) ->
          type.kind().isNumeric()
              ? isBinary(value) ? value : decimal(value)
              : Coercion.cast(value, type, SqlType.TIMESTAMP)),
  /** JSON, as JsonNode. */
  JSON(
      'j',
      SqlTypeFamily.ANY,
      SqlType.TEXT,
      (value, type) ->
          value instanceof Jsonb json
              ? JsonText.node(json)
              : JsonText.parse(Coercion.format(value, type))),
  /** JSON, unconverted. */
  JSON_AS_IS('w', SqlTypeFamily.ANY, SqlType.TEXT, (value, type) -> value),
  /** JSON in the form of JSONB, as JsonNode. */
  JSONB('B', SqlTypeFamily.ANY, SqlType.JSONB, (value, type) -> JsonText.node(jsonb(value))),
  /** JSON in the form of JSONB, as such. */
  JSONB_VALUE('V', SqlTypeFamily.ANY, SqlType.JSONB, (value, type) -> jsonb(value)),
  /** Any value that becomes a part of JSON, as its JSON text; formed by {@code JsonItems}. */
  JSON_ITEM('x', SqlTypeFamily.ANY, null, (value, type) -> value),
  /** A path of MySQL's into JSON, as {@link MysqlJsonPath}. */
  PATH(
      'p',
      SqlTypeFamily.CHARACTER,
      SqlType.TEXT,
      (value, type) -> MysqlJsonPath.of((String) value)),
  /** A path of the standard's into JSON, as {@link SqlJsonPath}. */
  STANDARD_PATH(
      's', SqlTypeFamily.CHARACTER, SqlType.TEXT, (value, type) -> SqlJsonPath.of((String) value)),
  /** A key of an object, the number of an item, or a path of MySQL's, as {@link JsonKey}. */
  KEY('y', SqlTypeFamily.ANY, null, (value, type) -> JsonKey.of(value, type)),
  /** Keys and numbers of items, as a list of {@link JsonKey}s. */
  KEYS('k', SqlTypeFamily.ANY, SqlType.TEXT, (value, type) -> JsonKey.list(value.toString())),
  /** Texts as PostgreSQL writes an array of them, as a list; NULL is one that is null. */
  TEXTS('K', SqlTypeFamily.ANY, SqlType.TEXT, (value, type) -> JsonKey.texts(value.toString())),
  /** The part to delete from JSONB: the index of an item, a key, or texts. */
  DELETED('z', SqlTypeFamily.ANY, null, (value, type) -> value),
  /** An array, unconverted. */
  ARRAY('A', SqlTypeFamily.ANY, SqlType.arrayOf(SqlType.TEXT), (value, type) -> value),
  /** A value of the type of the elements of the array arguments, unconverted. */
  ELEMENT('E', SqlTypeFamily.ANY, null, (value, type) -> value),
  /** Any value, unconverted. */
  ANY('a', SqlTypeFamily.ANY, null, (value, type) -> value);

  private final char code;
  private final SqlTypeFamily family;

  @SuppressWarnings("ImmutableEnumChecker") // a record of values
  private final @Nullable SqlType unknown;

  @SuppressWarnings("ImmutableEnumChecker") // a function without state
  private final BiFunction<Object, SqlType, @Nullable Object> form;

  ParameterKind(
      char code,
      SqlTypeFamily family,
      @Nullable SqlType unknown,
      BiFunction<Object, SqlType, @Nullable Object> form) {
    this.code = code;
    this.family = family;
    this.unknown = unknown;
    this.form = form;
  }

  static ParameterKind of(char code) {
    for (ParameterKind parameter : values()) {
      if (parameter.code == code) {
        return parameter;
      }
    }
    throw new IllegalArgumentException("no parameter " + code);
  }

  SqlTypeFamily family() {
    return family;
  }

  /** Whether the parameter accepts the type. */
  boolean accepts(RelDataType type) {
    if (this == KEYS || this == TEXTS) {
      return SqlTypeUtil.isCharacter(type)
          || isOfTexts(type)
          || type.getSqlTypeName() == SqlTypeName.NULL;
    }
    if (this == KEY || this == DELETED) {
      return SqlTypeUtil.isCharacter(type)
          || this == DELETED && isOfTexts(type)
          || SqlTypeUtil.isIntType(type)
          || type.getSqlTypeName() == SqlTypeName.NULL;
    }
    if (this == JSON || this == JSON_AS_IS || this == JSONB || this == JSONB_VALUE) {
      return SqlTypeUtil.isCharacter(type)
          || JsonbType.is(type)
          || type.getSqlTypeName() == SqlTypeName.NULL;
    }
    if (this == ARRAY) {
      return ArrayType.is(type) || type.getSqlTypeName() == SqlTypeName.NULL;
    }
    if (this == FINITE) {
      return SqlTypeUtil.isInterval(type)
          || SqlTypeUtil.isDatetime(type) && type.getSqlTypeName() != SqlTypeName.TIME
          || type.getSqlTypeName() == SqlTypeName.NULL;
    }
    if (this == FORMATTED && SqlTypeUtil.isNumeric(type)) {
      return true;
    }
    if (this == INTERVAL || this == INTERVAL_TEXT) {
      return SqlTypeUtil.isInterval(type)
          || SqlTypeUtil.isCharacter(type)
          || type.getSqlTypeName() == SqlTypeName.NULL;
    }
    return this != DATE && this != TIMESTAMP && this != FORMATTED
        || SqlTypeUtil.isDatetime(type)
        || SqlTypeUtil.isCharacter(type)
        || type.getSqlTypeName() == SqlTypeName.NULL;
  }

  /** The types that metadata name, one for each way to call; null for any. */
  List<@Nullable SqlType> declared() {
    return switch (this) {
      case BYTES -> List.of(SqlType.TEXT, SqlType.of(TypeKind.VARBINARY));
      case COUNT -> List.of(SqlType.INTEGER);
      case LONG -> List.of(SqlType.BIGINT);
      case INTEGER -> List.of(SqlType.INTEGER, SqlType.BIGINT);
      case EXACT -> List.of(SqlType.INTEGER, SqlType.BIGINT, SqlType.NUMERIC);
      case DOUBLE -> List.of(SqlType.DOUBLE);
      case NUMBER -> List.of(SqlType.DOUBLE, SqlType.NUMERIC);
      case DATE -> List.of(SqlType.DATE);
      case TIMESTAMP -> List.of(SqlType.TIMESTAMP);
      case MOMENT -> List.of(SqlType.TIMESTAMP, SqlType.TIMESTAMPTZ);
      case FINITE ->
          List.of(SqlType.DATE, SqlType.TIMESTAMP, SqlType.TIMESTAMPTZ, SqlType.INTERVAL);
      case INTERVAL, INTERVAL_TEXT -> List.of(SqlType.INTERVAL);
      case FORMATTED -> List.of(SqlType.TIMESTAMP, SqlType.NUMERIC, SqlType.DOUBLE);
      case JSON, JSON_AS_IS -> List.of(SqlType.TEXT, SqlType.JSONB);
      case JSONB, JSONB_VALUE -> List.of(SqlType.JSONB);
      case TEXT, PATH, STANDARD_PATH, KEYS, TEXTS -> List.of(SqlType.TEXT);
      case KEY, DELETED -> List.of(SqlType.TEXT, SqlType.INTEGER);
      case ARRAY -> List.of(SqlType.arrayOf(SqlType.TEXT));
      case ELEMENT -> List.of(SqlType.TEXT);
      case SHOWN, FIELD_KEY, JSON_ITEM, ANY -> Collections.singletonList(null);
    };
  }

  private static boolean isOfTexts(RelDataType type) {
    return ArrayType.is(type) && SqlTypeUtil.isCharacter(ArrayType.element(type));
  }

  /** The type of a statement's parameter in this place, or null when the bound value decides. */
  @Nullable SqlType ofUnknown() {
    return unknown;
  }

  /** A value of a type in the form that the body expects. */
  @Nullable Object form(Object value, SqlType type) {
    return form.apply(value, type);
  }

  private static Jsonb jsonb(Object value) {
    return value instanceof Jsonb known ? known : Jsonb.parse((String) value);
  }

  private static byte[] bytes(Object value) {
    return value instanceof byte[] bytes
        ? bytes
        : value.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isBinary(Object value) {
    return value instanceof Double || value instanceof Float;
  }

  private static BigDecimal decimal(Object value) {
    try {
      return new BigDecimal(value.toString());
    } catch (NumberFormatException e) {
      throw SqlErrorMessage.NUMBER_VALUE_OUT_OF_RANGE.error(value);
    }
  }

  private static Integer count(Object value) {
    long number = ((Number) value).longValue();
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number));
  }

  /** The kind as named in messages. */
  @Override
  public String toString() {
    return this == JSON_AS_IS ? JSON.name() : name();
  }
}
