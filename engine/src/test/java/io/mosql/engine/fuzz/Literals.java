package io.mosql.engine.fuzz;

import io.mosql.testkit.SeededRandom;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;

/** A generator of values of each kind, as SQL and as parameters. */
final class Literals {
  private static final List<String> TEXTS =
      List.of(
          "", "a", "A", "ab", "abc", "b", "B", "zz", "c d", " x", "a%b", "a_b", "12", "-3", "é",
          "ñ9", "a,b,c", "1.50", "\\");
  private static final List<String> DATES =
      List.of(
          "2024-02-29",
          "2023-12-31",
          "2024-01-01",
          "2000-01-31",
          "1999-03-28",
          "1970-01-01",
          "1900-02-28",
          "2024-03-31",
          "0001-01-01",
          "9999-12-31");
  private static final List<String> TIMES =
      List.of("00:00:00", "12:30:00", "23:59:59.999999", "01:02:03.5", "10:00:00");
  private static final List<String> INTERVALS =
      List.of(
          "1 day",
          "1 month",
          "1 year 2 months",
          "-1 day",
          "02:03:04.5",
          "1 mon 3 days 04:00:00",
          "-1 mon 5 days",
          "00:00:00",
          "40 days",
          "25:00:00",
          "-00:00:01",
          "3 days -01:00:00");
  private static final List<String> UUIDS =
      List.of(
          "00000000-0000-0000-0000-000000000000",
          "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
          "ffffffff-ffff-ffff-ffff-ffffffffffff");
  private static final List<String> BYTES = List.of("", "00", "61", "6162", "ff00", "c3a9");
  private static final List<String> DOCUMENTS =
      List.of(
          "null",
          "1",
          "\"a\"",
          "true",
          "[]",
          "{}",
          "[1, 2, 3]",
          "[\"a\", \"b\", null]",
          "{\"a\": 1}",
          "{\"a\": {\"b\": [1, {\"c\": \"x\"}]}, \"b\": null}",
          "{\"a\": [1, 2.5], \"b\": \"é\"}",
          "[[1], [2, [3]]]",
          "{\"a\": \"b\", \"c\": true}",
          "-1.5");

  private final SeededRandom random;

  Literals(SeededRandom random) {
    this.random = random;
  }

  /** A short one, for reduced statements. */
  static String plain(Kind kind) {
    return switch (kind) {
      case INT -> "1";
      case NUM -> "1.5";
      case DBL -> "CAST(2 AS DOUBLE PRECISION)";
      case BOOL -> "TRUE";
      case TEXT -> "'a'";
      case DATE -> "DATE '2024-02-29'";
      case TIME -> "TIME '12:30:00'";
      case TS -> "TIMESTAMP '2024-02-29 12:30:00'";
      case TSTZ -> "TIMESTAMPTZ '2024-02-29 12:30:00+00'";
      case IV -> "INTERVAL '1 day'";
      case UUID -> "UUID '00000000-0000-0000-0000-000000000000'";
      case BYTES -> "CAST('a' AS BYTEA)";
      case JSON -> "CAST('1' AS JSONB)";
    };
  }

  Piece literal(Kind kind) {
    return Piece.expression(kind, sql(kind));
  }

  /** A literal, in a form that both databases give the same type. */
  String sql(Kind kind) {
    return switch (kind) {
      case INT ->
          random.percent(90)
              ? signed(String.valueOf(random.nextInt(12)))
              : pick(
                  List.of("100", "32767", "(-32768)", "2147483647", "3000000000", "(-2147483647)"));
      case NUM ->
          signed(
              pick(
                  List.of(
                      "0.0",
                      "1.5",
                      "0.25",
                      "2.50",
                      "10.0",
                      "0.001",
                      "99.99",
                      "7.125",
                      "12345.6789")));
      case DBL ->
          "CAST('"
              + pick(List.of("0", "1.5", "-2.25", "3", "0.1", "1e10", "-7", "1e-3", "100"))
              + "' AS DOUBLE PRECISION)";
      case BOOL -> random.nextBoolean() ? "TRUE" : "FALSE";
      case TEXT -> quoted(pick(TEXTS));
      case DATE -> "DATE '" + pick(DATES) + "'";
      case TIME -> "TIME '" + pick(TIMES) + "'";
      case TS -> "TIMESTAMP '" + pick(DATES) + " " + pick(TIMES) + "'";
      case TSTZ ->
          "TIMESTAMPTZ '"
              + pick(DATES)
              + " "
              + pick(TIMES)
              + pick(List.of("+00", "+02", "-03:30"))
              + "'";
      case IV -> "INTERVAL '" + pick(INTERVALS) + "'";
      case UUID -> "UUID '" + pick(UUIDS) + "'";
      case BYTES -> "CAST('\\x" + pick(BYTES) + "' AS BYTEA)";
      case JSON -> "CAST(" + quoted(pick(DOCUMENTS)) + " AS JSONB)";
    };
  }

  /** A parameter, or a literal of kinds that have no natural one. */
  Piece parameter(Kind kind) {
    boolean none = random.percent(8);
    return switch (kind) {
      case INT -> {
        int number = random.nextInt(12) - 3;
        yield random.percent(70)
            ? value(kind, none ? null : Integer.valueOf(number))
            : value(kind, none ? null : Long.valueOf(number));
      }
      case NUM ->
          value(
              kind,
              none ? null : new BigDecimal(pick(List.of("0", "1.5", "-2.25", "10.00", "0.125"))));
      case DBL ->
          value(kind, none ? null : Double.valueOf(pick(List.of("0", "1.5", "-2.25", "1e3"))));
      case BOOL -> value(kind, none ? null : Boolean.valueOf(random.nextBoolean()));
      case TEXT -> value(kind, none ? null : pick(TEXTS));
      case DATE -> cast(kind, LocalDate.parse(pick(DATES)));
      case TIME -> cast(kind, LocalTime.parse(pick(TIMES)));
      case TS -> cast(kind, timestamp());
      case TSTZ -> cast(kind, timestamp().atOffset(ZoneOffset.UTC));
      case UUID -> cast(kind, UUID.fromString(pick(UUIDS)));
      case IV -> Piece.expression(kind, "CAST(", new Piece.Value(pick(INTERVALS)), " AS INTERVAL)");
      case JSON -> Piece.expression(kind, "CAST(", new Piece.Value(pick(DOCUMENTS)), " AS JSONB)");
      case BYTES -> literal(kind);
    };
  }

  private LocalDateTime timestamp() {
    return LocalDate.parse(pick(DATES)).atTime(LocalTime.parse(pick(TIMES)));
  }

  private static Piece value(Kind kind, @org.jspecify.annotations.Nullable Object value) {
    return Piece.expression(kind, new Piece.Value(value));
  }

  /** With a CAST or by its own type. */
  private Piece cast(Kind kind, Object value) {
    return random.nextBoolean()
        ? value(kind, value)
        : Piece.expression(kind, "CAST(", new Piece.Value(value), " AS " + kind.castType() + ")");
  }

  private String signed(String number) {
    return random.percent(20) ? "(-" + number + ")" : number;
  }

  static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private String pick(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }
}
