package io.mosql.core.error;

/**
 * The error messages of values, their encodings, the ports and the protocol, and those that several
 * modules give.
 */
public enum CoreErrorMessage implements ErrorMessage {
  NO_ROWS_RETURNED(SqlState.NOT_A_CURSOR, "the statement returns no rows"),
  ROWS_RETURNED(SqlState.NOT_A_CURSOR, "the statement returns rows, not an update count"),

  CROSS_DATABASE_REFERENCE(
      SqlState.FEATURE_NOT_SUPPORTED, "cross-database references are not implemented: \"%s\""),
  CURRENT_TIME_WORD_BESIDE_ZONE(
      SqlState.FEATURE_NOT_SUPPORTED,
      "words for the present are not supported beside a time zone: \"%s\""),
  CURRENT_TIME_WORD_NOT_LITERAL(
      SqlState.FEATURE_NOT_SUPPORTED,
      "words for the present are supported in literals only: \"%s\""),
  UNSUPPORTED(SqlState.FEATURE_NOT_SUPPORTED, "not supported: %s"),
  UNSUPPORTED_TYPE(SqlState.FEATURE_NOT_SUPPORTED, "type %s is not supported"),

  VALUE_TOO_LONG(SqlState.STRING_TOO_LONG, "value too long for type %s"),

  NUMERIC_OVERFLOW(SqlState.NUMBER_OUT_OF_RANGE, "value overflows numeric format"),
  VALUE_OUT_OF_RANGE(SqlState.NUMBER_OUT_OF_RANGE, "value out of range for type %s"),

  INVALID_DATETIME_SYNTAX(SqlState.INVALID_DATETIME, "invalid input syntax for type %s: \"%s\""),

  DATETIME_FIELD_OUT_OF_RANGE(
      SqlState.DATETIME_OVERFLOW, "date/time field value out of range: \"%s\""),
  DATETIME_OUT_OF_RANGE(SqlState.DATETIME_OVERFLOW, "%s out of range"),
  DATETIME_TEXT_OUT_OF_RANGE(SqlState.DATETIME_OVERFLOW, "%s out of range: \"%s\""),
  DATE_OUT_OF_RANGE_FOR_TIMESTAMP(SqlState.DATETIME_OVERFLOW, "date out of range for timestamp"),
  INFINITE_TIMESTAMP_DIFFERENCE(SqlState.DATETIME_OVERFLOW, "cannot subtract infinite timestamps"),
  INFINITE_TIMESTAMP_TIME(SqlState.DATETIME_OVERFLOW, "an infinite timestamp has no time of day"),
  INTERVAL_FIELD_OUT_OF_RANGE(
      SqlState.DATETIME_OVERFLOW, "interval field value out of range: \"%s\""),

  DIVISION_BY_ZERO(SqlState.DIVISION_BY_ZERO, "division by zero"),

  VALUE_NOT_CONVERTIBLE(SqlState.INVALID_CAST, "value cannot be converted to type %s"),

  JSONB_NOT_CASTABLE(SqlState.INVALID_PARAMETER, "cannot cast jsonb %s to type %s"),
  PARAMETER_CLASS_NOT_SUPPORTED(
      SqlState.INVALID_PARAMETER, "cannot infer the SQL type of an instance of %s"),
  PREPARED_STATEMENT_CLOSED(SqlState.INVALID_PARAMETER, "the prepared statement is closed"),
  UNKNOWN_HOST(SqlState.INVALID_PARAMETER, "could not translate host name \"%s\" to address"),
  UNKNOWN_TIME_ZONE(SqlState.INVALID_PARAMETER, "time zone \"%s\" not recognized"),

  ARRAY_DIMENSIONS_MISMATCH(
      SqlState.ARRAY_SUBSCRIPT_ERROR,
      "multidimensional arrays must have array expressions with matching dimensions"),
  ARRAY_UPPER_BOUND_BELOW_LOWER(
      SqlState.ARRAY_SUBSCRIPT_ERROR, "upper bound cannot be less than lower bound"),

  ARRAY_LITERAL_MALFORMED(SqlState.INVALID_TEXT, "malformed array literal: \"%s\""),
  INVALID_BYTEA_SYNTAX(SqlState.INVALID_TEXT, "invalid input syntax for type bytea"),
  INVALID_HEXADECIMAL_DATA(SqlState.INVALID_TEXT, "invalid hexadecimal data"),
  INVALID_JSON_SYNTAX(SqlState.INVALID_TEXT, "invalid input syntax for type json"),
  UNPAIRED_JSON_SURROGATE(
      SqlState.INVALID_TEXT, "invalid input syntax for type json; unpaired Unicode surrogate"),

  NUL_ESCAPE_IN_JSON(
      SqlState.UNTRANSLATABLE_CHARACTER, "unsupported Unicode escape sequence: \\u0000"),

  INVALID_UNICODE_ESCAPE(SqlState.SYNTAX_ERROR, "invalid Unicode escape"),
  INVALID_UNICODE_SURROGATE(SqlState.SYNTAX_ERROR, "invalid Unicode surrogate pair"),

  UNDEFINED_TYPE(SqlState.UNDEFINED_OBJECT, "type \"%s\" does not exist"),

  OUT_OF_MEMORY(SqlState.OUT_OF_MEMORY, "out of memory"),
  OUT_OF_MESSAGE_MEMORY(
      SqlState.OUT_OF_MEMORY,
      "the message needs more memory than the server has left for messages; try again later"),
  OUT_OF_SERVER_MEMORY(
      SqlState.OUT_OF_MEMORY,
      "the statement needs more memory than the server has left; try again later"),

  JSON_TOO_DEEP(SqlState.STATEMENT_TOO_COMPLEX, "JSON is nested more than %s levels deep"),
  STATEMENT_TOO_DEEP(SqlState.STATEMENT_TOO_COMPLEX, "statement is nested too deeply"),

  ARRAY_BOUND_TOO_LARGE(SqlState.PROGRAM_LIMIT_EXCEEDED, "array lower bound is too large: %s"),
  ARRAY_DIMENSIONS_EXCEEDED(
      SqlState.PROGRAM_LIMIT_EXCEEDED,
      "number of array dimensions (%s) exceeds the maximum allowed (%s)"),
  ARRAY_SIZE_EXCEEDED(
      SqlState.PROGRAM_LIMIT_EXCEEDED, "array size exceeds the maximum allowed (%s)"),
  LARGE_OBJECT_TOO_LONG(
      SqlState.PROGRAM_LIMIT_EXCEEDED,
      "a large object of %s bytes cannot be loaded as a whole, at most %s MB"),
  LOG_RECORD_TOO_LARGE(SqlState.PROGRAM_LIMIT_EXCEEDED, "a log record of %s bytes exceeds %s"),
  TOO_MANY_PARAMETERS(SqlState.PROGRAM_LIMIT_EXCEEDED, "a statement has at most %s parameters"),
  TOO_MANY_ROW_FIELDS(SqlState.PROGRAM_LIMIT_EXCEEDED, "a row holds at most %s fields"),

  STATEMENT_CANCELLED(SqlState.QUERY_CANCELED, "the statement was cancelled"),

  LARGE_OBJECT_DISCARDED(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
      "the large object that is written was discarded, by an error or by the writing of another"),

  LOG_CLOSED(SqlState.IO_ERROR, "the log is closed"),

  CORRUPTED_ARRAY(SqlState.DATA_CORRUPTED, "corrupted value of an array type"),
  CORRUPTED_JSONB(SqlState.DATA_CORRUPTED, "corrupted value of type JSONB"),
  CORRUPTED_KEY(
      SqlState.DATA_CORRUPTED, "corrupted key: it does not match the types of its columns"),
  CORRUPTED_OVERFLOW_FIELD(SqlState.DATA_CORRUPTED, "corrupted descriptor of a large value"),
  ROW_FIELD_DESCRIPTOR(
      SqlState.DATA_CORRUPTED,
      "corrupted row: a field of type %s has the descriptor of another type"),
  ROW_FIELD_EMPTY(SqlState.DATA_CORRUPTED, "corrupted row: empty field of type %s"),
  ROW_FIELD_ENDS_EARLY(SqlState.DATA_CORRUPTED, "corrupted row: a field ends before its start"),
  ROW_FIELD_ENDS_OUTSIDE(SqlState.DATA_CORRUPTED, "corrupted row: a field ends outside the row"),
  ROW_FIELD_TAG(
      SqlState.DATA_CORRUPTED, "corrupted row: a field of type %s has tag %s and %s bytes"),
  ROW_SHORTER_THAN_FIELDS(SqlState.DATA_CORRUPTED, "corrupted row: too short for its fields"),
  ROW_WITHOUT_FIELD(SqlState.DATA_CORRUPTED, "corrupted row: no field %s"),
  UNKNOWN_ROW_FORMAT(SqlState.DATA_CORRUPTED, "unknown row format"),

  INTERNAL_ERROR(SqlState.INTERNAL_ERROR, "internal error: %s");

  private final SqlState state;
  private final String format;

  CoreErrorMessage(SqlState state, String format) {
    this.state = state;
    this.format = format;
  }

  @Override
  public SqlState state() {
    return state;
  }

  @Override
  public String format() {
    return format;
  }
}
