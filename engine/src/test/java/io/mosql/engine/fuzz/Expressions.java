package io.mosql.engine.fuzz;

import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A generator of random expressions from templates, in which {@code %INT} is replaced by any
 * expression of that kind, {@code #INT} by a literal. Intended differences between the databases
 * are avoided: quotients and averages are rounded, the sum of a date and an interval is cast, and
 * so on, as listed in docs/sql/differences.md. Not thread-safe.
 */
final class Expressions {
  private static final Map<Kind, List<String>> TEMPLATES = new EnumMap<>(Kind.class);

  static {
    put(
        Kind.INT,
        "(%INT + %INT)",
        "(%INT - %INT)",
        "(%INT * #INT)",
        "(%INT / %INT)",
        "(%INT % %INT)",
        "abs(%INT)",
        "(- %INT)",
        "mod(%INT, %INT)",
        "length(%TEXT)",
        "octet_length(%TEXT)",
        "bit_length(%TEXT)",
        "position(%TEXT IN %TEXT)",
        "strpos(%TEXT, %TEXT)",
        "ascii(%TEXT)",
        "CAST(%NUM AS INTEGER)",
        "CAST(%DBL AS BIGINT)",
        "CAST(%INT AS SMALLINT)",
        "CAST(%INT AS BIGINT)",
        "CAST(extract(year FROM %DATE) AS INTEGER)",
        "CAST(extract(month FROM %TS) AS INTEGER)",
        "CAST(extract(dow FROM %DATE) AS INTEGER)",
        "CAST(extract(doy FROM %TS) AS INTEGER)",
        "CAST(extract(week FROM %DATE) AS INTEGER)",
        "CAST(extract(isoyear FROM %TS) AS INTEGER)",
        "CAST(extract(day FROM %IV) AS INTEGER)",
        "CAST(extract(hour FROM %TIME) AS INTEGER)",
        "CAST(extract(quarter FROM %TS) AS INTEGER)",
        "CAST(extract(century FROM %DATE) AS INTEGER)",
        "CAST(extract(decade FROM %TS) AS INTEGER)",
        "CAST(extract(isodow FROM %TSTZ) AS INTEGER)",
        "CAST(extract(month FROM %IV) AS INTEGER)",
        "CAST(extract(year FROM %IV) AS INTEGER)",
        "CAST(extract(millennium FROM %DATE) AS INTEGER)",
        "(%DATE - %DATE)",
        "gcd(%INT, %INT)",
        "lcm(%INT, #INT)",
        "num_nulls(%INT, %TEXT)",
        "num_nonnulls(%NUM, %DATE, %INT)",
        "jsonb_array_length(jsonb_build_array(%INT, %TEXT))",
        "length(%BYTES)",
        "octet_length(%BYTES)",
        "width_bucket(%NUM, 0, 10, 5)",
        "CAST(sign(%INT) AS INTEGER)",
        "CAST(%TEXT AS INTEGER)",
        "div(%INT, %INT)::int",
        "regexp_count(%TEXT, 'a')",
        "position('a' IN %TEXT)",
        "CAST(%JSON AS INTEGER)",
        "(%JSON ->> 'a')::int",
        "CAST(floor(%NUM) AS INTEGER)",
        "char_length(%TEXT)",
        "(%INT::bigint * %INT)");
    put(
        Kind.NUM,
        "(%NUM + %NUM)",
        "(%NUM - %NUM)",
        "(%NUM * %NUM)",
        "round(%NUM / %NUM, 4)",
        "(%NUM % %NUM)",
        "(%NUM + %INT)",
        "(%INT - %NUM)",
        "(%INT * %NUM)",
        "round(%NUM)",
        "round(%NUM, 1)",
        "round(%NUM, 2)",
        "round(%NUM, -1)",
        "trunc(%NUM)",
        "trunc(%NUM, 1)",
        "ceil(%NUM)",
        "floor(%NUM)",
        "abs(%NUM)",
        "sign(%NUM)",
        "mod(%NUM, %NUM)",
        "div(%NUM, %NUM)",
        "CAST(%INT AS NUMERIC(12, 2))",
        "CAST(%NUM AS NUMERIC(10, 1))",
        "CAST(%NUM AS NUMERIC(5, 2))",
        "(- %NUM)",
        "CAST(%DBL AS NUMERIC(12, 3))",
        "CAST(%TEXT AS NUMERIC(10, 2))",
        "round(%NUM, abs(%INT % 4)::int)",
        "round(%INT / %NUM, 4)",
        "CAST(%JSON AS NUMERIC(12, 3))",
        "trim_scale(%NUM)",
        "round(CAST(date_part('epoch', %IV) AS NUMERIC(30, 6)), 3)",
        "CAST(%INT AS NUMERIC)");
    put(
        Kind.DBL,
        "(%DBL + %DBL)",
        "(%DBL - %DBL)",
        "(%DBL * %DBL)",
        "(%DBL / %DBL)",
        "(%DBL + %INT)",
        "(%DBL * %NUM)",
        "sqrt(%DBL)",
        "sqrt(abs(%DBL))",
        "abs(%DBL)",
        "floor(%DBL)",
        "ceil(%DBL)",
        "round(%DBL)",
        "trunc(%DBL)",
        "sign(%DBL)",
        "(- %DBL)",
        "CAST(%INT AS DOUBLE PRECISION)",
        "CAST(%NUM AS DOUBLE PRECISION)",
        "power(%DBL, 2)",
        "exp(#DBL)",
        "ln(%DBL)",
        "sin(%DBL)",
        "cos(%DBL)",
        "atan(%DBL)",
        "atan2(%DBL, %DBL)",
        "degrees(%DBL)",
        "radians(%DBL)",
        "cbrt(%DBL)",
        "date_part('second', %TS)",
        "date_part('epoch', %TS)",
        "date_part('day', %IV)",
        "date_part('epoch', %TSTZ)",
        "CAST(%NUM AS REAL)",
        "date_part('minute', %TIME)",
        "date_part('milliseconds', %TS)");
    put(
        Kind.TEXT,
        "(%TEXT || %TEXT)",
        "upper(%TEXT)",
        "lower(%TEXT)",
        "initcap(%TEXT)",
        "substring(%TEXT FROM %INT FOR 3)",
        "substring(%TEXT FROM #INT)",
        "substr(%TEXT, %INT, #INT)",
        "left(%TEXT, %INT)",
        "right(%TEXT, %INT)",
        "lpad(%TEXT, 5, %TEXT)",
        "rpad(%TEXT, 6, %TEXT)",
        "lpad(%TEXT, %INT)",
        "repeat(%TEXT, 2)",
        "repeat(%TEXT, %INT % 4)",
        "reverse(%TEXT)",
        "replace(%TEXT, %TEXT, %TEXT)",
        "translate(%TEXT, 'abc', 'xy')",
        "translate(%TEXT, %TEXT, %TEXT)",
        "trim(%TEXT)",
        "trim(LEADING 'a' FROM %TEXT)",
        "trim(BOTH %TEXT FROM %TEXT)",
        "ltrim(%TEXT)",
        "rtrim(%TEXT, 'b ')",
        "btrim(%TEXT, %TEXT)",
        "split_part(%TEXT, ',', #INT)",
        "split_part(%TEXT, %TEXT, %INT)",
        "overlay(%TEXT PLACING %TEXT FROM 2 FOR 1)",
        "overlay(%TEXT PLACING %TEXT FROM %INT)",
        "concat(%TEXT, %INT, %TEXT)",
        "concat_ws('-', %TEXT, %TEXT, %INT)",
        "concat_ws(%TEXT, %TEXT, %DATE)",
        "md5(%TEXT)",
        "to_hex(%INT)",
        "CAST(%INT AS TEXT)",
        "CAST(CAST(%NUM AS NUMERIC(20, 4)) AS TEXT)",
        "CAST(%DATE AS TEXT)",
        "CAST(%TS AS TEXT)",
        "CAST(%TSTZ AS TEXT)",
        "CAST(%IV AS TEXT)",
        "CAST(%TIME AS TEXT)",
        "CAST(%UUID AS TEXT)",
        "CAST(%TEXT AS VARCHAR(2))",
        "CAST(%TEXT AS VARCHAR(3))",
        "to_char(%TS, 'YYYY-MM-DD HH24:MI:SS.US')",
        "to_char(%TS, 'Dy, DD Mon YYYY HH12:MI AM')",
        "to_char(%DATE, 'FMDay DDD IW IYYY Q')",
        "to_char(CAST(%NUM AS NUMERIC(20, 4)), '99990.00')",
        "to_char(CAST(%INT AS INTEGER), 'FM999,999')",
        "to_char(%IV, 'HH24:MI:SS')",
        "regexp_replace(%TEXT, '[ab]+', 'x')",
        "regexp_replace(%TEXT, '(.)', '<\\1>', 'g')",
        "substring(%TEXT FROM '[a-c]+')",
        "quote_literal(%TEXT)",
        "quote_ident(%TEXT)",
        "quote_nullable(%TEXT)",
        "format('%s|%L|%I', %TEXT, %TEXT, 'n')",
        "chr(65 + abs(%INT % 20)::int)",
        "encode(%BYTES, 'hex')",
        "encode(%BYTES, 'base64')",
        "(%JSON ->> 'a')",
        "(jsonb_build_array(%JSON, %TEXT) ->> 0)",
        "(%JSON #>> '{a,b}')",
        "CAST(%JSON AS TEXT)",
        "jsonb_typeof(%JSON)",
        "(%TEXT || %INT)",
        "(%INT || %TEXT)",
        "jsonb_pretty(%JSON)",
        "regexp_substr(%TEXT, '[a-z]')",
        "json_typeof(%JSON::json)");
    put(
        Kind.DATE,
        "(%DATE + CAST(%INT AS INTEGER))",
        "(%DATE - CAST(%INT AS INTEGER))",
        "CAST(%TS AS DATE)",
        "CAST(%TSTZ AS DATE)",
        "CAST(date_trunc('month', %TS) AS DATE)",
        "CAST(%DATE + %IV AS DATE)",
        "make_date(2024, 1 + abs(%INT % 12)::int, 1)",
        "make_date(%INT::int, 1, 2)",
        "CAST(%TEXT AS DATE)",
        "to_date('2024-0' || (1 + abs(%INT % 9)), 'YYYY-MM')");
    put(
        Kind.TIME,
        "CAST(%TS AS TIME)",
        "(%TIME + %IV)",
        "(%TIME - %IV)",
        "make_time(abs(%INT % 24)::int, 5, 1.5)");
    put(
        Kind.TS,
        "(%DATE + %TIME)",
        "(%TS + %IV)",
        "(%TS - %IV)",
        "CAST(%DATE + %IV AS TIMESTAMP)",
        "CAST(%DATE - %IV AS TIMESTAMP)",
        "date_trunc('month', %TS)",
        "date_trunc('week', %TS)",
        "date_trunc('quarter', %TS)",
        "date_trunc('hour', %TS)",
        "date_trunc('year', %TS)",
        "date_trunc('second', %TS)",
        "CAST(%DATE AS TIMESTAMP)",
        "CAST(%TSTZ AS TIMESTAMP)",
        "(%TSTZ AT TIME ZONE 'UTC')",
        "(%TSTZ AT TIME ZONE 'Europe/Berlin')",
        "make_timestamp(2024, 2, 3, abs(%INT % 24)::int, 5, 6.5)",
        "date_bin(INTERVAL '15 minutes', %TS, TIMESTAMP '2001-01-01 00:00:00')");
    put(
        Kind.TSTZ,
        "(%TSTZ + %IV)",
        "(%TSTZ - %IV)",
        "CAST(%TS AS TIMESTAMPTZ)",
        "(%TS AT TIME ZONE 'Europe/Berlin')",
        "(%TS AT TIME ZONE 'America/New_York')",
        "CAST(%DATE AS TIMESTAMPTZ)",
        "to_timestamp(%INT)");
    put(
        Kind.IV,
        "(%TS - %TS)",
        "(%TSTZ - %TSTZ)",
        "(%TIME - %TIME)",
        "(%IV + %IV)",
        "(%IV - %IV)",
        "(- %IV)",
        "(%IV * #INT)",
        "(%IV / #INT)",
        "(%IV * #NUM)",
        "(%IV / #NUM)",
        "date_trunc('day', %IV)",
        "date_trunc('hour', %IV)",
        "date_trunc('year', %IV)",
        "justify_days(%IV)",
        "justify_hours(%IV)",
        "justify_interval(%IV)",
        "age(%TS, %TS)",
        "make_interval(%INT::int, 1, 0, %INT::int)",
        "(%IV * %DBL)",
        "make_interval(days => %INT::int)",
        "CAST(%TEXT AS INTERVAL)");
    put(Kind.UUID, "CAST(CAST(%UUID AS TEXT) AS UUID)");
    put(
        Kind.BYTES,
        "(%BYTES || %BYTES)",
        "substring(%BYTES FROM %INT FOR 2)",
        "decode(encode(%BYTES, 'hex'), 'hex')",
        "decode(md5(%TEXT), 'hex')",
        "overlay(%BYTES PLACING %BYTES FROM 1)",
        "sha256(%BYTES)");
    put(
        Kind.JSON,
        "(%JSON -> 'a')",
        "(jsonb_build_array(%JSON, %INT) -> 0)",
        "(jsonb_build_array(%TEXT, %JSON) -> -1)",
        "(%JSON #> '{a,b}')",
        "(jsonb_build_array(%JSON) #> '{0}')",
        "(%JSON || %JSON)",
        "(%JSON - 'a')",
        "(%JSON - 0)",
        "(%JSON #- '{a,b}')",
        "jsonb_build_object('k', %INT, 't', %TEXT)",
        "jsonb_build_array(%INT, %TEXT, %JSON)",
        "jsonb_build_object(coalesce(%TEXT, ''), %JSON)",
        "jsonb_set(%JSON, '{a}', %JSON)",
        "jsonb_set(%JSON, '{0}', %JSON, false)",
        "jsonb_insert(%JSON, '{0}', %JSON)",
        "jsonb_strip_nulls(%JSON)",
        "to_jsonb(%INT)",
        "to_jsonb(%TEXT)",
        "to_jsonb(%BOOL)",
        "to_jsonb(%DATE)",
        "to_jsonb(%TS)",
        "to_jsonb(%NUM::numeric(10, 2))",
        "jsonb_path_query_first(%JSON, '$.a')",
        "jsonb_path_query_first(%JSON, '$[*] ? (@ > 1)')",
        "jsonb_path_query_array(%JSON, '$.**')",
        "jsonb_extract_path(%JSON, 'a', 'b')",
        "(%JSON -> %TEXT)",
        "(jsonb_build_array(%INT, %JSON, %TEXT) -> %INT::int)");
    put(
        Kind.BOOL,
        "(%BOOL AND %BOOL)",
        "(%BOOL OR %BOOL)",
        "(NOT %BOOL)",
        "(%BOOL IS TRUE)",
        "(%BOOL IS NOT FALSE)",
        "(%BOOL IS UNKNOWN)",
        "(%BOOL = %BOOL)",
        "(%TEXT LIKE 'a%')",
        "(%TEXT NOT LIKE '_b%')",
        "(%TEXT LIKE %TEXT)",
        "(%TEXT ILIKE 'A%')",
        "(%TEXT ~ '^[a-c]+$')",
        "(%TEXT !~ 'b')",
        "(%TEXT ~* 'B')",
        "(%TEXT SIMILAR TO '(a|b)%')",
        "starts_with(%TEXT, %TEXT)",
        "(%INT BETWEEN %INT AND %INT)",
        "(%NUM NOT BETWEEN %NUM AND %INT)",
        "(%DATE BETWEEN %DATE AND %DATE)",
        "(%INT BETWEEN SYMMETRIC %INT AND %INT)",
        "(%INT IN (#INT, #INT, %INT))",
        "(%TEXT IN (%TEXT, 'a', NULL))",
        "(%INT NOT IN (#INT, %INT))",
        "((%INT, %TEXT) = (%INT, %TEXT))",
        "((%INT, %INT) < (%INT, %INT))",
        "((%DATE, %INT) IN ((%DATE, 1), (%DATE, %INT)))",
        "((%TS, %TS) OVERLAPS (%TS, %TS))",
        "((%DATE, %IV) OVERLAPS (%DATE, %IV))",
        "(%JSON @> %JSON)",
        "(%JSON <@ %JSON)",
        "(%JSON ?? 'a')",
        "(%JSON ??| ARRAY['a', 'b'])",
        "jsonb_path_exists(%JSON, '$.a[*] ? (@ > 1)')",
        "(%INT = ANY (ARRAY[1, 2, %INT]))",
        "(%INT <> ALL (ARRAY[0, %INT]))",
        "(%INT < %NUM)",
        "(%NUM >= %DBL)",
        "(%DATE < %TS)",
        "(%TS <= %TSTZ)",
        "(%INT = %DBL)",
        "CAST(%INT::int AS BOOLEAN)",
        "(%TEXT LIKE 'a!%%' ESCAPE '!')",
        "(%TEXT COLLATE \"C\" < %TEXT)",
        "(%INT > ALL (ARRAY[%INT, %INT]))",
        "((%INT, %INT) IS DISTINCT FROM (%INT, %INT))");
  }

  private static final List<String> COMPARISONS = List.of("=", "=", "<>", "<", "<=", ">", ">=");
  private static final List<Kind> KINDS = List.of(Kind.values());

  private final SeededRandom random;
  private final Literals literals;

  /** Whether there may be sub-queries. */
  interface SubQueries {
    /** A query of one column of this kind, with the scope visible. */
    Piece rows(Kind kind, Scope scope, boolean one);
  }

  private final SubQueries queries;

  Expressions(SeededRandom random, Literals literals, SubQueries queries) {
    this.random = random;
    this.literals = literals;
    this.queries = queries;
  }

  private static void put(Kind kind, String... templates) {
    TEMPLATES.put(kind, List.of(templates));
  }

  Kind anyKind() {
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> Kind.INT;
      case 3 -> Kind.TEXT;
      case 4 -> Kind.NUM;
      default -> KINDS.get(random.nextInt(KINDS.size()));
    };
  }

  /** A kind whose values have one form only, so that equal values are identical. */
  Kind plainKind() {
    while (true) {
      Kind kind = anyKind();
      if (kind != Kind.IV && kind != Kind.JSON && kind != Kind.BYTES) {
        return kind;
      }
    }
  }

  Piece make(Kind kind, Scope scope, int depth) {
    if (depth <= 0 || random.percent(15)) {
      return leaf(kind, scope);
    }
    int choice = random.nextInt(100);
    if (choice < 14) {
      return conditional(kind, scope, depth - 1);
    } else if (choice < 20 && depth > 1) {
      return Piece.expression(kind, "(", queries.rows(kind, scope, true), ")");
    } else if (kind == Kind.BOOL && choice < 60) {
      return test(scope, depth - 1);
    }
    List<String> templates = TEMPLATES.getOrDefault(kind, List.of());
    return templates.isEmpty()
        ? leaf(kind, scope)
        : fill(kind, pick(templates), k -> make(k, scope, depth - 1));
  }

  Piece leaf(Kind kind, Scope scope) {
    List<Scope.Column> columns = scope.of(kind);
    if (!columns.isEmpty() && random.percent(75)) {
      return Piece.expression(kind, columns.get(random.nextInt(columns.size())).sql());
    } else if (random.percent(4)) {
      return Piece.expression(kind, "CAST(NULL AS " + kind.castType() + ")");
    }
    return random.percent(12) ? literals.parameter(kind) : literals.literal(kind);
  }

  /** A condition on rows: less random than a BOOLEAN, so that it is true for some rows. */
  Piece condition(Scope scope, int depth) {
    int choice = random.nextInt(10);
    if (choice < 2 && depth > 0) {
      return Piece.expression(
          Kind.BOOL,
          "(",
          condition(scope, depth - 1),
          pick(List.of(" AND ", " OR ")),
          condition(scope, depth - 1),
          ")");
    } else if (choice < 7) {
      return test(scope, depth);
    }
    return make(Kind.BOOL, scope, depth);
  }

  private Piece test(Scope scope, int depth) {
    Kind kind = anyKind();
    Piece left = make(kind, scope, depth);
    if (kind == Kind.JSON && random.percent(60)) {
      return Piece.expression(Kind.BOOL, "(", left, " IS NOT NULL)");
    }
    return switch (random.nextInt(14)) {
      case 0 ->
          Piece.expression(
              Kind.BOOL, "(", left, random.nextBoolean() ? " IS NULL)" : " IS NOT NULL)");
      case 1 ->
          Piece.expression(
              Kind.BOOL,
              "(",
              left,
              random.nextBoolean() ? " IS DISTINCT FROM " : " IS NOT DISTINCT FROM ",
              make(kind, scope, depth),
              ")");
      case 2 ->
          Piece.expression(
              Kind.BOOL,
              "(",
              left,
              random.nextBoolean() ? " IN (" : " NOT IN (",
              queries.rows(kind, scope, false),
              "))");
      case 3 ->
          Piece.expression(
              Kind.BOOL,
              "(",
              left,
              " " + pick(COMPARISONS) + pick(List.of(" ANY (", " ALL (")),
              queries.rows(kind, scope, false),
              "))");
      case 4 ->
          Piece.expression(
              Kind.BOOL,
              random.nextBoolean() ? "EXISTS (" : "NOT EXISTS (",
              queries.rows(kind, scope, false),
              ")");
      default ->
          Piece.expression(
              Kind.BOOL, "(", left, " " + pick(COMPARISONS) + " ", make(kind, scope, depth), ")");
    };
  }

  private Piece conditional(Kind kind, Scope scope, int depth) {
    Function<Kind, Piece> inner = k -> make(k, scope, depth);
    String self = "%" + kind.name();
    return switch (random.nextInt(8)) {
      case 0, 1 -> fill(kind, "CASE WHEN %BOOL THEN " + self + " ELSE " + self + " END", inner);
      case 2 ->
          fill(kind, "CASE WHEN %BOOL THEN " + self + " WHEN %BOOL THEN " + self + " END", inner);
      case 3 ->
          fill(
              kind,
              "CASE %INT WHEN #INT THEN "
                  + self
                  + " WHEN %INT THEN "
                  + self
                  + " ELSE "
                  + self
                  + " END",
              inner);
      case 4 -> fill(kind, "coalesce(" + self + ", " + self + ")", inner);
      case 5 -> fill(kind, "nullif(" + self + ", " + self + ")", inner);
      case 6 -> fill(kind, "greatest(" + self + ", " + self + ")", inner);
      default -> fill(kind, "least(" + self + ", " + self + ", " + self + ")", inner);
    };
  }

  /** An aggregate of a kind, or a plain value where it has none. */
  Piece aggregate(Kind kind, Scope scope, int depth) {
    Function<Kind, Piece> inner = k -> make(k, scope, depth);
    String distinct = random.percent(15) ? "DISTINCT " : "";
    String template =
        switch (kind) {
          case INT ->
              pick(
                  List.of(
                      "count(*)",
                      "count(%TEXT)",
                      "count(DISTINCT %INT)",
                      "sum(%INT)",
                      "min(%INT)",
                      "max(%INT)",
                      "bit_and(%INT)",
                      "bit_or(%INT)",
                      "count(%JSON)",
                      "count(DISTINCT %TEXT)",
                      "CAST(sum(" + distinct + "%INT) AS BIGINT)"));
          case NUM ->
              pick(
                  List.of(
                      "sum(" + distinct + "%NUM)",
                      "round(avg(%INT), 3)",
                      "round(avg(" + distinct + "%NUM), 3)",
                      "min(%NUM)",
                      "max(%NUM)",
                      "round(CAST(var_pop(%INT) AS NUMERIC(30, 10)), 3)",
                      "round(CAST(stddev_samp(%INT) AS NUMERIC(30, 10)), 3)"));
          case DBL ->
              pick(
                  List.of(
                      "sum(CAST(%DBL AS DOUBLE PRECISION))",
                      "min(%DBL)",
                      "max(%DBL)",
                      "avg(CAST(%DBL AS DOUBLE PRECISION))",
                      "percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(%DBL AS DOUBLE PRECISION))",
                      "regr_count(%DBL, %DBL)::float8",
                      "covar_pop(CAST(%DBL AS DOUBLE PRECISION), CAST(%INT AS DOUBLE PRECISION))"));
          case BOOL -> pick(List.of("bool_and(%BOOL)", "bool_or(%BOOL)", "every(%BOOL)"));
          case TEXT ->
              pick(
                  List.of(
                      "min(%TEXT)",
                      "max(%TEXT)",
                      "string_agg(%TEXT, ',' ORDER BY %TEXT COLLATE \"C\", 1)",
                      "percentile_disc(0.5) WITHIN GROUP (ORDER BY %TEXT)",
                      "CAST(jsonb_agg(%INT ORDER BY %INT NULLS FIRST) AS TEXT)"));
          case DATE, TIME, TS, TSTZ ->
              pick(
                  List.of("min(%X)", "max(%X)", "percentile_disc(0.3) WITHIN GROUP (ORDER BY %X)"));
          case IV -> pick(List.of("sum(%IV)", "justify_interval(max(%IV))"));
          case UUID -> "CAST(max(CAST(%UUID AS TEXT)) AS UUID)";
          case BYTES -> "decode(md5(max(%TEXT)), 'hex')";
          case JSON ->
              pick(List.of("jsonb_build_array(count(*), max(%INT))", "to_jsonb(min(%TEXT))"));
        };
    if (template.startsWith("string_agg")) {
      Piece value = make(Kind.TEXT, scope, depth);
      return filtered(
          Piece.expression(kind, "string_agg(", value, ", ',' ORDER BY ", value, ")"),
          scope,
          template);
    } else if (template.contains("jsonb_agg")) {
      Piece value = make(Kind.INT, scope, depth);
      return Piece.expression(
          kind, "CAST(jsonb_agg(", value, " ORDER BY ", value, " NULLS FIRST) AS TEXT)");
    }
    return filtered(fill(kind, template.replace("%X", "%" + kind.name()), inner), scope, template);
  }

  private Piece filtered(Piece aggregate, Scope scope, String template) {
    boolean bare =
        template.endsWith("%X)")
            || List.of(
                    "count(*)",
                    "sum(%INT)",
                    "min(%INT)",
                    "max(%INT)",
                    "min(%NUM)",
                    "bool_or(%BOOL)",
                    "min(%TEXT)")
                .contains(template);
    return bare && random.percent(15)
        ? new Piece(
            aggregate.kind(),
            false,
            List.of(aggregate, Piece.optional(" FILTER (WHERE ", condition(scope, 1), ")")))
        : aggregate;
  }

  private Piece fill(Kind kind, String template, Function<Kind, Piece> inner) {
    List<Object> parts = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    int at = 0;
    while (at < template.length()) {
      char c = template.charAt(at);
      Kind hole = c == '%' || c == '#' ? hole(template, at + 1) : null;
      if (hole == null) {
        text.append(c);
        at++;
        continue;
      }
      if (!text.isEmpty()) {
        parts.add(text.toString());
        text.setLength(0);
      }
      parts.add(c == '%' ? inner.apply(hole) : literals.literal(hole));
      at += 1 + hole.name().length();
    }
    if (!text.isEmpty()) {
      parts.add(text.toString());
    }
    return new Piece(kind, false, parts);
  }

  private static @org.jspecify.annotations.Nullable Kind hole(String template, int at) {
    int end = at;
    while (end < template.length() && Character.isUpperCase(template.charAt(end))) {
      end++;
    }
    String name = template.substring(at, end);
    return KINDS.stream().filter(k -> k.name().equals(name)).findFirst().orElse(null);
  }

  private String pick(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }
}
