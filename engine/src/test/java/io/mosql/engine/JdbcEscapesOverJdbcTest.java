package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The escapes of JDBC, and the metadata that list their functions. */
final class JdbcEscapesOverJdbcTest {
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:mosql:mem:jdbc-escapes");
    statement = connection.createStatement();
  }

  @AfterEach
  void close() throws SQLException {
    statement.execute("shutdown");
    connection.close();
  }

  private String value(String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      nullValues = "NULL",
      value = {
        "abs(-1)|1",
        "acos(1)|0.0",
        "asin(0)|0.0",
        "atan(0)|0.0",
        "atan2(0, 1)|0.0",
        "ceiling(1.2)|2",
        "cos(0)|1.0",
        "round({fn cot(1)}, 3)|0.642",
        "degrees(pi())|180.0",
        "exp(0)|1.0",
        "floor(1.8)|1",
        "log({fn exp(2)})|2.0",
        "log10(1000)|3.0",
        "mod(7, 4)|3",
        "round({fn pi()}, 2)|3.14",
        "power(2, 10)|1024.0",
        "radians(0)|0.0",
        "round(1.25, 1)|1.3",
        "sign(-3)|-1",
        "sin(0)|0.0",
        "sqrt(16)|4.0",
        "tan(0)|0.0",
        "truncate(1.29, 1)|1.2",
        "ascii('a')|97",
        "char(65)|A",
        "char_length('abc')|3",
        "char_length('\u00e4', OCTETS)|2",
        "character_length('\u00e4', characters)|1",
        "concat('a', {fn concat('b', 'c')})|abc",
        "concat('a', null)|NULL",
        "difference('Robert', 'Rupert')|4",
        "insert('abcdef', 2, 3, 'XX')|aXXef",
        "lcase('ABC')|abc",
        "left('abc', 2)|ab",
        "length('abc  ')|3",
        "length('\u00e4 ', OCTETS)|2",
        "locate('c', 'abcc')|3",
        "locate('c', 'abcc', 4)|4",
        "ltrim(' a')|a",
        "octet_length('\u00e4')|2",
        "position('b' IN 'abc')|2",
        "position('b' IN 'abc', CHARACTERS)|2",
        "repeat('ab', 2)|abab",
        "replace('abc', 'b', '')|ac",
        "right('abc', 2)|bc",
        "rtrim('a ')|a",
        "soundex('Robert')|R163",
        "concat('.', {fn concat(space(2), '.')})|.  .",
        "substring('abcdef', 2, 3)|bcd",
        "substring('abcdef', 2, 3, CHARACTERS)|bcd",
        "ucase('abc')|ABC",
        "dayname({d '2026-01-02'})|Friday",
        "dayofmonth({d '2026-01-02'})|2",
        "dayofweek({d '2026-01-02'})|6",
        "dayofyear({d '2026-02-01'})|32",
        "extract(MONTH FROM {d '2026-02-01'})|2",
        "hour({t '10:11:12'})|10",
        "minute({t '10:11:12'})|11",
        "month({ts '2026-02-01 10:11:12'})|2",
        "monthname({d '2026-02-01'})|February",
        "quarter({d '2026-05-01'})|2",
        "week({d '2026-01-08'})|2",
        "year({d '2026-01-08'})|2026",
        "timestampadd(SQL_TSI_FRAC_SECOND, 5000, {ts '2026-01-01 00:00:00'})"
            + "|2026-01-01 00:00:00.000005",
        "timestampadd(SQL_TSI_SECOND, 1, {ts '2026-01-01 00:00:00'})|2026-01-01 00:00:01",
        "timestampadd(SQL_TSI_MINUTE, 1, {ts '2026-01-01 00:00:00'})|2026-01-01 00:01:00",
        "timestampadd(SQL_TSI_HOUR, -1, {ts '2026-01-01 00:00:00'})|2025-12-31 23:00:00",
        "timestampadd(SQL_TSI_DAY, 1, {ts '2026-01-31 00:00:00'})|2026-02-01 00:00:00",
        "timestampadd(SQL_TSI_WEEK, 1, {ts '2026-01-31 00:00:00'})|2026-02-07 00:00:00",
        "timestampadd(SQL_TSI_MONTH, 1, {ts '2026-01-31 00:00:00'})|2026-02-28 00:00:00",
        "timestampadd(SQL_TSI_QUARTER, 1, {ts '2026-01-31 00:00:00'})|2026-04-30 00:00:00",
        "timestampadd(sql_tsi_year, 1, {ts '2026-01-31 00:00:00'})|2027-01-31 00:00:00",
        "timestampdiff(SQL_TSI_FRAC_SECOND, {ts '2026-01-01 00:00:00'},"
            + " {ts '2026-01-01 00:00:00.000001'})|1000",
        "timestampdiff(SQL_TSI_DAY, {d '2026-01-01'}, {d '2026-02-01'})|31",
        "timestampdiff(SQL_TSI_MONTH, {d '2026-01-01'}, {d '2026-03-01'})|2",
        "ifnull(null, 'x')|x",
        "database()|jdbc-escapes",
        "convert('12', SQL_INTEGER)|12",
        "convert(12, VARCHAR)|12",
        "convert('true', SQL_BIT)|TRUE",
        "convert('1.50', SQL_DECIMAL)|1.50",
        "convert(1, SQL_DOUBLE)|1.0",
        "convert({ts '2026-01-02 03:04:05'}, SQL_DATE)|2026-01-02",
        "convert({fn convert(1, SQL_VARCHAR)}, SQL_BIGINT)|1"
      })
  void functionsHaveTheValuesThatJdbcSays(String call, String expected) throws SQLException {
    assertThat(value("select {fn " + call + "}")).isEqualTo(expected);
  }

  @Test
  void functionsOfTheClockAndTheSession() throws SQLException {
    for (String call :
        List.of(
            "rand()",
            "now()",
            "curdate()",
            "curtime()",
            "current_date",
            "current_date()",
            "current_time",
            "current_timestamp",
            "second(now())",
            "user()")) {
      assertThat(value("select {fn " + call + "}")).as(call).isNotNull();
    }
  }

  @Test
  void otherEscapes() throws SQLException {
    statement.execute("create table t (id int, s varchar(10))");
    statement.execute("insert into t values (1, 'a_b'), (2, 'axb'), (3, null)");
    assertThat(value("select count(*) from t where s like 'a!_b' {escape '!'}")).isEqualTo("1");
    assertThat(value("select id from t order by id {limit 1 offset 1}")).isEqualTo("2");
    assertThat(value("select count(*) from {oj t left outer join t u on t.id = u.id + 1}"))
        .isEqualTo("3");
    try (PreparedStatement prepared =
        connection.prepareStatement("select {fn insert(?, ?, 1, {fn concat(?, 'y')})}")) {
      prepared.setString(1, "abc");
      prepared.setInt(3, 2);
      prepared.setString(2, "x");
      try (ResultSet row = prepared.executeQuery()) {
        row.next();
        assertThat(row.getString(1)).isEqualTo("axyc");
      }
    }
    for (String bad :
        List.of("{fn insert}", "{fn insert('a'}", "{fn insert('a') 1}", "{fn convert('a', 1")) {
      assertThatThrownBy(() -> statement.execute("select " + bad))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42601"));
    }
  }

  @Test
  void conversionsThatMetadataPromiseWork() throws SQLException {
    DatabaseMetaData data = connection.getMetaData();
    assertThat(data.supportsConvert()).isTrue();
    Map<Integer, String> samples =
        Map.of(
            Types.BOOLEAN, "true",
            Types.INTEGER, "1",
            Types.NUMERIC, "cast(1 as numeric)",
            Types.DOUBLE, "1e0",
            Types.VARBINARY, "x'31'",
            Types.DATE, "{d '2026-01-02'}",
            Types.TIME, "{t '01:02:03'}",
            Types.TIMESTAMP, "{ts '2026-01-02 01:02:03'}");
    Map<Integer, String> names =
        Map.of(
            Types.BOOLEAN, "SQL_BOOLEAN",
            Types.INTEGER, "SQL_INTEGER",
            Types.NUMERIC, "SQL_NUMERIC",
            Types.DOUBLE, "SQL_DOUBLE",
            Types.VARBINARY, "SQL_VARBINARY",
            Types.VARCHAR, "SQL_VARCHAR",
            Types.DATE, "SQL_DATE",
            Types.TIME, "SQL_TIME",
            Types.TIMESTAMP, "SQL_TIMESTAMP");
    List<String> failed = new ArrayList<>();
    for (int from : samples.keySet()) {
      for (int to : names.keySet()) {
        if (data.supportsConvert(from, to)) {
          try {
            value("select {fn convert(" + samples.get(from) + ", " + names.get(to) + ")}");
          } catch (SQLException e) {
            failed.add(from + " to " + names.get(to) + ": " + e.getMessage());
          }
        }
      }
    }
    assertThat(failed).isEmpty();
    assertThat(data.supportsConvert(Types.INTEGER, Types.DATE)).isFalse();
    assertThat(data.supportsConvert(Types.OTHER, Types.ARRAY)).isFalse();
  }

  @Test
  void keywordsThatMetadataListAreReserved() throws SQLException {
    for (String word : connection.getMetaData().getSQLKeywords().split(",")) {
      assertThatThrownBy(() -> statement.execute("create table w (" + word + " int)"))
          .as(word)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42601"));
    }
  }

  @Test
  void metadataListTheFunctions() throws SQLException {
    DatabaseMetaData data = connection.getMetaData();
    TreeSet<String> listed = new TreeSet<>();
    for (String names :
        List.of(
            data.getNumericFunctions(),
            data.getStringFunctions(),
            data.getTimeDateFunctions(),
            data.getSystemFunctions())) {
      listed.addAll(List.of(names.split(",")));
    }
    // All functions of the appendix of the specification, apart from CONVERT.
    assertThat(listed).hasSize(24 + 22 + 21 + 3);
    assertThat(ARGUMENTS.keySet()).isEqualTo(listed);
    for (String name : listed) {
      String call = "select {fn " + name + ARGUMENTS.get(name) + "}";
      try (ResultSet rows = statement.executeQuery(call)) {
        assertThat(rows.next()).as(call).isTrue();
        assertThat(rows.getObject(1)).as(call).isNotNull();
      }
    }
  }

  /** Arguments of each function that metadata list. */
  private static final Map<String, String> ARGUMENTS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("ABS", "(-1)"),
              Map.entry("ACOS", "(0.5)"),
              Map.entry("ASIN", "(0.5)"),
              Map.entry("ATAN", "(0.5)"),
              Map.entry("ATAN2", "(1, 2)"),
              Map.entry("CEILING", "(1.5)"),
              Map.entry("COS", "(1)"),
              Map.entry("COT", "(1)"),
              Map.entry("DEGREES", "(1)"),
              Map.entry("EXP", "(1)"),
              Map.entry("FLOOR", "(1.5)"),
              Map.entry("LOG", "(2)"),
              Map.entry("LOG10", "(2)"),
              Map.entry("MOD", "(5, 3)"),
              Map.entry("PI", "()"),
              Map.entry("POWER", "(2, 3)"),
              Map.entry("RADIANS", "(1)"),
              Map.entry("RAND", "()"),
              Map.entry("ROUND", "(1.55, 1)"),
              Map.entry("SIGN", "(-1)"),
              Map.entry("SIN", "(1)"),
              Map.entry("SQRT", "(4)"),
              Map.entry("TAN", "(1)"),
              Map.entry("TRUNCATE", "(1.55, 1)"),
              Map.entry("ASCII", "('a')"),
              Map.entry("CHAR", "(65)"),
              Map.entry("CHAR_LENGTH", "('a', CHARACTERS)"),
              Map.entry("CHARACTER_LENGTH", "('a')"),
              Map.entry("CONCAT", "('a', 'b')"),
              Map.entry("DIFFERENCE", "('a', 'b')"),
              Map.entry("INSERT", "('abc', 1, 2, 'x')"),
              Map.entry("LCASE", "('A')"),
              Map.entry("LEFT", "('abc', 2)"),
              Map.entry("LENGTH", "('abc')"),
              Map.entry("LOCATE", "('b', 'abc', 1)"),
              Map.entry("LTRIM", "(' a')"),
              Map.entry("OCTET_LENGTH", "('a')"),
              Map.entry("POSITION", "('b' IN 'abc')"),
              Map.entry("REPEAT", "('a', 2)"),
              Map.entry("REPLACE", "('a', 'a', 'b')"),
              Map.entry("RIGHT", "('abc', 2)"),
              Map.entry("RTRIM", "('a ')"),
              Map.entry("SOUNDEX", "('a')"),
              Map.entry("SPACE", "(2)"),
              Map.entry("SUBSTRING", "('abc', 2, 1)"),
              Map.entry("UCASE", "('a')"),
              Map.entry("CURRENT_DATE", "()"),
              Map.entry("CURRENT_TIME", "()"),
              Map.entry("CURRENT_TIMESTAMP", "()"),
              Map.entry("CURDATE", "()"),
              Map.entry("CURTIME", "()"),
              Map.entry("DAYNAME", "(DATE '2024-05-06')"),
              Map.entry("DAYOFMONTH", "(DATE '2024-05-06')"),
              Map.entry("DAYOFWEEK", "(DATE '2024-05-06')"),
              Map.entry("DAYOFYEAR", "(DATE '2024-05-06')"),
              Map.entry("EXTRACT", "(YEAR FROM DATE '2024-05-06')"),
              Map.entry("HOUR", "(TIME '10:11:12')"),
              Map.entry("MINUTE", "(TIME '10:11:12')"),
              Map.entry("MONTH", "(DATE '2024-05-06')"),
              Map.entry("MONTHNAME", "(DATE '2024-05-06')"),
              Map.entry("NOW", "()"),
              Map.entry("QUARTER", "(DATE '2024-05-06')"),
              Map.entry("SECOND", "(TIME '10:11:12')"),
              Map.entry("TIMESTAMPADD", "(SQL_TSI_DAY, 1, TIMESTAMP '2024-05-06 10:11:12')"),
              Map.entry(
                  "TIMESTAMPDIFF",
                  "(SQL_TSI_DAY, TIMESTAMP '2024-05-06 10:11:12', TIMESTAMP '2024-05-07 10:11:12')"),
              Map.entry("WEEK", "(DATE '2024-05-06')"),
              Map.entry("YEAR", "(DATE '2024-05-06')"),
              Map.entry("DATABASE", "()"),
              Map.entry("IFNULL", "(NULL, 'a')"),
              Map.entry("USER", "()")));

  /** Each way to call a function that metadata list works, and has the type that they tell. */
  @Test
  void metadataListHowFunctionsAreCalled() throws SQLException {
    DatabaseMetaData data = connection.getMetaData();
    Map<String, Boolean> returnsRows = new TreeMap<>();
    try (ResultSet functions = data.getFunctions(null, "pg\\_catalog", null)) {
      String before = "";
      while (functions.next()) {
        String name = functions.getString("FUNCTION_NAME");
        assertThat(name).isGreaterThanOrEqualTo(before);
        before = name;
        returnsRows.put(
            functions.getString("SPECIFIC_NAME"),
            functions.getShort("FUNCTION_TYPE") == DatabaseMetaData.functionReturnsTable);
      }
    }
    assertThat(returnsRows).hasSizeGreaterThan(400).containsEntry("abs_1", false);
    Map<String, List<String>> arguments = new TreeMap<>();
    Map<String, String> results = new TreeMap<>();
    Map<String, String> names = new TreeMap<>();
    try (ResultSet columns = data.getFunctionColumns(null, null, "%", null)) {
      while (columns.next()) {
        String function = columns.getString("SPECIFIC_NAME");
        names.put(function, columns.getString("FUNCTION_NAME"));
        List<String> types = arguments.computeIfAbsent(function, unused -> new ArrayList<>());
        String type = columns.getString("TYPE_NAME");
        switch (columns.getShort("COLUMN_TYPE")) {
          case DatabaseMetaData.functionColumnIn -> {
            types.add(type);
            assertThat(columns.getInt("ORDINAL_POSITION")).isEqualTo(types.size());
          }
          case DatabaseMetaData.functionReturn -> {
            assertThat(columns.getInt("ORDINAL_POSITION")).isZero();
            results.put(function, type);
          }
          default ->
              assertThat(columns.getShort("COLUMN_TYPE"))
                  .isEqualTo((short) DatabaseMetaData.functionColumnResult);
        }
      }
    }
    statement.execute("create sequence metadata_list");
    List<String> failed = new ArrayList<>();
    for (Map.Entry<String, List<String>> entry : arguments.entrySet()) {
      String function = entry.getKey();
      boolean rows = returnsRows.get(function);
      String name = names.get(function);
      String call =
          name
              + entry.getValue().stream()
                  .map(type -> "cast(null as " + (type.equals("any") ? "integer" : type) + ")")
                  .collect(Collectors.joining(", ", "(", ")"));
      if (SPECIAL.contains(name) || name.contains("_record")) {
        continue;
      }
      String text = rows ? "select * from " + call : "select " + call;
      if (WINDOW.contains(name)) {
        text += " over (order by 1)";
      }
      if (name.startsWith("percentile") || name.equals("mode")) {
        text += " within group (order by 1.5e0)";
      }
      try (PreparedStatement prepared = connection.prepareStatement(text)) {
        String type = prepared.getMetaData().getColumnTypeName(1);
        String told = results.get(function);
        if (told != null && !told.equals("any") && !plain(type).equals(plain(told))) {
          failed.add(text + " is " + type + ", not " + told);
        }
      } catch (SQLException e) {
        failed.add(text + ": " + e.getMessage());
      }
    }
    statement.execute("drop sequence metadata_list");
    assertThat(failed).isEmpty();
    try (ResultSet procedures = data.getProcedures(null, null, null)) {
      assertThat(procedures.next()).isFalse();
    }
  }

  private static final Set<String> WINDOW =
      Set.of(
          "cume_dist",
          "dense_rank",
          "first_value",
          "lag",
          "last_value",
          "lead",
          "nth_value",
          "percent_rank",
          "rank",
          "row_number");

  /** Functions whose arguments must be constants, or that need a list of columns. */
  private static final Set<String> SPECIAL = Set.of("ntile", "normalize", "json_object");

  /** A type without its length, and the same name for all texts and numbers of any digits. */
  private static String plain(String type) {
    String name = type.replaceAll("\\(.*", "");
    return switch (name) {
      case "VARCHAR", "CHAR", "TEXT" -> "TEXT";
      case "DECIMAL", "NUMERIC" -> "NUMERIC";
      default -> name;
    };
  }
}
