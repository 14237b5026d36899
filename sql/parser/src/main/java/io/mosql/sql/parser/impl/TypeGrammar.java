package io.mosql.sql.parser.impl;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.Collation;
import io.mosql.core.type.IntervalFields;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.parser.ast.operator.ParsedTypeNameSpec;
import io.mosql.sql.parser.ast.operator.RowTypeNameSpec;
import io.mosql.sql.parser.error.ParserErrorMessage;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Parses type names, including those of PostgreSQL and MySQL, into MoSQL's types. FLOAT is DOUBLE,
 * TINYINT is SMALLINT, a VARCHAR without length is TEXT, a DECIMAL without precision is NUMERIC;
 * the precision of a TIMESTAMP is always microseconds, the display width of an integer is ignored.
 *
 * <p>MySQL's types with a smaller range are allowed only for columns and imply a CHECK: UNSIGNED
 * numbers, of the next larger type where necessary (BIGINT has none), YEAR, ENUM and JSON.
 */
final class TypeGrammar {
  /** The schema of the built-in types, which may stand in front of them. */
  private static final String CATALOG = "pg_catalog";

  private static final int NONE = -1;

  private static final int MAX_LENGTH = 1 << 30;

  /** The usual maximum of BLOB and CLOB; a byte more than a value can have. */
  private static final long MAX_LARGE_LENGTH = 1L << 31;

  /** The length of PostgreSQL's type NAME. */
  private static final int MAX_NAME_LENGTH = 63;

  private static final int MAX_FLOAT_BITS_OF_REAL = 24;
  private static final int MAX_FLOAT_BITS = 53;

  /** Digits after the point of a second, in all times, timestamps and intervals. */
  private static final int MAX_FRACTION_DIGITS = 6;

  private static final int YEAR_DIGITS = 4;
  private static final int FIRST_YEAR = 1901;
  private static final int LAST_YEAR = 2155;

  private final TokenReader tokens;

  TypeGrammar(MosqlParserImpl parser) {
    this.tokens = new TokenReader(parser);
  }

  /**
   * The declared type of a column.
   *
   * @param limit condition on its values, or null
   */
  record ColumnType(SqlType type, boolean serial, ImpliedChecks.@Nullable ImpliedCheck limit) {
    /** Returns the type with a collation. */
    ColumnType collated(SqlIdentifier name) {
      if (limit != null && type.equals(SqlType.TEXT)) {
        throw new GrammarException(
            name.getParserPosition(), ParserErrorMessage.COLLATION_NOT_OF_TYPE, "JSON");
      }
      return new ColumnType(CollateGrammar.of(type, name), serial, limit);
    }

    static ColumnType of(SqlType type) {
      return new ColumnType(type, false, null);
    }

    static ColumnType serial(SqlType type) {
      return new ColumnType(type, true, null);
    }

    static ColumnType limited(SqlType type, ImpliedChecks.ImpliedCheck limit) {
      return new ColumnType(type, false, limit);
    }
  }

  /** Parses a Calcite type; its first word was just read. */
  SqlTypeNameSpec rest() {
    SqlParserPos start = tokens.previousPosition();
    if (tokens.previousIs(CATALOG) && tokens.accept(".")) {
      tokens.next();
    }
    String image = tokens.parser().getToken(0).image;
    SqlTypeNameSpec type = find(image.toUpperCase(Locale.ROOT), start);
    if (type != null) {
      return type;
    }
    String name = image.toLowerCase(Locale.ROOT);
    List<String> names =
        tokens.accept(".") ? List.of(name, tokens.next().toLowerCase(Locale.ROOT)) : List.of(name);
    return new RowTypeNameSpec(new SqlIdentifier(names, tokens.since(start)));
  }

  /** Parses a Calcite type after its first word, which is given in upper case. */
  SqlTypeNameSpec named(String word, SqlParserPos start) {
    SqlTypeNameSpec type = find(word, start);
    if (type == null) {
      throw unknown(start, word);
    }
    return type;
  }

  private static GrammarException unknown(SqlParserPos start, String word) {
    return new GrammarException(
        start, CoreErrorMessage.UNDEFINED_TYPE, word.toLowerCase(Locale.ROOT));
  }

  private @Nullable SqlTypeNameSpec find(String word, SqlParserPos start) {
    if (word.equals("JSONB") && acceptDimensions()) {
      return new ParsedTypeNameSpec(SqlType.arrayOf(SqlType.JSONB), tokens.since(start));
    }
    if (word.equals("JSON") || word.equals("JSONB") || word.equals("JSONPATH")) {
      // casts to these types become calls of JSON(x) and similar functions
      return new SqlUserDefinedTypeNameSpec(word, start);
    }
    if (word.equals("REGCLASS")) {
      // only for the name of a sequence, where the planner removes the cast
      return new SqlUserDefinedTypeNameSpec("REGCLASS", start);
    }
    if (word.equals("CITEXT") || word.equals("VARCHAR_IGNORECASE") && !tokens.at("(")) {
      // a text with a collation, which Calcite's types cannot express
      return new SqlUserDefinedTypeNameSpec("CITEXT", start);
    }
    SqlType type = resolveIfKnown(start, word);
    if (type == null) {
      return null;
    }
    if (word.equals("VARCHAR_IGNORECASE")) {
      throw new GrammarException(
          start, CoreErrorMessage.UNSUPPORTED, "a cast to VARCHAR_IGNORECASE with a length");
    }
    if (acceptDimensions()) {
      return new ParsedTypeNameSpec(arrayOf(type, word, start), tokens.since(start));
    }
    if (tokens.at("UNSIGNED")) {
      throw new GrammarException(
          tokens.mark(), ParserErrorMessage.TYPE_OF_COLUMNS_ONLY, "UNSIGNED");
    }
    return spec(type, tokens.since(start));
  }

  ColumnType columnType() throws ParseException {
    SqlParserPos start = tokens.mark();
    if (!isWord(tokens.peek())) {
      throw tokens.unexpected("expected a type");
    }
    if (tokens.accept(CATALOG + " .") && !isWord(tokens.peek())) {
      throw tokens.unexpected("expected a type");
    }
    String word = tokens.next().toUpperCase(Locale.ROOT);
    ColumnType type = columnType(word, start);
    if (!acceptDimensions()) {
      return type;
    }
    if (type.serial() || type.limit() != null) {
      throw new GrammarException(start, CoreErrorMessage.UNSUPPORTED_TYPE, word + "[]");
    }
    return ColumnType.of(arrayOf(type.type(), word, start));
  }

  private static SqlType arrayOf(SqlType element, String word, SqlParserPos start) {
    if (!element.isPlain() || element.kind().isLarge()) {
      throw new GrammarException(start, CoreErrorMessage.UNSUPPORTED_TYPE, word + "[]");
    }
    return SqlType.arrayOf(element);
  }

  /**
   * Skips the dimensions of an array type, whose number and lengths are no part of the type, as in
   * PostgreSQL: {@code [3][]}, {@code ARRAY} or {@code ARRAY[3]}.
   */
  private boolean acceptDimensions() {
    boolean array = tokens.accept("ARRAY");
    boolean any = array;
    while (tokens.accept("[")) {
      if (!tokens.at("]")) {
        tokens.number();
      }
      tokens.expect("]");
      any = true;
    }
    return any;
  }

  private ColumnType columnType(String word, SqlParserPos start) throws ParseException {
    return switch (word) {
      case "SERIAL", "SERIAL4" -> ColumnType.serial(SqlType.INTEGER);
      case "BIGSERIAL", "SERIAL8" -> ColumnType.serial(SqlType.BIGINT);
      case "SMALLSERIAL", "SERIAL2" -> ColumnType.serial(SqlType.SMALLINT);
      case "ENUM" -> choice(start);
      case "JSON" -> ColumnType.limited(SqlType.TEXT, ImpliedChecks.json());
      case "JSONB" -> ColumnType.of(SqlType.JSONB);
      case "YEAR" -> {
        parameter(start, NONE, YEAR_DIGITS, YEAR_DIGITS);
        yield ColumnType.limited(
            SqlType.SMALLINT,
            ImpliedChecks.either(0, ImpliedChecks.between(FIRST_YEAR, LAST_YEAR)));
      }
      default -> {
        SqlType type = resolve(start, word);
        yield type.kind().isNumeric() ? signed(word, type) : new ColumnType(type, false, null);
      }
    };
  }

  /** Parses ENUM: a text with a fixed set of values. */
  private ColumnType choice(SqlParserPos start) throws ParseException {
    List<String> texts = tokens.parenthesized(tokens::string);
    int longest = 1;
    for (String text : texts) {
      longest = Math.max(longest, text.codePointCount(0, text.length()));
    }
    if (texts.stream().distinct().count() < texts.size()) {
      throw new GrammarException(start, ParserErrorMessage.ENUM_VALUE_REPEATED);
    }
    return ColumnType.limited(SqlType.varchar(longest), ImpliedChecks.oneOf(texts));
  }

  /** Returns the type of a number, which may be UNSIGNED. */
  private ColumnType signed(String word, SqlType type) {
    tokens.accept("SIGNED");
    boolean unsigned = tokens.accept("UNSIGNED");
    if (tokens.at("ZEROFILL")) {
      throw new GrammarException(tokens.mark(), CoreErrorMessage.UNSUPPORTED, "ZEROFILL");
    }
    if (!unsigned) {
      return ColumnType.of(type);
    }
    return switch (word) {
      case "TINYINT" -> ColumnType.limited(SqlType.SMALLINT, ImpliedChecks.between(0, 0xFF));
      case "MEDIUMINT" -> ColumnType.limited(SqlType.INTEGER, ImpliedChecks.between(0, 0xFF_FFFF));
      default ->
          switch (type.kind()) {
            case SMALLINT -> ColumnType.limited(SqlType.INTEGER, ImpliedChecks.between(0, 0xFFFF));
            case INTEGER ->
                ColumnType.limited(SqlType.BIGINT, ImpliedChecks.between(0, 0xFFFF_FFFFL));
            default -> ColumnType.limited(type, ImpliedChecks.atLeast(0));
          };
    };
  }

  private static boolean isWord(String image) {
    return !image.isEmpty() && Character.isLetter(image.charAt(0)) && image.indexOf('\'') < 0;
  }

  private SqlType resolve(SqlParserPos start, String word) {
    SqlType type = resolveIfKnown(start, word);
    if (type == null) {
      throw unknown(start, word);
    }
    return type;
  }

  private @Nullable SqlType resolveIfKnown(SqlParserPos start, String word) {
    return switch (word) {
      case "BOOLEAN", "BOOL" -> SqlType.BOOLEAN;
      case "BIT" -> bit(start);
      case "SMALLINT", "INT2", "TINYINT" -> integer(SqlType.SMALLINT);
      case "INTEGER", "INT", "INT4", "MEDIUMINT" -> integer(SqlType.INTEGER);
      case "BIGINT", "INT8" -> integer(SqlType.BIGINT);
      case "SIGNED" -> tokens.accept("INTEGER") ? SqlType.BIGINT : integer(SqlType.BIGINT);
      case "DECIMAL", "DEC", "NUMERIC", "NUMBER", "FIXED" -> decimal(start);
      case "REAL", "FLOAT4" -> SqlType.REAL;
      case "DOUBLE" -> doublePrecision();
      case "FLOAT8" -> SqlType.DOUBLE;
      case "FLOAT" -> floating(start);
      case "CHARACTER", "CHAR", "NCHAR", "BPCHAR" -> character(start);
      case "NATIONAL" -> national(start);
      case "VARCHAR", "VARCHAR2", "NVARCHAR", "NVARCHAR2" -> varchar(start);
      case "CLOB", "NCLOB" -> large(TypeKind.CLOB, start);
      case "BLOB" -> large(TypeKind.BLOB, start);
      case "LONGVARCHAR", "LONGNVARCHAR", "NTEXT" -> varchar(start);
      case "VARCHAR_IGNORECASE" -> varchar(start).withCollation(Collation.NOCASE);
      case "TEXT" -> text(start);
      case "NAME" -> SqlType.varchar(MAX_NAME_LENGTH);
      case "CITEXT" -> SqlType.TEXT.withCollation(Collation.NOCASE);
      case "STRING", "TINYTEXT", "MEDIUMTEXT", "LONGTEXT" -> SqlType.TEXT;
      case "BINARY" -> binary(start);
      case "VARBINARY", "LONGVARBINARY", "RAW", "IMAGE" ->
          SqlType.varbinary(length(start, SqlType.UNBOUNDED));
      case "BYTEA", "TINYBLOB", "MEDIUMBLOB", "LONGBLOB" -> SqlType.varbinary(SqlType.UNBOUNDED);
      case "UUID", "UNIQUEIDENTIFIER" -> SqlType.UUID;
      case "DATE" -> SqlType.DATE;
      case "TIME" -> timed(start, SqlType.TIME);
      case "TIMESTAMP" -> timed(start, SqlType.TIMESTAMP);
      case "TIMESTAMPTZ" -> new SqlType(TypeKind.TIMESTAMPTZ, digitsOfSecond(start), 0);
      case "DATETIME", "DATETIME2", "SMALLDATETIME" ->
          new SqlType(TypeKind.TIMESTAMP, digitsOfSecond(start), 0);
      case "ENUM", "YEAR", "UNSIGNED" ->
          throw new GrammarException(start, ParserErrorMessage.TYPE_OF_COLUMNS_ONLY, word);
      case "INTERVAL" -> interval(start);
      case "VARBIT", "MONEY", "SET", "XML", "TIMETZ" ->
          throw new GrammarException(start, CoreErrorMessage.UNSUPPORTED_TYPE, word);
      default -> null;
    };
  }

  private SqlType integer(SqlType type) {
    if (tokens.accept("(")) {
      tokens.number();
      tokens.expect(")");
    }
    return type;
  }

  private SqlType decimal(SqlParserPos start) {
    if (!tokens.accept("(")) {
      return SqlType.NUMERIC;
    }
    long precision = tokens.number();
    long scale = tokens.accept(",") ? tokens.number() : 0;
    tokens.expect(")");
    if (precision < 1 || precision > SqlType.MAX_DECIMAL_PRECISION) {
      throw new GrammarException(
          start, ParserErrorMessage.DECIMAL_PRECISION_OUT_OF_RANGE, SqlType.MAX_DECIMAL_PRECISION);
    }
    if (scale < 0 || scale > precision) {
      throw new GrammarException(start, ParserErrorMessage.DECIMAL_SCALE_OUT_OF_RANGE);
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

  private SqlType character(SqlParserPos start) {
    if (tokens.accept("LARGE OBJECT")) {
      return large(TypeKind.CLOB, start);
    }
    return tokens.accept("VARYING") ? varchar(start) : SqlType.charOf(length(start, 1));
  }

  private SqlType national(SqlParserPos start) {
    if (tokens.accept("VARCHAR")) {
      return varchar(start);
    }
    if (!tokens.acceptAny("CHARACTER", "CHAR")) {
      throw tokens.unexpected("expected CHARACTER");
    }
    return character(start);
  }

  private SqlType varchar(SqlParserPos start) {
    int length = length(start, NONE);
    return length == NONE ? SqlType.TEXT : SqlType.varchar(length);
  }

  /** Parses the length of a TEXT type and ignores it, as MySQL takes it for a hint. */
  private SqlType text(SqlParserPos start) {
    length(start, NONE);
    return SqlType.TEXT;
  }

  private SqlType binary(SqlParserPos start) {
    if (tokens.accept("LARGE OBJECT")) {
      return large(TypeKind.BLOB, start);
    }
    int none = tokens.accept("VARYING") ? SqlType.UNBOUNDED : 1;
    return SqlType.varbinary(length(start, none));
  }

  /** Parses the length of BLOB or CLOB, such as {@code (10)} or {@code (10M)}. */
  private SqlType large(TypeKind kind, SqlParserPos start) {
    if (!tokens.accept("(")) {
      return SqlType.of(kind);
    }
    long length = tokens.number();
    int shift = tokens.accept("K") ? 10 : tokens.accept("M") ? 20 : tokens.accept("G") ? 30 : 0;
    tokens.acceptAny("CHARACTERS", "OCTETS");
    tokens.expect(")");
    if (length < 1 || length > MAX_LARGE_LENGTH >> shift) {
      throw new GrammarException(
          start, ParserErrorMessage.TYPE_PARAMETER_OUT_OF_RANGE, 1, MAX_LARGE_LENGTH);
    }
    return new SqlType(kind, (int) Math.min(Integer.MAX_VALUE, length << shift), 0);
  }

  private SqlType timed(SqlParserPos start, SqlType type) {
    int digits = digitsOfSecond(start);
    SqlParserPos zone = tokens.mark();
    if (tokens.acceptAny("WITH TIME ZONE", "WITH LOCAL TIME ZONE")) {
      if (type.equals(SqlType.TIME)) {
        throw new GrammarException(zone, CoreErrorMessage.UNSUPPORTED_TYPE, "TIME WITH TIME ZONE");
      }
      return new SqlType(TypeKind.TIMESTAMPTZ, digits, 0);
    }
    tokens.accept("WITHOUT TIME ZONE");
    return new SqlType(type.kind(), digits, 0);
  }

  /** Parses the digits of a second; all of them are the same as none. */
  private int digitsOfSecond(SqlParserPos start) {
    int digits = parameter(start, NONE, 0, MAX_FRACTION_DIGITS);
    return digits == MAX_FRACTION_DIGITS ? SqlType.UNBOUNDED : digits;
  }

  /**
   * Parses JDBC's type BIT, and BIT(1), which are BOOLEAN as in H2 and SQL Server; there are no
   * strings of several bits.
   */
  private SqlType bit(SqlParserPos start) {
    boolean several = tokens.accept("VARYING");
    if (tokens.accept("(")) {
      several |= tokens.number() != 1;
      tokens.expect(")");
    }
    if (several) {
      throw new GrammarException(start, CoreErrorMessage.UNSUPPORTED_TYPE, "BIT of several bits");
    }
    return SqlType.BOOLEAN;
  }

  /**
   * Parses PostgreSQL's type INTERVAL: one type for all intervals, whose fields determine the
   * precision of stored values.
   */
  private SqlType interval(SqlParserPos start) {
    IntervalFields fields = IntervalFields.ALL;
    SqlParserPos first = tokens.mark();
    for (IntervalFields declared : IntervalFields.values()) {
      // longer alternatives with the same first field come later
      if (declared != IntervalFields.ALL && tokens.at(declared.sql())) {
        fields = declared;
      }
    }
    if (fields != IntervalFields.ALL) {
      tokens.accept(fields.sql());
    }
    if (!fields.hasSeconds() && tokens.at("(")) {
      throw new GrammarException(
          first, CoreErrorMessage.UNSUPPORTED, "digits of another field than seconds");
    }
    return SqlType.interval(fields, parameter(start, NONE, 0, MAX_FRACTION_DIGITS));
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
      throw new GrammarException(start, ParserErrorMessage.TYPE_PARAMETER_OUT_OF_RANGE, min, max);
    }
    return (int) value;
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
      case NUMERIC -> new SqlBasicTypeNameSpec(SqlTypeName.DECIMAL, pos);
      case REAL -> new SqlBasicTypeNameSpec(SqlTypeName.REAL, pos);
      case DOUBLE -> new SqlBasicTypeNameSpec(SqlTypeName.DOUBLE, pos);
      case CHAR -> new SqlBasicTypeNameSpec(SqlTypeName.CHAR, precision, pos);
      case VARCHAR, TEXT -> new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, precision, pos);
      case VARBINARY -> new SqlBasicTypeNameSpec(SqlTypeName.VARBINARY, precision, pos);
      case DATE -> new SqlBasicTypeNameSpec(SqlTypeName.DATE, pos);
      case TIME -> timed(SqlTypeName.TIME, type, pos);
      case TIMESTAMP -> timed(SqlTypeName.TIMESTAMP, type, pos);
      case TIMESTAMPTZ -> timed(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, type, pos);
      case UUID -> new SqlBasicTypeNameSpec(SqlTypeName.UUID, pos);
      case JSONB -> new SqlUserDefinedTypeNameSpec("JSONB", pos);
      // the planner resolves the type name
      case ARRAY, BLOB, CLOB, INTERVAL -> new ParsedTypeNameSpec(type, pos);
    };
  }

  private static SqlTypeNameSpec timed(SqlTypeName name, SqlType type, SqlParserPos pos) {
    return type.precision() == SqlType.UNBOUNDED
        ? new SqlBasicTypeNameSpec(name, pos)
        : new ParsedTypeNameSpec(type, pos);
  }
}
