package io.mosql.sql.parser.impl;

import java.time.YearMonth;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;

/**
 * Parses literals that consist of a type name and a text, such as {@code int4 '1'}, into casts of
 * the text, which are evaluated during planning. DATE, TIME and TIMESTAMP with a plain ISO text are
 * parsed by Calcite, so that plans contain their values.
 */
final class TypedLiteral {
  /** Type names besides those of Calcite's literals. */
  private static final Set<String> TYPES =
      Set.of(
          "BIGINT",
          "BOOL",
          "BOOLEAN",
          "BPCHAR",
          "BYTEA",
          "CHAR",
          "CHARACTER",
          "CITEXT",
          "DATETIME",
          "DEC",
          "DECIMAL",
          "DOUBLE",
          "FLOAT",
          "FLOAT4",
          "FLOAT8",
          "INT",
          "INT2",
          "INT4",
          "INT8",
          "INTEGER",
          "JSON",
          "JSONB",
          "JSONPATH",
          "NAME",
          "NUMERIC",
          "REAL",
          "SMALLINT",
          "TEXT",
          "TIMESTAMPTZ",
          "UUID",
          "VARCHAR");

  private static final Pattern ISO_DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final Pattern ISO_TIME =
      Pattern.compile("([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?");
  private static final Pattern NUMBER =
      Pattern.compile("\\s*[+-]?(\\d{1,120}|\\d{0,120}\\.\\d{1,120})\\s*");

  private TypedLiteral() {}

  /**
   * Whether such a literal comes next. Tokens are read ahead only after a type name: errors are
   * reported at the furthest token read.
   */
  static boolean begins(MosqlParserImpl parser) {
    String word = parser.getToken(1).image.toUpperCase(Locale.ROOT);
    return switch (word) {
      case "DATE" -> isText(parser, 2) && !isPlain(word, textOf(parser.getToken(2)));
      case "TIME", "TIMESTAMP" ->
          isZone(parser, 2)
              || isText(parser, 2) && !isPlain(word, textOf(parser.getToken(2)))
              || hasParameters(parser);
      case "DOUBLE" ->
          isText(parser, 2)
              || parser.getToken(2).kind == MosqlParserImplConstants.PRECISION && isText(parser, 3);
      case "INTERVAL" -> hasParameters(parser);
      default -> TYPES.contains(word) && (isText(parser, 2) || hasParameters(parser));
    };
  }

  private static boolean isText(MosqlParserImpl parser, int ahead) {
    return parser.getToken(ahead).kind == MosqlParserImplConstants.QUOTED_STRING;
  }

  /** Whether WITH TIME ZONE or WITHOUT TIME ZONE comes there. */
  private static boolean isZone(MosqlParserImpl parser, int ahead) {
    int kind = parser.getToken(ahead).kind;
    if (kind != MosqlParserImplConstants.WITH && kind != MosqlParserImplConstants.WITHOUT) {
      return false;
    }
    int next = parser.getToken(ahead + 1).kind;
    return next == MosqlParserImplConstants.TIME || next == MosqlParserImplConstants.LOCAL;
  }

  /** Whether one or two numbers in parentheses, and a text or a zone, follow the first word. */
  private static boolean hasParameters(MosqlParserImpl parser) {
    int at = 2;
    if (parser.getToken(at).kind != MosqlParserImplConstants.LPAREN) {
      return false;
    }
    do {
      if (parser.getToken(++at).kind != MosqlParserImplConstants.UNSIGNED_INTEGER_LITERAL) {
        return false;
      }
      at++;
    } while (parser.getToken(at).kind == MosqlParserImplConstants.COMMA && at < 6);
    return parser.getToken(at).kind == MosqlParserImplConstants.RPAREN
        && (isText(parser, at + 1) || isZone(parser, at + 1));
  }

  private static String textOf(Token token) {
    return SqlParserUtil.parseString(token.image);
  }

  /** Whether Calcite parses the text, with the same result. */
  private static boolean isPlain(String type, String text) {
    return switch (type) {
      case "DATE" -> isDate(text);
      case "TIME" -> ISO_TIME.matcher(text).matches();
      default ->
          text.length() > 11
              && text.charAt(10) == ' '
              && isDate(text.substring(0, 10))
              && ISO_TIME.matcher(text.substring(11)).matches();
    };
  }

  private static boolean isDate(String text) {
    // Calcite's calendar is Julian before 1582-10-15
    if (!ISO_DATE.matcher(text).matches() || text.compareTo("1583") < 0) {
      return false;
    }
    int month = Integer.parseInt(text, 5, 7, 10);
    int day = Integer.parseInt(text, 8, 10, 10);
    return month >= 1
        && month <= 12
        && day >= 1
        && day <= YearMonth.of(Integer.parseInt(text, 0, 4, 10), month).lengthOfMonth();
  }

  /** Parses a literal; the first word of its type was just read. */
  static SqlNode rest(MosqlParserImpl parser) {
    TokenReader tokens = new TokenReader(parser);
    SqlParserPos start = tokens.previousPosition();
    String name = parser.getToken(0).image.toUpperCase(Locale.ROOT);
    boolean bare = isText(parser, 1);
    SqlTypeNameSpec type = new TypeGrammar(parser).named(name, start);
    String text = tokens.string();
    SqlParserPos pos = tokens.since(start);
    if (bare
        && (name.equals("NUMERIC") || name.equals("DECIMAL") || name.equals("DEC"))
        && NUMBER.matcher(text).matches()) {
      return number(text.strip(), pos);
    }
    return SqlStdOperatorTable.CAST.createCall(
        pos, SqlLiteral.createCharString(text, pos), new SqlDataTypeSpec(type, pos));
  }

  /** Returns a number literal with the digits of the text. */
  private static SqlNode number(String text, SqlParserPos pos) {
    SqlNode digits =
        SqlLiteral.createExactNumeric(
            text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text, pos);
    return text.startsWith("-") ? SqlStdOperatorTable.UNARY_MINUS.createCall(pos, digits) : digits;
  }

  /** Returns a value AT TIME ZONE. */
  static SqlNode atZone(SqlNode value, SqlNode zone) {
    SqlParserPos pos = value.getParserPosition().plus(zone.getParserPosition());
    return new SqlUnresolvedFunction(
            new SqlIdentifier("timezone", pos),
            null,
            null,
            null,
            null,
            SqlFunctionCategory.USER_DEFINED_FUNCTION)
        .createCall(pos, zone, value);
  }
}
