package io.mosql.sql.error;

import io.mosql.core.error.ErrorMessage;
import io.mosql.core.error.SqlState;

/**
 * The error messages of SQL: constants in groups by SQLSTATE, in the order of {@link SqlState}, and
 * alphabetical within a group.
 */
public enum SqlErrorMessage implements ErrorMessage {
  SESSION_CLOSED(SqlState.CONNECTION_CLOSED, "the session is closed"),

  WRONG_PARAMETER_COUNT(
      SqlState.WRONG_PARAMETER_COUNT, "the statement has %s parameters, %s were bound"),

  ACCOUNTS_NEED_SERVER(
      SqlState.FEATURE_NOT_SUPPORTED,
      "accounts and databases belong to a server; this database is open within the process"),
  AGGREGATE_UNSUPPORTED(SqlState.FEATURE_NOT_SUPPORTED, "aggregate function %s is not supported"),
  ARRAY_REMOVE_DIMENSIONS(
      SqlState.FEATURE_NOT_SUPPORTED,
      "removing elements from multidimensional arrays is not supported"),
  ARRAY_SEARCH_DIMENSIONS(
      SqlState.FEATURE_NOT_SUPPORTED,
      "searching for elements in multidimensional arrays is not supported: %s"),
  BIN_WITH_MONTHS(
      SqlState.FEATURE_NOT_SUPPORTED,
      "timestamps cannot be binned into intervals containing months or years"),
  CHECK_OPTION_ON_READ_ONLY_VIEW(
      SqlState.FEATURE_NOT_SUPPORTED, "WITH CHECK OPTION is supported only on updatable views: %s"),
  COLUMN_NUMBERING_CHANGE(
      SqlState.FEATURE_NOT_SUPPORTED,
      "not supported: a change between a generated, a numbered and a plain column"),
  COLUMN_TYPE_CHANGE(SqlState.FEATURE_NOT_SUPPORTED, "not supported: another type of %s"),
  COMMENT_ON_OTHER_DATABASE(
      SqlState.FEATURE_NOT_SUPPORTED,
      "not supported: a comment on a database other than the current one, \"%s\""),
  COPY_FORMAT_UNSUPPORTED(
      SqlState.FEATURE_NOT_SUPPORTED, "COPY format \"%s\" is not supported; the only one is csv"),
  COPY_INTO_VIEW(SqlState.FEATURE_NOT_SUPPORTED, "cannot copy to view \"%s\""),
  CORRELATED_OUTER_JOIN(
      SqlState.FEATURE_NOT_SUPPORTED, "not supported: %s join with a correlated right side"),
  CREATE_TABLE_AS_WITH_PARAMETERS(
      SqlState.FEATURE_NOT_SUPPORTED, "not supported: parameters in CREATE TABLE .. AS"),
  CURRENCY_PATTERN_UNSUPPORTED(
      SqlState.FEATURE_NOT_SUPPORTED, "\"L\" in a pattern is not supported"),
  DATE_FORMAT_UNSUPPORTED(SqlState.FEATURE_NOT_SUPPORTED, "not supported in a date format: %%%s"),
  DATE_MOVED_BY_TIME(
      SqlState.FEATURE_NOT_SUPPORTED,
      "an interval added to a DATE must be of whole days; CAST the date AS TIMESTAMP"),
  EXPLAIN_ANALYZE_WITH_PARAMETERS(
      SqlState.FEATURE_NOT_SUPPORTED,
      "EXPLAIN ANALYZE of a statement with parameters is not supported: write the values"),
  EXPRESSION_UNSUPPORTED(SqlState.FEATURE_NOT_SUPPORTED, "expression %s is not supported"),
  EXTENSION_NOT_AVAILABLE(SqlState.FEATURE_NOT_SUPPORTED, "extension \"%s\" is not available"),
  FIELD_ONLY_IN_TO_CHAR(
      SqlState.FEATURE_NOT_SUPPORTED, "formatting field \"%s\" is only supported in to_char"),
  FRAME_OFFSET_NOT_CONSTANT(
      SqlState.FEATURE_NOT_SUPPORTED, "window frame offset must not contain columns or queries"),
  GIN_FEATURE_UNSUPPORTED(
      SqlState.FEATURE_NOT_SUPPORTED, "access method \"gin\" does not support %s"),
  INTERVAL_PATTERN_UNSUPPORTED(
      SqlState.FEATURE_NOT_SUPPORTED, "\"%s\" in a pattern of an interval is not supported"),
  INTERVAL_UNIT_UNSUPPORTED(
      SqlState.FEATURE_NOT_SUPPORTED, "unit \"%s\" is not supported for type INTERVAL"),
  JSON_PATH_UNSUPPORTED(SqlState.FEATURE_NOT_SUPPORTED, "not supported in JSON paths: %s"),
  LARGE_VALUE_REWRITE(
      SqlState.FEATURE_NOT_SUPPORTED, "not supported: rewriting large values of column \"%s\""),
  LOCKING_CLAUSE_NOT_ALLOWED(SqlState.FEATURE_NOT_SUPPORTED, "FOR %s is not allowed with %s"),
  NOT_A_QUERY(SqlState.FEATURE_NOT_SUPPORTED, "not a query or a change of rows: %s"),
  OWNED_SEQUENCE_SCHEMA(
      SqlState.FEATURE_NOT_SUPPORTED, "cannot move an owned sequence into another schema"),
  OWNER_OF_IDENTITY_SEQUENCE(
      SqlState.FEATURE_NOT_SUPPORTED, "cannot change ownership of identity sequence"),
  PREPARE_WITH_TEMPORARY_OBJECTS(
      SqlState.FEATURE_NOT_SUPPORTED,
      "cannot PREPARE a transaction that has operated on temporary objects"),
  RANGE_OFFSET_TYPE(
      SqlState.FEATURE_NOT_SUPPORTED,
      "RANGE with an offset of type %s is not supported for a column of type %s"),
  REGEX_FLAG_X(
      SqlState.FEATURE_NOT_SUPPORTED,
      "XQuery \"x\" flag (expanded regular expressions) is not implemented"),
  REGEX_OPTION_UNSUPPORTED(
      SqlState.FEATURE_NOT_SUPPORTED, "regular expression option \"%s\" is not supported"),
  SESSION_ROLE_CHANGE(
      SqlState.FEATURE_NOT_SUPPORTED, "not supported: another role than that of the login"),
  SETTING_NOT_LOCAL(
      SqlState.FEATURE_NOT_SUPPORTED, "setting \"%s\" cannot be local to a transaction"),
  SETTING_NOT_PERSISTABLE(SqlState.FEATURE_NOT_SUPPORTED, "setting \"%s\" cannot be persisted"),
  SETTING_VALUE_UNSUPPORTED(
      SqlState.FEATURE_NOT_SUPPORTED, "setting \"%s\" is not supported with the value \"%s\""),
  SEVERAL_SCHEMAS_IN_SEARCH_PATH(
      SqlState.FEATURE_NOT_SUPPORTED, "not supported: more than one schema in the search path"),
  STATEMENT_UNSUPPORTED(SqlState.FEATURE_NOT_SUPPORTED, "this statement is not supported"),
  TABLE_FUNCTION_EXPECTED(SqlState.FEATURE_NOT_SUPPORTED, "Argument must be a table function: %s"),
  TEMPORARY_WITH_OTHERS(
      SqlState.FEATURE_NOT_SUPPORTED,
      "not supported: temporary and other objects in one statement"),
  TIMESTAMP_PATTERN_UNSUPPORTED(
      SqlState.FEATURE_NOT_SUPPORTED, "\"%s\" in a pattern of a timestamp is not supported"),
  TO_NUMBER_PATTERN_UNSUPPORTED(
      SqlState.FEATURE_NOT_SUPPORTED, "to_number does not support \"EEEE\", \"RN\" and \"V\""),
  UNIQUE_INDEX_WITH_INCLUDE(
      SqlState.FEATURE_NOT_SUPPORTED, "not supported: INCLUDE in a unique index"),
  VIEW_COLUMN_NOT_UPDATABLE(
      SqlState.FEATURE_NOT_SUPPORTED,
      "cannot %s column \"%s\" of view \"%s\"; it is not a column of the base table"),
  VIEW_WITH_PARAMETERS(
      SqlState.FEATURE_NOT_SUPPORTED, "not supported: parameters, nextval and setval in a view"),
  WITH_QUERY_WITHOUT_RETURNING(
      SqlState.FEATURE_NOT_SUPPORTED, "WITH query \"%s\" does not have a RETURNING clause"),

  MERGE_ROW_TWICE(
      SqlState.CARDINALITY_VIOLATION, "MERGE cannot change a row of table \"%s\" a second time"),
  SUBQUERY_OF_SEVERAL_ROWS(
      SqlState.CARDINALITY_VIOLATION, "a scalar sub-query returned more than one row"),
  UPSERT_ROW_TWICE(
      SqlState.CARDINALITY_VIOLATION,
      "ON CONFLICT DO UPDATE cannot change a row of table \"%s\" a second time"),

  ARGUMENT_OUT_OF_RANGE(SqlState.NUMBER_OUT_OF_RANGE, "argument out of range"),
  FACTORIAL_OF_NEGATIVE(
      SqlState.NUMBER_OUT_OF_RANGE, "factorial of a negative number is undefined"),
  FLOAT_OVERFLOW(SqlState.NUMBER_OUT_OF_RANGE, "value out of range: overflow"),
  FORMAT_NUMBER_OUT_OF_RANGE(SqlState.NUMBER_OUT_OF_RANGE, "number is out of range"),
  INFINITY_TO_BIGINT(SqlState.NUMBER_OUT_OF_RANGE, "cannot convert infinity to bigint"),
  INPUT_OUT_OF_RANGE(SqlState.NUMBER_OUT_OF_RANGE, "input is out of range"),
  INTEGER_OUT_OF_RANGE(SqlState.NUMBER_OUT_OF_RANGE, "%s out of range"),
  JSON_PATH_NUMBER_OUT_OF_RANGE(
      SqlState.NUMBER_OUT_OF_RANGE, "a number in a JSON path is out of range"),
  NUMBER_OUT_OF_RANGE(SqlState.NUMBER_OUT_OF_RANGE, "number out of range"),
  NUMBER_VALUE_OUT_OF_RANGE(SqlState.NUMBER_OUT_OF_RANGE, "number out of range: %s"),
  NUMERIC_LITERAL_OUT_OF_RANGE(SqlState.NUMBER_OUT_OF_RANGE, "Numeric literal '%s' out of range"),
  PERCENTILE_OUT_OF_RANGE(
      SqlState.NUMBER_OUT_OF_RANGE, "percentile value %s is not between 0 and 1"),
  SETVAL_OUT_OF_BOUNDS(
      SqlState.NUMBER_OUT_OF_RANGE,
      "setval: value %s is out of bounds for sequence \"%s\" (%s..%s)"),

  ARRAYS_NULL(SqlState.NULL_NOT_ALLOWED, "cannot accumulate null arrays"),
  ARRAY_FILL_BOUNDS_NULL(
      SqlState.NULL_NOT_ALLOWED, "dimension array or low bound array cannot be null"),
  ARRAY_POSITION_START(SqlState.NULL_NOT_ALLOWED, "initial position must not be null"),
  ARRAY_SUBSCRIPT_NULL(SqlState.NULL_NOT_ALLOWED, "array subscript in assignment must not be null"),
  NULL_IDENTIFIER(
      SqlState.NULL_NOT_ALLOWED, "null values cannot be formatted as an SQL identifier"),
  NULL_JSON_KEY(SqlState.NULL_NOT_ALLOWED, "null value not allowed for object key"),
  NULL_JSON_VALUE(SqlState.NULL_NOT_ALLOWED, "JSON value must not be null"),
  NULL_PATH_ELEMENT(SqlState.NULL_NOT_ALLOWED, "path element at position %s is null"),
  SETTING_NAME_NULL(SqlState.NULL_NOT_ALLOWED, "the name of a setting must not be null"),

  DATE_CONVENTIONS_MIXED(SqlState.INVALID_DATETIME, "invalid combination of date conventions"),
  DAY_OF_YEAR_WITHOUT_YEAR(
      SqlState.INVALID_DATETIME, "cannot calculate day of year without year information"),
  FORMAT_FIELD_CONFLICT(
      SqlState.INVALID_DATETIME, "conflicting values for \"%s\" field in formatting string"),
  FORMAT_FIELD_INVALID(SqlState.INVALID_DATETIME, "invalid value \"%s\" for \"%s\""),
  FORMAT_FIELD_MISSING(
      SqlState.INVALID_DATETIME, "source string too short for \"%s\" formatting field"),
  HOUR_OF_12_HOUR_CLOCK(SqlState.INVALID_DATETIME, "hour \"%s\" is invalid for the 12-hour clock"),
  INTERVAL_FORMAT_INVALID(
      SqlState.INVALID_DATETIME, "invalid format specification for an interval value: \"%s\""),
  THOUSANDS_OF_YEAR_INVALID(SqlState.INVALID_DATETIME, "invalid input string for \"Y,YYY\""),

  DATETIME_TYPE_OUT_OF_RANGE(SqlState.DATETIME_OVERFLOW, "value out of range for type %s"),
  DATETIME_VALUE_OUT_OF_RANGE(SqlState.DATETIME_OVERFLOW, "date/time field value out of range"),
  FORMAT_FIELD_OUT_OF_RANGE(
      SqlState.DATETIME_OVERFLOW, "value for \"%s\" in source string is out of range"),
  INFINITE_DATE_DIFFERENCE(SqlState.DATETIME_OVERFLOW, "cannot subtract infinite dates"),
  NAN_TIMESTAMP(SqlState.DATETIME_OVERFLOW, "timestamp cannot be NaN"),
  STRIDE_NOT_POSITIVE(SqlState.DATETIME_OVERFLOW, "stride must be greater than zero"),

  NEGATIVE_SUBSTRING_LENGTH(SqlState.INVALID_SUBSTRING, "negative substring length not allowed"),
  OVERLAY_POSITION(SqlState.INVALID_SUBSTRING, "a position of OVERLAY is out of range"),

  FRAME_OFFSET_NEGATIVE(
      SqlState.INVALID_FRAME_OFFSET, "the offset of a window frame must not be negative"),
  FRAME_OFFSET_NULL(SqlState.INVALID_FRAME_OFFSET, "the offset of a window frame must not be null"),

  NTILE_NOT_POSITIVE(SqlState.INVALID_NTILE, "argument of ntile must be greater than zero"),

  NTH_VALUE_NOT_POSITIVE(
      SqlState.INVALID_NTH_VALUE, "argument of nth_value must be greater than zero"),

  FORMAT_WIDTH_NOT_A_NUMBER(SqlState.INVALID_CAST, "width of format() is not a number: %s"),
  INVALID_NUMBER(SqlState.INVALID_CAST, "invalid number"),

  ESCAPE_NOT_ONE_CHARACTER(SqlState.INVALID_ESCAPE, "an escape must be one character"),

  REGEX_INVALID(SqlState.INVALID_REGEX, "invalid regular expression: %s"),

  LOGARITHM_NOT_POSITIVE(SqlState.INVALID_LOGARITHM, "cannot take logarithm of %s"),

  POWER_OF_NEGATIVE(
      SqlState.INVALID_POWER,
      "a negative number raised to a non-integer power yields a complex result"),
  ROOT_OF_NEGATIVE(SqlState.INVALID_POWER, "cannot take square root of a negative number"),
  ZERO_TO_NEGATIVE_POWER(SqlState.INVALID_POWER, "zero raised to a negative power is undefined"),

  BUCKET_BOUNDS_EQUAL(SqlState.INVALID_BUCKET, "lower bound cannot equal upper bound"),
  BUCKET_BOUND_INFINITE(SqlState.INVALID_BUCKET, "lower and upper bounds must be finite"),
  BUCKET_COUNT_NOT_POSITIVE(SqlState.INVALID_BUCKET, "count must be greater than zero"),
  BUCKET_NAN(SqlState.INVALID_BUCKET, "operand, lower bound, and upper bound cannot be NaN"),

  SEQUENCE_EXCEEDS_COLUMN(
      SqlState.SEQUENCE_LIMIT_EXCEEDED,
      "nextval: sequence \"%s\" has no value left that fits column \"%s\""),
  SEQUENCE_LIMIT_REACHED(
      SqlState.SEQUENCE_LIMIT_EXCEEDED, "nextval: reached %s value of sequence \"%s\" (%s)"),

  CSV_BYTES_INVALID(
      SqlState.CHARACTER_NOT_IN_REPERTOIRE,
      "invalid byte sequence for encoding \"%s\" in or after this line"),

  BATCH_WITH_ROWS(SqlState.INVALID_PARAMETER, "a batch must not return rows"),
  CODE_POINT_INVALID(SqlState.INVALID_PARAMETER, "invalid Unicode code point: %s"),
  COPY_BATCH_OUT_OF_RANGE(
      SqlState.INVALID_PARAMETER, "COPY option BATCH must be a number of rows from 1 to %s"),
  COPY_OPTIONS_CONFLICT(SqlState.INVALID_PARAMETER, "COPY: %s"),
  COPY_OPTION_NOT_BOOLEAN(SqlState.INVALID_PARAMETER, "COPY option %s must be true or false"),
  COPY_OPTION_NOT_CHARACTER(
      SqlState.INVALID_PARAMETER, "COPY option %s must be a single character"),
  ENCODED_TEXT_INVALID(SqlState.INVALID_PARAMETER, "invalid %s text"),
  FIELD_POSITION_ZERO(SqlState.INVALID_PARAMETER, "field position must not be zero"),
  FORMAT_ARGUMENTS_MISSING(SqlState.INVALID_PARAMETER, "too few arguments for format()"),
  FORMAT_SPECIFIER_UNRECOGNIZED(
      SqlState.INVALID_PARAMETER, "unrecognized format() specifier \"%s\""),
  FORMAT_SPECIFIER_UNTERMINATED(SqlState.INVALID_PARAMETER, "unterminated format() specifier"),
  GLOBAL_OPTION_NOT_HERE(SqlState.INVALID_PARAMETER, "the \"global\" option is not supported here"),
  GLOBAL_OPTION_UNSUPPORTED(
      SqlState.INVALID_PARAMETER, "%s does not support the \"global\" option"),
  IDENTITY_TYPE(
      SqlState.INVALID_PARAMETER, "identity column type must be smallint, integer, or bigint"),
  INTERVAL_FIELDS_INVALID(SqlState.INVALID_PARAMETER, "invalid interval fields: %s"),
  JSON_CALL_ON_KIND(SqlState.INVALID_PARAMETER, "cannot call %s on %s"),
  JSON_DECONSTRUCTED(SqlState.INVALID_PARAMETER, "cannot deconstruct %s"),
  JSON_DELETE_FROM_SCALAR(SqlState.INVALID_PARAMETER, "cannot delete from scalar"),
  JSON_DELETE_PATH_IN_SCALAR(SqlState.INVALID_PARAMETER, "cannot delete path in scalar"),
  JSON_ELEMENTS_OF_KIND(SqlState.INVALID_PARAMETER, "cannot extract elements from %s"),
  JSON_INDEX_OF_OBJECT(SqlState.INVALID_PARAMETER, "cannot delete from object using integer index"),
  JSON_KEYS_WITHOUT_VALUES(SqlState.INVALID_PARAMETER, "keys and values must come in pairs"),
  JSON_KEY_EXISTS(SqlState.INVALID_PARAMETER, "cannot replace existing key"),
  JSON_KIND_UNKNOWN(SqlState.INVALID_PARAMETER, "unknown kind of JSON: \"%s\""),
  JSON_LENGTH_OF_KIND(SqlState.INVALID_PARAMETER, "cannot get array length of a %s"),
  JSON_NULL_TREATMENT(
      SqlState.INVALID_PARAMETER,
      "null_value_treatment must be \"delete_key\", \"return_target\", \"use_json_null\", or "
          + "\"raise_exception\""),
  JSON_PATHS_WITHOUT_VALUES(SqlState.INVALID_PARAMETER, "paths and values must come in pairs"),
  JSON_PATH_TOO_DEEP(SqlState.INVALID_PARAMETER, "a JSON path is nested too deeply"),
  JSON_PATH_WITH_WILDCARD(
      SqlState.INVALID_PARAMETER, "wildcards are not allowed in this JSON path"),
  JSON_RECORDS_OF_KIND(SqlState.INVALID_PARAMETER, "cannot make a set of records of %s"),
  JSON_RECORD_OF_NO_OBJECT(
      SqlState.INVALID_PARAMETER, "cannot make a record of a value that is not an object"),
  JSON_ROOT_REMOVED(SqlState.INVALID_PARAMETER, "path $ cannot be removed"),
  JSON_SET_PATH_IN_SCALAR(SqlState.INVALID_PARAMETER, "cannot set path in scalar"),
  JSON_VARIABLES_NOT_OBJECT(SqlState.INVALID_PARAMETER, "\"vars\" argument is not an object"),
  KILL_OF_OWN_SESSION(SqlState.INVALID_PARAMETER, "session %s is the current one; close it"),
  LIKE_ESCAPE_NOT_ONE_CHARACTER(SqlState.INVALID_PARAMETER, "an escape must be one character"),
  MEMORY_LIMIT_NOT_A_SIZE(
      SqlState.INVALID_PARAMETER, "\"memory_limit\" must be a size such as '64MB'"),
  MEMORY_LIMIT_TOO_LARGE(SqlState.INVALID_PARAMETER, "\"memory_limit\" must be at most %s"),
  MYSQL_JSON_PATH_INVALID(SqlState.INVALID_PARAMETER, "invalid JSON path at character %s"),
  NORMALIZATION_FORM_INVALID(SqlState.INVALID_PARAMETER, "invalid normalization form: %s"),
  NULL_ARGUMENT_KEY(SqlState.INVALID_PARAMETER, "argument %s: key must not be null"),
  NULL_FIELD_NAME(SqlState.INVALID_PARAMETER, "field name must not be null"),
  PARAMETER_VALUE_INVALID(SqlState.INVALID_PARAMETER, "invalid value for parameter \"%s\": %s"),
  PATTERN_CONFLICT(SqlState.INVALID_PARAMETER, "cannot use %s and %s together"),
  PATTERN_DECIMAL_POINTS(SqlState.INVALID_PARAMETER, "multiple decimal points"),
  PATTERN_DIGIT_AFTER_PR(SqlState.INVALID_PARAMETER, "\"%s\" must be ahead of \"PR\""),
  PATTERN_EXPONENT_CONFLICT(
      SqlState.INVALID_PARAMETER, "\"EEEE\" is incompatible with other formats"),
  PATTERN_EXPONENT_NOT_LAST(SqlState.INVALID_PARAMETER, "\"EEEE\" must be the last pattern used"),
  PATTERN_TOO_LONG(SqlState.INVALID_PARAMETER, "the pattern is too long"),
  PATTERN_TWICE(SqlState.INVALID_PARAMETER, "cannot use \"%s\" twice"),
  QUERY_TIMEOUT_NOT_A_NUMBER(
      SqlState.INVALID_PARAMETER, "queryTimeout must be a number of seconds"),
  REGEX_COUNT_WITHOUT_START(
      SqlState.INVALID_PARAMETER, "regexp_replace() with a match number requires a start position"),
  REGEX_OPTION_INVALID(SqlState.INVALID_PARAMETER, "invalid regular expression option: \"%s\""),
  ROW_COUNT_NEGATIVE(SqlState.INVALID_PARAMETER, "%s must not be negative"),
  SEQUENCE_BOUND_OUT_OF_TYPE(
      SqlState.INVALID_PARAMETER, "%s (%s) is out of range for sequence data type %s"),
  SEQUENCE_CACHE_NOT_POSITIVE(SqlState.INVALID_PARAMETER, "CACHE (%s) must be greater than zero"),
  SEQUENCE_INCREMENT_ZERO(SqlState.INVALID_PARAMETER, "INCREMENT must not be zero"),
  SEQUENCE_MINVALUE_ABOVE_MAXVALUE(
      SqlState.INVALID_PARAMETER, "MINVALUE (%s) must be less than MAXVALUE (%s)"),
  SEQUENCE_TYPE(SqlState.INVALID_PARAMETER, "sequence type must be smallint, integer, or bigint"),
  SEQUENCE_VALUE_ABOVE_MAXVALUE(
      SqlState.INVALID_PARAMETER, "%s value (%s) cannot be greater than MAXVALUE (%s)"),
  SEQUENCE_VALUE_BELOW_MINVALUE(
      SqlState.INVALID_PARAMETER, "%s value (%s) cannot be less than MINVALUE (%s)"),
  SERIES_STEP_ZERO(SqlState.INVALID_PARAMETER, "step size cannot equal zero"),
  SETTING_NOT_AN_AMOUNT(
      SqlState.INVALID_PARAMETER,
      "\"%s\" must be a number, 0 or more, or a time such as '5s' in us, ms, s, min, h or d"),
  SETTING_NOT_A_NUMBER(SqlState.INVALID_PARAMETER, "\"%s\" must be a number, 0 or more"),
  SETTING_NOT_BOOLEAN(SqlState.INVALID_PARAMETER, "\"%s\" must be on or off"),
  SETTING_OF_WHOLE_SECONDS(
      SqlState.INVALID_PARAMETER,
      "\"%s\" can be persisted in whole seconds only: a multiple of 1000"),
  STRICT_READS_WITHOUT_LEADER(
      SqlState.INVALID_PARAMETER,
      "\"%s\" cannot be strict; this node is not the leader of the database"),
  TRANSACTION_IDENTIFIER_INVALID(
      SqlState.INVALID_PARAMETER,
      "transaction identifier must have from 1 to %s bytes, none of them zero"),
  UNIT_UNRECOGNIZED(SqlState.INVALID_PARAMETER, "unit \"%s\" not recognized"),
  UNKNOWN_ISOLATION_LEVEL(
      SqlState.INVALID_PARAMETER, "\"%s\" must be readCommitted, repeatableRead or serializable"),
  UNKNOWN_READ_CONSISTENCY(SqlState.INVALID_PARAMETER, "\"%s\" must be strict, session or bounded"),
  UNRECOGNIZED_ENCODING(SqlState.INVALID_PARAMETER, "unrecognized encoding: \"%s\""),

  LIKE_PATTERN_ENDS_WITH_ESCAPE(
      SqlState.INVALID_ESCAPE_SEQUENCE, "LIKE pattern must not end with escape character"),
  SIMILAR_PATTERN_ENDS_WITH_ESCAPE(
      SqlState.INVALID_ESCAPE_SEQUENCE, "SIMILAR TO pattern must not end with escape character"),

  ARRAYS_EMPTY(SqlState.ARRAY_SUBSCRIPT_ERROR, "cannot accumulate empty arrays"),
  ARRAYS_NOT_ACCUMULABLE(
      SqlState.ARRAY_SUBSCRIPT_ERROR, "cannot accumulate arrays of different dimensionality"),
  ARRAYS_NOT_CONCATENABLE(SqlState.ARRAY_SUBSCRIPT_ERROR, "cannot concatenate incompatible arrays"),
  ARRAY_NOT_ONE_DIMENSIONAL(
      SqlState.ARRAY_SUBSCRIPT_ERROR, "argument must be empty or one-dimensional array"),
  ARRAY_SLICE_BOUNDS_MISSING(
      SqlState.ARRAY_SUBSCRIPT_ERROR, "array slice subscript must provide both boundaries"),
  ARRAY_SOURCE_TOO_SMALL(SqlState.ARRAY_SUBSCRIPT_ERROR, "source array too small"),
  ARRAY_SUBSCRIPTS_WRONG(SqlState.ARRAY_SUBSCRIPT_ERROR, "wrong number of array subscripts"),
  ARRAY_SUBSCRIPT_OUT_OF_RANGE(SqlState.ARRAY_SUBSCRIPT_ERROR, "array subscript out of range"),
  ARRAY_TRIM_COUNT(
      SqlState.ARRAY_SUBSCRIPT_ERROR, "number of elements to trim must be between 0 and %s"),
  JSON_PAIRS_MISMATCH(SqlState.ARRAY_SUBSCRIPT_ERROR, "mismatched array dimensions"),
  JSON_PAIRS_ODD(SqlState.ARRAY_SUBSCRIPT_ERROR, "array must have even number of elements"),

  JSON_TEXT_INVALID(SqlState.INVALID_JSON, "invalid JSON text"),

  JSON_SUBSCRIPT_NOT_NUMERIC(
      SqlState.INVALID_JSON_SUBSCRIPT, "jsonpath array subscript is not a single numeric value"),
  JSON_SUBSCRIPT_OUT_OF_BOUNDS(
      SqlState.INVALID_JSON_SUBSCRIPT, "jsonpath array subscript is out of bounds"),
  JSON_SUBSCRIPT_OUT_OF_RANGE(
      SqlState.INVALID_JSON_SUBSCRIPT, "jsonpath array subscript is out of integer range"),

  JSON_PATH_OF_SEVERAL_ITEMS(
      SqlState.MORE_THAN_ONE_JSON_ITEM, "the JSON path leads to more than one item"),

  JSON_PATH_OF_NO_ITEM(SqlState.NO_JSON_ITEM, "no JSON item found at the path"),

  JSON_DOUBLE_OF_KIND(
      SqlState.NON_NUMERIC_JSON_ITEM,
      "jsonpath item method .double() can only be applied to a string or numeric value"),
  JSON_DOUBLE_OUT_OF_RANGE(
      SqlState.NON_NUMERIC_JSON_ITEM,
      "numeric argument of jsonpath item method .double() is out of range for type double "
          + "precision"),
  JSON_DOUBLE_TEXT_INVALID(
      SqlState.NON_NUMERIC_JSON_ITEM,
      "string argument of jsonpath item method .double() is not a valid representation of a "
          + "double precision number"),
  JSON_METHOD_OF_NUMBER(
      SqlState.NON_NUMERIC_JSON_ITEM,
      "jsonpath item method .%s() can only be applied to a numeric value"),

  JSON_OPERAND_NOT_NUMERIC(
      SqlState.SINGLETON_JSON_ITEM_REQUIRED,
      "%s operand of jsonpath operator %s is not a single numeric value"),
  JSON_PREDICATE_NOT_BOOLEAN(
      SqlState.SINGLETON_JSON_ITEM_REQUIRED, "single boolean result is expected"),

  JSON_ACCESSOR_OF_ARRAY(
      SqlState.JSON_ARRAY_NOT_FOUND, "jsonpath %s can only be applied to an array"),

  JSON_KEY_MISSING(SqlState.JSON_MEMBER_NOT_FOUND, "JSON object does not contain key \"%s\""),
  JSON_MEMBER_OF_NO_OBJECT(
      SqlState.JSON_MEMBER_NOT_FOUND, "jsonpath member accessor can only be applied to an object"),

  JSON_SIGN_OF_NO_NUMBER(
      SqlState.JSON_NUMBER_NOT_FOUND,
      "operand of unary jsonpath operator %s is not a numeric value"),

  JSON_ACCESSOR_OF_OBJECT(
      SqlState.JSON_OBJECT_NOT_FOUND, "jsonpath %s can only be applied to an object"),

  JSON_VALUE_OF_NO_SCALAR(
      SqlState.JSON_SCALAR_REQUIRED, "JSON_VALUE: the path must lead to a scalar"),

  INVALID_BYTES_SYNTAX(
      SqlState.INVALID_TEXT,
      "invalid input syntax for type %s: it is written \\x and hexadecimal digits"),
  INVALID_INPUT_SYNTAX(SqlState.INVALID_TEXT, "invalid input syntax for type %s"),
  JSON_PATH_SYNTAX(SqlState.INVALID_TEXT, "invalid input syntax for type jsonpath: \"%s\""),
  NUMERIC_TEXT_INVALID(SqlState.INVALID_TEXT, "invalid input syntax for type numeric: \"%s\""),
  PATH_ELEMENT_NOT_INTEGER(
      SqlState.INVALID_TEXT, "path element at position %s is not an integer: \"%s\""),

  COPY_DATA_EXTRA(SqlState.BAD_COPY_FILE, "extra data after last expected column"),
  COPY_DATA_MISSING(SqlState.BAD_COPY_FILE, "missing data for column \"%s\""),
  COPY_HEADER_MISMATCH(SqlState.BAD_COPY_FILE, "header does not match the columns %s"),
  CSV_QUOTE_UNTERMINATED(SqlState.BAD_COPY_FILE, "unterminated CSV quoted field"),
  CSV_TEXT_AFTER_QUOTE(SqlState.BAD_COPY_FILE, "text between a closing quote and the delimiter"),

  CHARACTER_NOT_IN_ENCODING(
      SqlState.UNTRANSLATABLE_CHARACTER, "character has no equivalent in encoding \"%s\""),

  NEW_COLUMN_WITHOUT_CONSTANT(
      SqlState.NOT_NULL_VIOLATION,
      "column \"%s\" contains null values; a NOT NULL column of a table with rows needs a "
          + "constant default"),
  NULL_IN_EXISTING_ROWS(
      SqlState.NOT_NULL_VIOLATION, "column \"%s\" of table \"%s\" contains null values"),
  NULL_IN_NEW_ROW(
      SqlState.NOT_NULL_VIOLATION,
      "null value in column \"%s\" of table \"%s\" violates not-null constraint"),

  FOREIGN_KEY_WITHOUT_PARENT(
      SqlState.FOREIGN_KEY_VIOLATION,
      "insert or update on table \"%s\" violates foreign key constraint \"%s\""),
  FOREIGN_KEY_WITH_CHILDREN(
      SqlState.FOREIGN_KEY_VIOLATION,
      "update or delete on table \"%s\" violates foreign key constraint \"%s\" on table \"%s\""),
  TRUNCATE_OF_REFERENCED_TABLE(
      SqlState.FOREIGN_KEY_VIOLATION,
      "cannot truncate table \"%s\": foreign key \"%s\" of table \"%s\" refers to it"),

  DUPLICATE_KEY(
      SqlState.UNIQUE_VIOLATION,
      "duplicate key value violates unique constraint \"%s\" of table \"%s\""),

  CHECK_VIOLATED_BY_NEW_ROW(
      SqlState.CHECK_VIOLATION, "new row for table \"%s\" violates check constraint \"%s\""),
  CHECK_VIOLATED_BY_ROWS(
      SqlState.CHECK_VIOLATION, "check constraint \"%s\" of table \"%s\" is violated by some row"),

  CURSOR_NOT_ON_ROW(SqlState.INVALID_CURSOR_STATE, "the cursor is not on a row"),
  CURSOR_OF_ENDED_TRANSACTION(SqlState.INVALID_CURSOR_STATE, "the cursor's transaction has ended"),
  TOO_MANY_HELD_CURSORS(
      SqlState.INVALID_CURSOR_STATE,
      "the cursor was closed: more than %s transactions of the session have open cursors"),

  SAVEPOINT_IN_AUTOCOMMIT(
      SqlState.INVALID_TRANSACTION_STATE, "a savepoint needs a transaction: autocommit is on"),
  TRANSACTION_IN_PROGRESS(SqlState.INVALID_TRANSACTION_STATE, "a transaction is in progress"),

  ADMINISTRATION_IN_TRANSACTION(
      SqlState.ACTIVE_TRANSACTION,
      "statements about accounts and databases cannot run inside a transaction"),
  COPY_BATCH_IN_TRANSACTION(
      SqlState.ACTIVE_TRANSACTION, "COPY with BATCH cannot run inside a transaction"),
  SECOND_PHASE_IN_TRANSACTION(
      SqlState.ACTIVE_TRANSACTION, "%s cannot run inside a transaction block"),

  ADMINISTRATION_IN_READ_ONLY_SESSION(
      SqlState.READ_ONLY_TRANSACTION, "cannot change accounts in a read-only session"),
  READ_ONLY_TRANSACTION(
      SqlState.READ_ONLY_TRANSACTION, "cannot execute %s in a read-only transaction"),

  NO_TRANSACTION_TO_PREPARE(
      SqlState.NO_ACTIVE_TRANSACTION, "PREPARE TRANSACTION can only be used in transaction blocks"),

  IDLE_TRANSACTION_TIMEOUT(
      SqlState.IDLE_TRANSACTION_TIMEOUT,
      "transaction ended: it was idle for longer than idleTransactionTimeout; roll back and "
          + "run it again"),

  GRANT_OPTION_TO_PUBLIC(
      SqlState.INVALID_GRANT_OPERATION, "grant options can only be granted to roles"),
  PRIVILEGE_NOT_OF_OBJECT_KIND(
      SqlState.INVALID_GRANT_OPERATION, "invalid privilege type %s for %s"),

  LOGIN_REVOKED(SqlState.INVALID_AUTHORIZATION, "role \"%s\" is not permitted to log in any more"),

  UNDEFINED_SAVEPOINT(SqlState.INVALID_SAVEPOINT, "savepoint \"%s\" does not exist"),

  ADDED_NUMBER_CHANGED(
      SqlState.SERIALIZATION_FAILURE,
      "could not serialize access: a number in %s that this transaction adds to was changed "
          + "too far by another one; roll back and run the transaction again"),
  CHANGED_ROW_DELETED(
      SqlState.SERIALIZATION_FAILURE,
      "could not serialize access: a row of %s that this transaction changes was deleted by "
          + "another one; roll back and run the transaction again"),
  INSERTED_ROW_PRESENT(
      SqlState.SERIALIZATION_FAILURE,
      "could not serialize access: a row of %s that this transaction inserts was inserted by "
          + "another one; roll back and run the transaction again"),
  OUTCOME_QUERIED(
      SqlState.SERIALIZATION_FAILURE,
      "could not serialize access: the outcome of this transaction was queried before it "
          + "committed; roll back and run the transaction again"),
  QUERIED_ROW_CHANGED(
      SqlState.SERIALIZATION_FAILURE,
      "could not serialize access: a row that this query was about to return was changed by "
          + "another transaction; roll back and run the transaction again"),
  READ_ROWS_CHANGED(
      SqlState.SERIALIZATION_FAILURE,
      "could not serialize access: rows of %s that this transaction read were changed by "
          + "another one; roll back and run the transaction again"),
  READ_ROW_CHANGED(
      SqlState.SERIALIZATION_FAILURE,
      "could not serialize access: a row that this transaction read was changed by another "
          + "one; roll back and run the transaction again"),
  READ_ROW_OF_TABLE_CHANGED(
      SqlState.SERIALIZATION_FAILURE,
      "could not serialize access: a row of %s that this transaction read was changed by "
          + "another one; roll back and run the transaction again"),
  SCHEMA_CHANGED(
      SqlState.SERIALIZATION_FAILURE,
      "could not serialize access: the schema was changed by another transaction; roll back "
          + "and run the transaction again"),
  TABLE_CHANGED(
      SqlState.SERIALIZATION_FAILURE,
      "could not serialize access: %s was changed (%s) by another one; roll back and run the "
          + "transaction again"),
  TABLE_CREATED_OR_DROPPED(
      SqlState.SERIALIZATION_FAILURE,
      "could not serialize access: %s was created or dropped by another one; roll back and "
          + "run the transaction again"),

  LEADERSHIP_LOST_IN_COMMAND(
      SqlState.COMMIT_OUTCOME_UNKNOWN,
      "the outcome of the statement is unknown; this node lost leadership while it ran"),

  ADMINISTRATOR_REQUIRED(SqlState.PRIVILEGE, "permission denied: %s is for accounts with ADMIN"),
  BACKUP_NOT_ALLOWED(
      SqlState.PRIVILEGE,
      "BACKUP TO is not allowed: open the database with the connection property "
          + "backupDirectory, or set the system property mosql.backupDirectory, to the "
          + "directory that it may use"),
  CHANGE_OF_SYSTEM_SCHEMA(SqlState.PRIVILEGE, "schema \"%s\" belongs to the system"),
  COPY_NOT_ALLOWED(
      SqlState.PRIVILEGE,
      "COPY of files is not allowed: open the database with the connection property "
          + "copyDirectory, or set the system property mosql.copyDirectory, to the directory "
          + "that it may use"),
  PERMISSION_DENIED(SqlState.PRIVILEGE, "permission denied: %s on %s \"%s\""),
  PREPARED_BY_OTHER_ACCOUNT(
      SqlState.PRIVILEGE, "permission denied to finish prepared transaction \"%s\""),

  COLUMN_IS_GENERATED(SqlState.SYNTAX_ERROR, "column \"%s\" of table \"%s\" is a generated column"),
  COLUMN_IS_IDENTITY(SqlState.SYNTAX_ERROR, "column \"%s\" of table \"%s\" is an identity column"),
  COLUMN_NAMES_COUNT(SqlState.SYNTAX_ERROR, "%s column names specified, the query has %s columns"),
  COMMENT_COLUMN_WITHOUT_TABLE(
      SqlState.SYNTAX_ERROR, "column name must be qualified: table.column"),
  CONFLICTING_COLUMN_VALUES(
      SqlState.SYNTAX_ERROR,
      "column \"%s\" has more than one of DEFAULT, identity and generation expression"),
  COPY_OPTION_OF_OTHER_DIRECTION(
      SqlState.SYNTAX_ERROR, "COPY option %s is allowed in COPY .. %s only"),
  COPY_OPTION_TWICE(SqlState.SYNTAX_ERROR, "COPY option %s specified more than once"),
  COPY_OPTION_WITHOUT_VALUE(SqlState.SYNTAX_ERROR, "COPY option %s requires a value"),
  COPY_WITH_PARAMETERS(SqlState.SYNTAX_ERROR, "COPY takes no parameters"),
  DEFAULT_WITH_PARAMETERS(SqlState.SYNTAX_ERROR, "cannot use parameters in a DEFAULT expression"),
  DISTINCT_NOT_ALLOWED(SqlState.SYNTAX_ERROR, "DISTINCT/ALL not allowed with %s function"),
  ESCAPE_NOT_ALLOWED(SqlState.SYNTAX_ERROR, "ESCAPE is allowed with LIKE and SIMILAR TO only"),
  FOREIGN_KEY_ACTION_ON_GENERATED(
      SqlState.SYNTAX_ERROR, "invalid action of a foreign key that contains a generated column"),
  IMPROPER_QUALIFIED_NAME(SqlState.SYNTAX_ERROR, "improper qualified name: %s"),
  INSERT_TOO_FEW_EXPRESSIONS(
      SqlState.SYNTAX_ERROR, "INSERT has more target columns than expressions"),
  INSERT_TOO_MANY_EXPRESSIONS(
      SqlState.SYNTAX_ERROR, "INSERT has more expressions than target columns"),
  INVALID_NORMALIZATION_FORM(
      SqlState.SYNTAX_ERROR, "invalid normalization form; expected NFC, NFD, NFKC or NFKD"),
  INVALID_OWNED_BY(SqlState.SYNTAX_ERROR, "invalid OWNED BY option"),
  JSON_PATH_INVALID(SqlState.SYNTAX_ERROR, "invalid JSON path at character %s"),
  MULTIPLE_ASSIGNMENTS(SqlState.SYNTAX_ERROR, "multiple assignments to same column \"%s\""),
  ON_CONFLICT_TARGET_MISSING(
      SqlState.SYNTAX_ERROR, "ON CONFLICT DO UPDATE requires columns or the name of a constraint"),
  QUERY_EXPECTED(SqlState.SYNTAX_ERROR, "argument of %s must be a query"),
  RECORD_WITHOUT_COLUMNS(
      SqlState.SYNTAX_ERROR,
      "a column definition list is required for functions returning \"record\""),
  ROW_LENGTHS_DIFFER(SqlState.SYNTAX_ERROR, "unequal number of entries in row expressions"),
  SETTING_NOT_CONSTANT(SqlState.SYNTAX_ERROR, "the value of a setting must be a constant"),
  TABLE_NAME_EXPECTED(SqlState.SYNTAX_ERROR, "expected the name of a table"),
  UNKNOWN_COPY_OPTION(
      SqlState.SYNTAX_ERROR,
      "COPY option %s not recognized; the options are FORMAT, HEADER, DELIMITER, NULL, "
          + "QUOTE, ESCAPE, ENCODING, BATCH and OVERWRITE"),
  VALUES_LENGTHS_DIFFER(SqlState.SYNTAX_ERROR, "VALUES lists must all be the same length"),
  WHEN_CONDITIONS(SqlState.SYNTAX_ERROR, "WHEN must have exactly one condition"),
  WITH_TIES_WITHOUT_ORDER(
      SqlState.SYNTAX_ERROR, "WITH TIES cannot be specified without ORDER BY clause"),

  INVALID_NAME_SYNTAX(SqlState.INVALID_NAME, "invalid name syntax"),

  COLUMN_SPECIFIED_TWICE(SqlState.DUPLICATE_COLUMN, "column \"%s\" specified more than once"),
  COLUMN_TWICE_IN_KEY(SqlState.DUPLICATE_COLUMN, "column \"%s\" appears twice in a key"),
  DUPLICATE_COLUMN_OF_TABLE(
      SqlState.DUPLICATE_COLUMN, "column \"%s\" of table \"%s\" already exists"),
  DUPLICATE_COLUMN_OF_VIEW(
      SqlState.DUPLICATE_COLUMN, "column \"%s\" of view \"%s\" already exists"),
  DUPLICATE_USING_COLUMN(
      SqlState.DUPLICATE_COLUMN, "column \"%s\" appears more than once in USING clause"),

  AMBIGUOUS_COLUMN(SqlState.AMBIGUOUS_COLUMN, "Column '%s' is ambiguous"),
  AMBIGUOUS_USING_COLUMN(
      SqlState.AMBIGUOUS_COLUMN, "common column name \"%s\" appears more than once in %s table"),

  ROW_ID_WITHOUT_KEY(
      SqlState.UNDEFINED_COLUMN,
      "column \"rowid\" does not exist: table \"%s\" has no immediate primary key"),
  UNDEFINED_COLUMN(SqlState.UNDEFINED_COLUMN, "column \"%s\" does not exist"),
  UNDEFINED_COLUMN_OF_TABLE(
      SqlState.UNDEFINED_COLUMN, "column \"%s\" of table \"%s\" does not exist"),
  UNDEFINED_COLUMN_OF_VIEW(
      SqlState.UNDEFINED_COLUMN, "column \"%s\" of view \"%s\" does not exist"),
  UNDEFINED_USING_COLUMN(
      SqlState.UNDEFINED_COLUMN,
      "column \"%s\" specified in USING clause does not exist in %s table"),
  VIEW_COLUMN_MISSING(
      SqlState.UNDEFINED_COLUMN, "view \"%s\" selects a column that does not exist"),

  AMBIGUOUS_INDEX_OF_COMMENT(
      SqlState.UNDEFINED_OBJECT,
      "index name \"%s\" is ambiguous; use COMMENT ON INDEX .. ON table IS .."),
  AMBIGUOUS_INDEX_OF_DROP(
      SqlState.UNDEFINED_OBJECT, "index name \"%s\" is ambiguous; use DROP INDEX .. ON table"),
  INDEX_DROPPED_DURING_BUILD(
      SqlState.UNDEFINED_OBJECT, "the index was dropped while it was being built"),
  TABLE_WITHOUT_PRIMARY_KEY(SqlState.UNDEFINED_OBJECT, "table \"%s\" has no primary key"),
  TYPE_WITHOUT_OPERATOR_CLASS(
      SqlState.UNDEFINED_OBJECT,
      "data type %s has no default operator class for access method \"gin\""),
  UNDEFINED_ARBITER_CONSTRAINT(
      SqlState.UNDEFINED_OBJECT, "constraint \"%s\" for table \"%s\" does not exist"),
  UNDEFINED_CONSTRAINT(
      SqlState.UNDEFINED_OBJECT, "constraint \"%s\" of table \"%s\" does not exist"),
  UNDEFINED_CONSTRAINT_NAME(SqlState.UNDEFINED_OBJECT, "constraint \"%s\" does not exist"),
  UNDEFINED_CONSTRAINT_OR_INDEX(
      SqlState.UNDEFINED_OBJECT, "constraint or index \"%s\" of table \"%s\" does not exist"),
  UNDEFINED_INDEX(SqlState.UNDEFINED_OBJECT, "index \"%s\" does not exist"),
  UNDEFINED_JSON_VARIABLE(SqlState.UNDEFINED_OBJECT, "could not find jsonpath variable \"%s\""),
  UNDEFINED_OBJECT_OF_KIND(SqlState.UNDEFINED_OBJECT, "%s \"%s\" does not exist"),
  UNDEFINED_OPERATOR_CLASS(
      SqlState.UNDEFINED_OBJECT, "operator class \"%s\" does not exist for access method \"gin\""),
  UNDEFINED_PREPARED_TRANSACTION(
      SqlState.UNDEFINED_OBJECT, "prepared transaction with identifier \"%s\" does not exist"),
  UNDEFINED_ROLE(SqlState.UNDEFINED_OBJECT, "role \"%s\" does not exist"),
  UNDEFINED_SESSION(SqlState.UNDEFINED_OBJECT, "session %s does not exist"),
  UNDEFINED_SETTING(SqlState.UNDEFINED_OBJECT, "unrecognized setting \"%s\""),

  DUPLICATE_CONSTRAINT_OR_INDEX(
      SqlState.DUPLICATE_OBJECT, "constraint or index \"%s\" of table \"%s\" already exists"),
  TRANSACTION_IDENTIFIER_IN_USE(
      SqlState.DUPLICATE_OBJECT, "transaction identifier \"%s\" is already in use"),

  DUPLICATE_WITH_QUERY(SqlState.DUPLICATE_ALIAS, "WITH query name \"%s\" specified more than once"),

  DISTINCT_ON_ORDER_DIFFERS(
      SqlState.INVALID_COLUMN_REFERENCE,
      "SELECT DISTINCT ON expressions must match initial ORDER BY expressions"),
  DISTINCT_ON_POSITION(
      SqlState.INVALID_COLUMN_REFERENCE, "SELECT DISTINCT ON position %s is not in select list"),
  LATERAL_REFERENCE_NOT_ALLOWED(
      SqlState.INVALID_COLUMN_REFERENCE,
      "LATERAL cannot refer to relations before it in a RIGHT or FULL join"),
  MERGE_REFERENCE_NOT_AVAILABLE(
      SqlState.INVALID_COLUMN_REFERENCE, "WHEN NOT MATCHED cannot refer to columns of \"%s\""),
  ROW_ID_NOT_ALLOWED(
      SqlState.INVALID_COLUMN_REFERENCE,
      "column \"rowid\" cannot be used in CHECK, DEFAULT or an index"),
  TOO_MANY_WITH_COLUMNS(
      SqlState.INVALID_COLUMN_REFERENCE,
      "WITH query has %s columns available but %s columns specified"),
  UNDEFINED_ARBITER_COLUMNS(
      SqlState.INVALID_COLUMN_REFERENCE,
      "there is no unique key of table \"%s\" over the columns of ON CONFLICT"),

  AGGREGATE_NOT_ALLOWED(SqlState.GROUPING_ERROR, "aggregate functions are not allowed in %s"),
  ARGUMENT_NOT_CONSTANT(SqlState.GROUPING_ERROR, "argument of %s must be a constant"),
  UNGROUPED_OUTER_COLUMN(
      SqlState.GROUPING_ERROR, "subquery uses ungrouped column \"%s\" from outer query"),

  FRAME_END_BEFORE_START(
      SqlState.WINDOWING_ERROR, "frame starting from following row cannot end with current row"),
  GROUPS_WITHOUT_ORDER(SqlState.WINDOWING_ERROR, "GROUPS mode requires an ORDER BY clause"),
  RANGE_ORDER_OF_SEVERAL_COLUMNS(
      SqlState.WINDOWING_ERROR, "RANGE with an offset requires exactly one ORDER BY column"),
  WINDOW_CLAUSE_OVERRIDDEN(
      SqlState.WINDOWING_ERROR, "cannot override PARTITION BY or ORDER BY clause of window \"%s\""),
  WINDOW_FUNCTION_NOT_ALLOWED(SqlState.WINDOWING_ERROR, "window functions are not allowed in %s"),
  WINDOW_FUNCTION_WITHOUT_OVER(
      SqlState.WINDOWING_ERROR, "OVER clause is necessary for window functions"),
  WINDOW_HAS_FRAME(
      SqlState.WINDOWING_ERROR, "cannot copy window \"%s\" because it has a frame clause"),

  COLLATIONS_DIFFER(
      SqlState.COLLATION_MISMATCH,
      "collation mismatch between explicit collations \"%s\" and \"%s\""),

  ARRAY_ASSIGNMENT_TYPE_MISMATCH(
      SqlState.DATATYPE_MISMATCH,
      "subscripted assignment requires type %s but expression is of type %s"),
  ASSIGNMENT_TYPE_MISMATCH(
      SqlState.DATATYPE_MISMATCH, "column \"%s\" is of type %s but expression is of type %s"),
  BYTES_WITH_TEXT(
      SqlState.DATATYPE_MISMATCH, "arguments of %s must be all text or all bytes; add a CAST"),
  CAST_OF_INTERVAL(SqlState.DATATYPE_MISMATCH, "cannot cast type %s to %s"),
  CONDITION_NOT_BOOLEAN(SqlState.DATATYPE_MISMATCH, "argument of %s must be type boolean"),
  FOREIGN_KEY_TYPES_DIFFER(
      SqlState.DATATYPE_MISMATCH, "foreign key column \"%s\" and \"%s\" are of incompatible types"),
  FRAME_OFFSET_NOT_NUMBER(
      SqlState.DATATYPE_MISMATCH, "window frame offset of %s must be a number, not type %s"),
  FUNCTION_OF_BYTES(SqlState.DATATYPE_MISMATCH, "function %s does not accept bytes"),
  INDEX_PREDICATE_NOT_BOOLEAN(
      SqlState.DATATYPE_MISMATCH, "argument of WHERE of an index must be type boolean"),
  INTERVAL_NOT_ADDABLE(SqlState.DATATYPE_MISMATCH, "cannot add an interval to type %s"),
  NO_COMMON_TYPE(
      SqlState.DATATYPE_MISMATCH, "values have no common type; CAST them to the same type"),
  OPERATOR_CLASS_OF_OTHER_TYPE(
      SqlState.DATATYPE_MISMATCH, "operator class \"%s\" does not accept data type %s"),
  OPERATOR_NOT_FOR_INTERVAL(SqlState.DATATYPE_MISMATCH, "cannot apply operator %s to an interval"),
  PARAMETER_TYPE_MISMATCH(
      SqlState.DATATYPE_MISMATCH, "parameter $%s is of type %s but the value is of type %s"),
  RECURSIVE_TYPES_DIFFER(
      SqlState.DATATYPE_MISMATCH,
      "recursive query has a column of another type in its recursive term; CAST both to the "
          + "same type"),
  SUBSCRIPT_OF_TYPE(
      SqlState.DATATYPE_MISMATCH,
      "cannot subscript type %s because it does not support subscripting"),
  TYPES_NOT_COMPARABLE(SqlState.DATATYPE_MISMATCH, "no comparison of %s with %s without a CAST"),
  TYPES_NOT_MATCHED(SqlState.DATATYPE_MISMATCH, "%s types %s and %s cannot be matched"),

  EMPTY_ARRAY_TYPE_UNKNOWN(SqlState.INDETERMINATE_DATATYPE, "cannot determine type of empty array"),

  COMMENT_ON_SYSTEM_VIEW(
      SqlState.WRONG_OBJECT_TYPE, "\"%s\" is not a view that can have a comment"),
  CONSTRAINT_NOT_DEFERRABLE(SqlState.WRONG_OBJECT_TYPE, "constraint \"%s\" is not deferrable"),
  NOT_A_FOREIGN_KEY(
      SqlState.WRONG_OBJECT_TYPE,
      "constraint \"%s\" of table \"%s\" is not a foreign key constraint"),
  NOT_A_SEQUENCE(SqlState.WRONG_OBJECT_TYPE, "\"%s\" is not a sequence"),
  NOT_A_TABLE(SqlState.WRONG_OBJECT_TYPE, "\"%s\" is not a table"),
  NOT_A_TABLE_BUT_VIEW(SqlState.WRONG_OBJECT_TYPE, "\"%s\" is a view"),
  NOT_A_VIEW(SqlState.WRONG_OBJECT_TYPE, "\"%s\" is not a view"),
  SYSTEM_SCHEMA(SqlState.WRONG_OBJECT_TYPE, "schema \"%s\" belongs to the system"),
  SYSTEM_VIEW(SqlState.WRONG_OBJECT_TYPE, "\"%s\" is a system view"),
  SYSTEM_VIEW_NOT_UPDATABLE(SqlState.WRONG_OBJECT_TYPE, "\"%s\" cannot be changed"),

  CANNOT_CAST(SqlState.CANNOT_COERCE, "cannot cast type %s to %s"),
  CANNOT_CAST_JSONB(SqlState.CANNOT_COERCE, "cannot cast type jsonb to %s"),

  ARGUMENTS_MISSING(SqlState.UNDEFINED_FUNCTION, "function %s requires arguments"),
  ARGUMENT_NAME_NOT_USABLE(
      SqlState.UNDEFINED_FUNCTION, "argument name of function %s is unknown or repeated"),
  HYPOTHETICAL_ARGUMENTS(
      SqlState.UNDEFINED_FUNCTION,
      "%s WITHIN GROUP has %s arguments, but %s expressions in ORDER BY"),
  UNDEFINED_ROUTINE(SqlState.UNDEFINED_FUNCTION, "%s %s does not exist"),
  WITHIN_GROUP_ORDER(SqlState.UNDEFINED_FUNCTION, "%s requires exactly one expression in ORDER BY"),

  LOCKED_RELATION_NOT_IN_FROM(
      SqlState.UNDEFINED_TABLE, "relation \"%s\" in FOR %s clause not found in FROM clause"),
  UNDEFINED_MATERIALIZED_VIEW(SqlState.UNDEFINED_TABLE, "materialized view \"%s\" does not exist"),
  UNDEFINED_RELATION(SqlState.UNDEFINED_TABLE, "relation \"%s\" does not exist"),
  UNDEFINED_SEQUENCE(SqlState.UNDEFINED_TABLE, "sequence \"%s\" does not exist"),
  UNDEFINED_TABLE(SqlState.UNDEFINED_TABLE, "table \"%s\" does not exist"),
  UNDEFINED_VIEW(SqlState.UNDEFINED_TABLE, "view \"%s\" does not exist"),

  DUPLICATE_RELATION(SqlState.DUPLICATE_TABLE, "relation \"%s\" already exists"),

  DUPLICATE_SCHEMA(SqlState.DUPLICATE_SCHEMA, "schema \"%s\" already exists"),

  UNDEFINED_SCHEMA(SqlState.UNDEFINED_SCHEMA, "schema \"%s\" does not exist"),

  COLUMN_IN_PRIMARY_KEY(SqlState.INVALID_TABLE_DEFINITION, "column \"%s\" is in a primary key"),
  LAST_COLUMN(SqlState.INVALID_TABLE_DEFINITION, "a table must have at least one column"),
  MULTIPLE_PRIMARY_KEYS(
      SqlState.INVALID_TABLE_DEFINITION, "multiple primary keys for table \"%s\" are not allowed"),
  NUMBERED_COLUMN_TYPE(
      SqlState.INVALID_TABLE_DEFINITION,
      "column \"%s\": identity column type must be smallint, integer, or bigint"),
  TEMPORARY_IN_OTHER_SCHEMA(
      SqlState.INVALID_TABLE_DEFINITION,
      "cannot create temporary relation in non-temporary schema"),

  GENERATED_FROM_GENERATED(
      SqlState.INVALID_OBJECT_DEFINITION,
      "cannot use generated column \"%s\" in the generation expression of column \"%s\""),
  GENERATION_NOT_IMMUTABLE(
      SqlState.INVALID_OBJECT_DEFINITION,
      "generation expression of column \"%s\" is not immutable"),
  INDEX_EXPRESSION_NOT_IMMUTABLE(
      SqlState.INVALID_OBJECT_DEFINITION, "index expression is not immutable: %s"),
  VIEW_RECURSION(SqlState.INVALID_OBJECT_DEFINITION, "view \"%s\" refers to itself"),

  GENERATED_COLUMN_ASSIGNED(
      SqlState.GENERATED_ALWAYS, "column \"%s\" is generated; it can only be set to DEFAULT"),
  IDENTITY_COLUMN_ASSIGNED(
      SqlState.GENERATED_ALWAYS,
      "column \"%s\" is an identity column GENERATED ALWAYS; it can only be set to DEFAULT"),

  FOREIGN_KEY_COLUMN_COUNT(
      SqlState.INVALID_FOREIGN_KEY,
      "number of referencing and referenced columns for foreign key disagree"),
  PARENT_WITHOUT_PRIMARY_KEY(
      SqlState.INVALID_FOREIGN_KEY, "there is no primary key for referenced table \"%s\""),
  PARENT_WITHOUT_UNIQUE_KEY(
      SqlState.INVALID_FOREIGN_KEY,
      "there is no unique constraint matching given keys for referenced table \"%s\""),

  DROP_OF_DEFAULT_SEQUENCE(
      SqlState.DEPENDENT_OBJECTS_EXIST,
      "cannot drop sequence \"%s\": the default of column \"%s\" of table \"%s\" depends on it"),
  DROP_OF_GENERATION_SOURCE(
      SqlState.DEPENDENT_OBJECTS_EXIST,
      "cannot drop column \"%s\": generated column \"%s\" depends on it"),
  DROP_OF_IDENTITY_SEQUENCE(
      SqlState.DEPENDENT_OBJECTS_EXIST,
      "cannot drop sequence \"%s\": column \"%s\" of table \"%s\" requires it"),
  DROP_OF_NONEMPTY_SCHEMA(SqlState.DEPENDENT_OBJECTS_EXIST, "schema \"%s\" is not empty"),
  DROP_OF_REFERENCED_KEY(
      SqlState.DEPENDENT_OBJECTS_EXIST, "cannot drop \"%s\": foreign key \"%s\" depends on it"),
  DROP_OF_REFERENCED_TABLE(
      SqlState.DEPENDENT_OBJECTS_EXIST,
      "cannot drop table \"%s\": foreign keys of table \"%s\" depend on it"),
  VIEW_DEPENDS(SqlState.DEPENDENT_OBJECTS_EXIST, "view \"%s\" depends on %s"),

  MEMORY_LIMIT_EXCEEDED(
      SqlState.OUT_OF_MEMORY, "the statement needs more than the session's memory limit of %s"),
  MEMORY_LIMIT_IN_MEMORY(
      SqlState.OUT_OF_MEMORY,
      "the statement needs more than the session's memory limit of %s, and a database in memory"
          + " has no files for the rest: set the connection property tempDirectory, or the system"
          + " property mosql.tempDirectory, to the directory that it may use"),
  MEMORY_LIMIT_WITHOUT_SPILL(
      SqlState.OUT_OF_MEMORY,
      "the statement needs more than the session's memory limit, and values of %s cannot be "
          + "written to disk"),
  MEMORY_TAKEN_BY_SESSIONS(
      SqlState.OUT_OF_MEMORY,
      "the statement needs more memory than other sessions leave; try again later"),
  TEXT_EXCEEDS_HEAP(SqlState.OUT_OF_MEMORY, "a text value of %s characters needs a larger heap"),

  SORT_DISK_FULL(SqlState.DISK_FULL, "no space left for the temporary files of a sort"),

  REGEX_TOO_COMPLEX(SqlState.STATEMENT_TOO_COMPLEX, "the regular expression is too complex"),
  REGEX_TOO_LONG(SqlState.STATEMENT_TOO_COMPLEX, "the regular expression takes too long"),
  TOO_COMPLEX(SqlState.STATEMENT_TOO_COMPLEX, "statement is too complex"),
  TOO_MANY_GROUPING_SETS(
      SqlState.STATEMENT_TOO_COMPLEX, "too many grouping sets present (maximum %s)"),
  VIEWS_NESTED_TOO_DEEPLY(SqlState.STATEMENT_TOO_COMPLEX, "views are nested too deeply"),

  CHARACTER_CODE_INVALID(
      SqlState.PROGRAM_LIMIT_EXCEEDED, "requested character not valid for encoding: %s"),
  COLUMN_VALUE_TOO_LONG(
      SqlState.PROGRAM_LIMIT_EXCEEDED, "column \"%s\": a value of %s bytes is longer than %s MB"),
  CSV_FIELD_TOO_LONG(
      SqlState.PROGRAM_LIMIT_EXCEEDED,
      "a field is longer than %s characters; a closing quote may be missing"),
  INDEX_KEY_TOO_LONG(
      SqlState.PROGRAM_LIMIT_EXCEEDED,
      "key size %s exceeds maximum %s for index \"%s\" of table \"%s\""),
  JSON_PATH_OF_TOO_MANY_ITEMS(
      SqlState.PROGRAM_LIMIT_EXCEEDED, "a JSON path finds more than %s values"),
  SORT_ENTRY_TOO_LONG(SqlState.PROGRAM_LIMIT_EXCEEDED, "an entry is too long to sort"),
  TEXT_TOO_LONG(SqlState.PROGRAM_LIMIT_EXCEEDED, "a text value is longer than %s characters"),
  TOO_MANY_COLUMNS(SqlState.PROGRAM_LIMIT_EXCEEDED, "tables can have at most %s columns"),
  TOO_MANY_COMBINING_CHARACTERS(
      SqlState.PROGRAM_LIMIT_EXCEEDED, "a text has more than %s combining characters in a row"),

  CHECK_OPTION_VIOLATED(
      SqlState.CHECK_OPTION_VIOLATION, "new row violates check option for view \"%s\""),

  ALREADY_IDENTITY(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
      "column \"%s\" of table \"%s\" is already an identity column"),
  CURRVAL_UNDEFINED(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
      "currval of sequence \"%s\" is not yet defined in this session"),
  DEFERRABLE_ARBITER(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
      "ON CONFLICT does not support deferrable unique constraints as arbiters"),
  IDENTITY_OF_NULLABLE_COLUMN(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
      "column \"%s\" of table \"%s\" must be declared NOT NULL before identity can be added"),
  IDENTITY_WITH_DEFAULT(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
      "column \"%s\" of table \"%s\" already has a default value"),
  LASTVAL_UNDEFINED(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "lastval is not yet defined in this session"),
  NOT_AN_IDENTITY_COLUMN(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
      "column \"%s\" of table \"%s\" is not an identity column"),
  OWNED_SEQUENCE_OF_OTHER_SCHEMA(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
      "sequence must be in same schema as table it is linked to"),
  PARENT_KEY_DEFERRABLE(
      SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
      "cannot use a deferrable %s for referenced table \"%s\""),
  VIEW_NOT_UPDATABLE(SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "cannot %s view \"%s\": %s"),

  COLUMNS_CHANGED_DURING_COPY(
      SqlState.OBJECT_IN_USE, "the columns of the table changed while COPY was running"),
  INDEX_BEING_BUILT(
      SqlState.OBJECT_IN_USE,
      "index \"%s\" of table \"%s\" is being built; finish it with the same CREATE INDEX, or "
          + "drop it"),

  HELD_BY_PREPARED(
      SqlState.LOCK_NOT_AVAILABLE, "could not obtain lock: %s is held by a prepared transaction"),

  STATEMENT_TIMEOUT(
      SqlState.QUERY_CANCELED,
      "the statement was cancelled: it took longer than its timeout of %s ms"),

  SESSION_KILLED(SqlState.SHUTTING_DOWN, "the session was ended by KILL"),

  LEADERSHIP_LOST_IN_STATEMENT(
      SqlState.NOT_LEADER,
      "this node was not the leader throughout the statement; another node led meanwhile"),

  REPLICA_TOO_STALE(
      SqlState.REPLICA_BEHIND,
      "this node has received nothing from the leader for longer than maxStaleness%s"),

  COPY_FILE_FAILED(SqlState.IO_ERROR, "cannot copy file \"%s\""),
  CSV_READ_FAILED(SqlState.IO_ERROR, "cannot read: %s"),
  SORT_FILE_FAILED(SqlState.IO_ERROR, "a temporary file of a sort cannot be read or written"),

  CATALOG_FORMAT_UNKNOWN(
      SqlState.DATA_CORRUPTED, "%s is unknown; open the database with a newer release"),
  DAMAGED_CATALOG_ROW(SqlState.DATA_CORRUPTED, "a %s row is damaged"),
  INDEX_ENTRY_WITHOUT_ROW(
      SqlState.DATA_CORRUPTED, "corrupted index: %s points to a row that is not in table %s"),
  LARGE_VALUE_ID_REUSED(
      SqlState.DATA_CORRUPTED,
      "corrupted large values of table %s: the id of a new one was used before"),
  LARGE_VALUE_INCOMPLETE(
      SqlState.DATA_CORRUPTED, "corrupted large value of table %s: it is incomplete"),
  ROW_WITHOUT_REQUIRED_COLUMN(
      SqlState.DATA_CORRUPTED, "corrupted row of %s: a column that is NOT NULL is missing"),
  SORT_FILE_CORRUPTED(SqlState.DATA_CORRUPTED, "file %s of a sort is corrupted before byte %s"),

  PLANNING_FAILED(SqlState.INTERNAL_ERROR, "planning failed: %s");

  private final SqlState state;
  private final String format;

  SqlErrorMessage(SqlState state, String format) {
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
