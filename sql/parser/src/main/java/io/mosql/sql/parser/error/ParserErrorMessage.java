package io.mosql.sql.parser.error;

import io.mosql.core.error.ErrorMessage;
import io.mosql.core.error.SqlState;

/**
 * The error messages of the parser: constants in groups by SQLSTATE, in the order of {@link
 * SqlState}, and alphabetical within a group.
 */
public enum ParserErrorMessage implements ErrorMessage {
  // 0A000
  ACCESS_METHOD_OPTIONS(
      SqlState.FEATURE_NOT_SUPPORTED, "access method \"gin\" does not support %s options"),
  ARRAY_ELEMENT_DEFAULT(SqlState.FEATURE_NOT_SUPPORTED, "cannot set an array element to DEFAULT"),
  EXPLAIN_FORMAT_UNSUPPORTED(
      SqlState.FEATURE_NOT_SUPPORTED, "EXPLAIN format \"%s\" is not supported"),
  EXPLAIN_OPTION_UNSUPPORTED(
      SqlState.FEATURE_NOT_SUPPORTED, "EXPLAIN option \"%s\" is not supported"),
  NOT_TOP_LEVEL(
      SqlState.FEATURE_NOT_SUPPORTED,
      "WITH clause containing a data-modifying statement must be at the top level"),
  TYPE_OF_COLUMNS_ONLY(
      SqlState.FEATURE_NOT_SUPPORTED, "type %s is allowed in column definitions only"),
  UNSUPPORTED_ACCESS_METHOD(
      SqlState.FEATURE_NOT_SUPPORTED, "access method \"%s\" is not supported"),
  UNSUPPORTED_CHARACTER_SET(
      SqlState.FEATURE_NOT_SUPPORTED, "character set \"%s\" is not supported; text is Unicode"),
  UNSUPPORTED_COLLATION(
      SqlState.FEATURE_NOT_SUPPORTED,
      "collation \"%s\" is not supported; \"nocase\" ignores case, \"C\" orders by code points"),
  // 22003
  TOO_MANY_DIGITS(SqlState.NUMBER_OUT_OF_RANGE, "number has more than %s digits"),
  // 22023
  DECIMAL_PRECISION_OUT_OF_RANGE(
      SqlState.INVALID_PARAMETER, "precision of DECIMAL must be between 1 and %s"),
  DECIMAL_SCALE_OUT_OF_RANGE(
      SqlState.INVALID_PARAMETER, "scale of DECIMAL must be between 0 and its precision"),
  ENUM_VALUE_REPEATED(SqlState.INVALID_PARAMETER, "value of an ENUM specified more than once"),
  EXPLAIN_ANALYZE_AND_ADVISE(
      SqlState.INVALID_PARAMETER,
      "EXPLAIN options ANALYZE and ADVISE can be used together with FORMAT HTML only"),
  EXPLAIN_FORMAT_UNRECOGNIZED(
      SqlState.INVALID_PARAMETER, "unrecognized value for EXPLAIN option \"format\": \"%s\""),
  EXPLAIN_OPTION_NEEDS_ANALYZE(SqlState.INVALID_PARAMETER, "EXPLAIN option %s requires ANALYZE"),
  TYPE_PARAMETER_OUT_OF_RANGE(
      SqlState.INVALID_PARAMETER, "parameter of the type must be between %s and %s"),
  UNRECOGNIZED_PARAMETER(SqlState.INVALID_PARAMETER, "unrecognized parameter \"%s\""),
  // 42601
  ASSIGNED_VALUES_DIFFER(
      SqlState.SYNTAX_ERROR, "number of columns does not match number of values"),
  BOOLEAN_REQUIRED(SqlState.SYNTAX_ERROR, "%s requires a Boolean value"),
  CAST_OPERAND_MISSING(SqlState.SYNTAX_ERROR, "a cast needs a value before \"::\""),
  COLUMN_DEFINITION_LIST_NOT_ALLOWED(
      SqlState.SYNTAX_ERROR,
      "a column definition list is only allowed for functions returning \"record\""),
  COLUMN_NUMBERED_TWICE(SqlState.SYNTAX_ERROR, "column \"%s\" is numbered more than once"),
  CONFLICTING_OPTIONS(SqlState.SYNTAX_ERROR, "conflicting or redundant options"),
  DEFERRED_NOT_DEFERRABLE(
      SqlState.SYNTAX_ERROR, "constraint declared INITIALLY DEFERRED must be DEFERRABLE"),
  EMPTY_PASSWORD(SqlState.SYNTAX_ERROR, "password must not be empty"),
  EXPLAIN_FORMAT_MISSING(SqlState.SYNTAX_ERROR, "format requires a parameter"),
  EXPLAIN_OPTION_UNRECOGNIZED(SqlState.SYNTAX_ERROR, "unrecognized EXPLAIN option \"%s\""),
  INVALID_UNICODE_ESCAPE_VALUE(SqlState.SYNTAX_ERROR, "invalid Unicode escape value"),
  NAME_TOO_LONG(SqlState.SYNTAX_ERROR, "name is longer than %s characters"),
  NUMBER_OUT_OF_RANGE(SqlState.SYNTAX_ERROR, "number out of range: %s"),
  OPERAND_MISSING(SqlState.SYNTAX_ERROR, "%s needs a value before it"),
  STATEMENT_NOT_SHOWN(
      SqlState.SYNTAX_ERROR,
      "syntax error in a statement that is not shown because it may contain a password"),
  SYNTAX_ERROR(SqlState.SYNTAX_ERROR, "syntax error"),
  SYNTAX_ERROR_AT(SqlState.SYNTAX_ERROR, "syntax error at or near \"%s\""),
  SYNTAX_ERROR_AT_END(SqlState.SYNTAX_ERROR, "syntax error at end of input"),
  SYNTAX_ERROR_AT_END_EXPECTED(SqlState.SYNTAX_ERROR, "syntax error at end of input: %s"),
  SYNTAX_ERROR_AT_EXPECTED(SqlState.SYNTAX_ERROR, "syntax error at or near \"%s\": %s"),
  UNRECOGNIZED_OPTION(SqlState.SYNTAX_ERROR, "unrecognized %s option \"%s\""),
  UNTERMINATED(SqlState.SYNTAX_ERROR, "syntax error: unterminated %s"),
  // 42704
  UNDEFINED_COLLATION(SqlState.UNDEFINED_OBJECT, "collation \"%s\" does not exist"),
  UNDEFINED_OPERATOR_CLASS(
      SqlState.UNDEFINED_OBJECT,
      "operator class \"%s\" does not exist for access method \"btree\""),
  UNDEFINED_TABLESPACE(SqlState.UNDEFINED_OBJECT, "tablespace \"%s\" does not exist"),
  // 42804
  COLLATION_NOT_OF_TYPE(SqlState.DATATYPE_MISMATCH, "collations are not supported by type %s"),
  // 42P01
  TABLE_NOT_IN_JOIN(SqlState.UNDEFINED_TABLE, "table \"%s\" is not in the join"),
  // 54001
  NESTED_DEEPER_THAN(
      SqlState.STATEMENT_TOO_COMPLEX, "statement is nested more than %s levels deep"),
  TOO_MANY_OPERATORS(SqlState.STATEMENT_TOO_COMPLEX, "expression has more than %s operators"),
  TOO_MANY_TOKENS(SqlState.STATEMENT_TOO_COMPLEX, "statement has more than %s words and signs");

  private final SqlState state;
  private final String format;

  ParserErrorMessage(SqlState state, String format) {
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
