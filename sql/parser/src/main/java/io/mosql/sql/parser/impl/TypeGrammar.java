package io.mosql.sql.parser.impl;

import io.mosql.core.error.SqlState;
import io.mosql.core.type.SqlType;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Type names, those of PostgreSQL and MySQL too, and the types of ours that they stand for. FLOAT
 * is DOUBLE, TINYINT is SMALLINT, a VARCHAR without length is TEXT, a DECIMAL without precision has
 * {@link SqlType#MAX_DECIMAL_PRECISION} digits and none after the point; the precision of a
 * TIMESTAMP is always microseconds, the display width of an integer is ignored.
 */
final class TypeGrammar {
  private static final int NONE = -1;
  private static final int MAX_LENGTH = 1 << 30;
  private static final int MAX_FLOAT_BITS_OF_REAL = 24;
  private static final int MAX_FLOAT_BITS = 53;
  private static final int MAX_FRACTION_DIGITS = 6;

  private final Tokens tokens;

  TypeGrammar(MosqlParserImpl parser) {
    this.tokens = new Tokens(parser);
  }

  /** A type as a column declares it. */
  record ColumnType(SqlType type, boolean serial) {}

  /** A type for Calcite; its first word was just read. */
  SqlTypeNameSpec rest() {
    SqlParserPos start = tokens.last();
    SqlType type = resolve(start, tokens.parser().getToken(0).image.toUpperCase(Locale.ROOT));
    return spec(type, tokens.since(start));
  }

  ColumnType columnType() {
    SqlParserPos start = tokens.mark();
    if (!isWord(tokens.peek())) {
      throw tokens.unexpected("expected a type");
    }
    String word = tokens.next().toUpperCase(Locale.ROOT);
    return switch (word) {
      case "SERIAL", "SERIAL4" -> new ColumnType(SqlType.INTEGER, true);
      case "BIGSERIAL", "SERIAL8" -> new ColumnType(SqlType.BIGINT, true);
      case "SMALLSERIAL", "SERIAL2" -> new ColumnType(SqlType.SMALLINT, true);
      default -> new ColumnType(resolve(start, word), false);
    };
  }

  private static boolean isWord(String image) {
    return !image.isEmpty() && Character.isLetter(image.charAt(0)) && image.indexOf('\'') < 0;
  }

  private SqlType resolve(SqlParserPos start, String word) {
    return switch (word) {
      case "BOOLEAN", "BOOL" -> SqlType.BOOLEAN;
      case "SMALLINT", "INT2", "TINYINT" -> integer(SqlType.SMALLINT);
      case "INTEGER", "INT", "INT4", "MEDIUMINT" -> integer(SqlType.INTEGER);
      case "BIGINT", "INT8" -> integer(SqlType.BIGINT);
      case "DECIMAL", "DEC", "NUMERIC", "NUMBER" -> decimal(start);
      case "REAL", "FLOAT4" -> SqlType.REAL;
      case "DOUBLE" -> doublePrecision();
      case "FLOAT8" -> SqlType.DOUBLE;
      case "FLOAT" -> floating(start);
      case "CHARACTER", "CHAR", "NCHAR", "BPCHAR" ->
          tokens.accept("VARYING") ? varchar(start) : SqlType.charOf(length(start, 1));
      case "VARCHAR", "VARCHAR2", "NVARCHAR" -> varchar(start);
      case "TEXT", "CLOB", "STRING", "TINYTEXT", "MEDIUMTEXT", "LONGTEXT" -> SqlType.TEXT;
      case "BINARY" -> binary(start);
      case "VARBINARY" -> SqlType.varbinary(length(start, SqlType.UNBOUNDED));
      case "BYTEA", "BLOB", "TINYBLOB", "MEDIUMBLOB", "LONGBLOB" ->
          SqlType.varbinary(SqlType.UNBOUNDED);
      case "DATE" -> SqlType.DATE;
      case "TIME" -> timed(start, SqlType.TIME);
      case "TIMESTAMP", "DATETIME" -> timed(start, SqlType.TIMESTAMP);
      default ->
          throw new GrammarException(
              start,
              SqlState.UNDEFINED_OBJECT,
              "type \"" + word.toLowerCase(Locale.ROOT) + "\" does not exist");
    };
  }

  private SqlType integer(SqlType type) {
    if (tokens.accept("(")) {
      tokens.number();
      tokens.expect(")");
    }
    if (tokens.at("UNSIGNED")) {
      throw new GrammarException(
          tokens.mark(), SqlState.FEATURE_NOT_SUPPORTED, "there are no unsigned types");
    }
    return type;
  }

  private SqlType decimal(SqlParserPos start) {
    long precision = SqlType.MAX_DECIMAL_PRECISION;
    long scale = 0;
    if (tokens.accept("(")) {
      precision = tokens.number();
      if (tokens.accept(",")) {
        scale = tokens.number();
      }
      tokens.expect(")");
    }
    if (precision < 1 || precision > SqlType.MAX_DECIMAL_PRECISION) {
      throw invalid(
          start, "precision of DECIMAL must be between 1 and " + SqlType.MAX_DECIMAL_PRECISION);
    }
    if (scale < 0 || scale > precision) {
      throw invalid(start, "scale of DECIMAL must be between 0 and its precision");
    }
    return SqlType.decimal((int) precision, (int) scale);
  }

  private SqlType doublePrecision() {
    tokens.accept("PRECISION");
    return SqlType.DOUBLE;
  }

  private SqlType floating(SqlParserPos start) {
    int bits = parameter(start, NONE, 1, MAX_FLOAT_BITS);
    return bits != NONE && bits <= MAX_FLOAT_BITS_OF_REAL ? SqlType.REAL : SqlType.DOUBLE;
  }

  private SqlType varchar(SqlParserPos start) {
    int length = length(start, NONE);
    return length == NONE ? SqlType.TEXT : SqlType.varchar(length);
  }

  private SqlType binary(SqlParserPos start) {
    int none = tokens.accept("VARYING") ? SqlType.UNBOUNDED : 1;
    return SqlType.varbinary(length(start, none));
  }

  private SqlType timed(SqlParserPos start, SqlType type) {
    parameter(start, NONE, 0, MAX_FRACTION_DIGITS);
    if (tokens.at("WITH TIME ZONE") || tokens.at("WITH LOCAL TIME ZONE")) {
      throw new GrammarException(
          tokens.mark(), SqlState.FEATURE_NOT_SUPPORTED, "there are no types with time zone");
    }
    tokens.accept("WITHOUT TIME ZONE");
    return type;
  }

  private int length(SqlParserPos start, int none) {
    return parameter(start, none, 1, MAX_LENGTH);
  }

  private int parameter(SqlParserPos start, int none, int min, int max) {
    if (!tokens.accept("(")) {
      return none;
    }
    long value = tokens.number();
    tokens.expect(")");
    if (value < min || value > max) {
      throw invalid(start, "parameter of the type must be between " + min + " and " + max);
    }
    return (int) value;
  }

  private static GrammarException invalid(SqlParserPos pos, String message) {
    return new GrammarException(pos, SqlState.INVALID_PARAMETER, message);
  }

  private static SqlTypeNameSpec spec(SqlType type, SqlParserPos pos) {
    int none = RelDataType.PRECISION_NOT_SPECIFIED;
    int precision = type.precision() == SqlType.UNBOUNDED ? none : type.precision();
    return switch (type.kind()) {
      case BOOLEAN -> new SqlBasicTypeNameSpec(SqlTypeName.BOOLEAN, pos);
      case SMALLINT -> new SqlBasicTypeNameSpec(SqlTypeName.SMALLINT, pos);
      case INTEGER -> new SqlBasicTypeNameSpec(SqlTypeName.INTEGER, pos);
      case BIGINT -> new SqlBasicTypeNameSpec(SqlTypeName.BIGINT, pos);
      case DECIMAL -> new SqlBasicTypeNameSpec(SqlTypeName.DECIMAL, precision, type.scale(), pos);
      case REAL -> new SqlBasicTypeNameSpec(SqlTypeName.REAL, pos);
      case DOUBLE -> new SqlBasicTypeNameSpec(SqlTypeName.DOUBLE, pos);
      case CHAR -> new SqlBasicTypeNameSpec(SqlTypeName.CHAR, precision, pos);
      case VARCHAR, TEXT -> new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, precision, pos);
      case VARBINARY -> new SqlBasicTypeNameSpec(SqlTypeName.VARBINARY, precision, pos);
      case DATE -> new SqlBasicTypeNameSpec(SqlTypeName.DATE, pos);
      case TIME -> new SqlBasicTypeNameSpec(SqlTypeName.TIME, none, pos);
      case TIMESTAMP -> new SqlBasicTypeNameSpec(SqlTypeName.TIMESTAMP, none, pos);
    };
  }
}
