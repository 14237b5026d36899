package io.mosql.sql.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.session.ColumnInfo;
import io.mosql.sql.parser.MosqlParser;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the names of output columns without an alias. The names are those of PostgreSQL. */
final class OutputColumnNamesTest {
  private static final TestCatalog CATALOG =
      new TestCatalog(
          """
          t 10 | a integer not null, b varchar(5), c decimal(6,2), d date, e boolean, f timestamp, j jsonb | primary a
          """,
          false);

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '^',
      textBlock =
          """
          a, t.a, public.t.a, a AS x ; a, a, a, x
          1, 'x', NULL, TRUE, -a, a + 1, NOT e, ? ; ?column?, ?column?, ?column?, ?column?, ?column?, ?column?, ?column?, ?column?
          b || b, b LIKE 'x', a BETWEEN 1 AND 2, a IN (1, 2), a IS NULL, e AND e ; ?column?, ?column?, ?column?, ?column?, ?column?, ?column?
          @ a, a & 1, a ^ 2, a DIV 2, a <=> 2, a % 2, b ~ 'x', b REGEXP 'x' ; ?column?, ?column?, ?column?, ?column?, ?column?, ?column?, ?column?, ?column?
          count(*) OVER (), row_number() OVER (ORDER BY a) ; count, row_number
          lower(b), UPPER(b), abs(a), mod(a, 2), char_length(b), "left"(b, 1) ; lower, upper, abs, mod, char_length, left
          coalesce(b, 'x'), nullif(a, 1), greatest(a, 1), LEAST(a, 1), IF(e, 1, 2) ; coalesce, nullif, greatest, least, if
          CASE WHEN e THEN 1 END, CASE WHEN e THEN 1 ELSE a END, CASE e WHEN true THEN 1 ELSE a + 1 END ; case, a, case
          CAST(a AS text), a::bigint, lower(b)::varchar(3), (a + 1)::numeric, CAST(CASE WHEN e THEN 1 END AS int) ; a, a, lower, numeric, int4
          '1'::int, '1'::bigint, '1'::smallint, 1::real, 1::float8, 1::decimal(4, 1), 'x'::text, 'x'::varchar(2), 'x'::char(2) ; int4, int8, int2, float4, float8, numeric, text, varchar, bpchar
          'x'::bytea, 't'::boolean, '1'::json, '1'::jsonb, '1 day'::interval ; bytea, bool, json, jsonb, interval
          DATE '2020-01-01', TIME '10:00:00', TIMESTAMP '2020-01-01 10:00:00', TIMESTAMP WITH TIME ZONE '2020-01-01 10:00:00Z', INTERVAL '1' DAY, int4 '1' ; date, time, timestamp, timestamptz, interval, int4
          '2020-01-01'::date, '2020-01-01'::timestamp, '2020-01-01'::timestamptz, '10:00'::time ; date, timestamp, timestamptz, time
          EXISTS (SELECT 1), (SELECT max(a) FROM t), (SELECT a AS n FROM t), (SELECT 1), (VALUES (1)), (SELECT a FROM t UNION SELECT 1 ORDER BY 1) ; exists, max, n, ?column?, column1, a
          NOT EXISTS (SELECT 1), a IN (SELECT 1), a = ANY (SELECT 1), (WITH w AS (SELECT 1 AS k) SELECT k FROM w) ; ?column?, ?column?, ?column?, k
          extract(YEAR FROM d), substring(b FROM 1), position('x' IN b), overlay(b PLACING 'x' FROM 1), trim(b), trim(LEADING FROM b), rtrim(b), trim(TRAILING 'x' FROM b) ; extract, substring, position, overlay, btrim, ltrim, rtrim, rtrim
          current_date, CURRENT_TIMESTAMP, now(), localtime, current_user, current_schema, session_user ; current_date, current_timestamp, now, localtime, current_user, current_schema, session_user
          f AT TIME ZONE 'UTC', b COLLATE "C", lower(b) COLLATE "C", (1::text) COLLATE "C", b IS NORMALIZED, (d, d) OVERLAPS (d, d) ; timezone, b, lower, text, is_normalized, overlaps
          j['a'], j -> 'a', j #>> 'a', jsonb_build_object('a', 1), json_value(j, '$.a'), json_object('a' VALUE 1), json_array(1), json_exists(j, '$') ; j, ?column?, ?column?, jsonb_build_object, json_value, json_object, json_array, json_exists
          ceil(c), floor(c), round(c, 1), nextval('s') ; ceil, floor, round, nextval
          generate_series(1, 2) ; generate_series
          generate_series(1, 2) + 1, a ; ?column?, a
          date_trunc('month', f), to_char(f, 'YYYY'), timestampadd(DAY, 1, f), concat(b, 'x') ; date_trunc, to_char, timestampadd, concat
          *, 1 ; a, b, c, d, e, f, j, ?column?
          t.*, count(*) OVER () ; a, b, c, d, e, f, j, count
          """)
  void outputs(String items, String names) {
    assertThat(labels("SELECT " + items + " FROM t")).isEqualTo(names);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '^',
      textBlock =
          """
          SELECT count(*), max(a), sum(a) FILTER (WHERE e), count(DISTINCT a), string_agg(b, ',' ORDER BY b), GROUPING(b) FROM t GROUP BY b ; count, max, sum, count, string_agg, grouping
          SELECT 1 UNION SELECT a FROM t ; ?column?
          SELECT a FROM t UNION ALL SELECT count(*) FROM t ; a
          VALUES (1, 2), (3, 4) ; column1, column2
          VALUES (1, 2) UNION VALUES (3, 4) ORDER BY column2 DESC ; column1, column2
          VALUES (1), (2) ORDER BY column1 LIMIT 1 ; column1
          WITH w AS (SELECT count(*), 1 FROM t) SELECT count FROM w ; count
          WITH w AS (SELECT count(*), 1 FROM t) SELECT * FROM w ; count, ?column?
          WITH w AS (SELECT 1, 2) SELECT * FROM w ; ?column?, ?column?
          SELECT s.count, s."?column?" FROM (SELECT count(*), 1 FROM t) s ; count, ?column?
          SELECT * FROM (SELECT 1, 2, a FROM t) s ; ?column?, ?column?, a
          SELECT * FROM (VALUES (1, 2)) v ; column1, column2
          SELECT * FROM (SELECT lower(b), lower(b) FROM t) s, (SELECT 1) r ; lower, lower, ?column?
          SELECT count(*) FROM t GROUP BY b ORDER BY count DESC ; count
          SELECT DISTINCT lower(b) FROM t ORDER BY lower(b) ; lower
          SELECT DISTINCT lower(b) FROM t ORDER BY lower ; lower
          SELECT DISTINCT ON (lower(b)) lower(b), a FROM t ORDER BY lower, a ; lower, a
          SELECT lower(b), count(*) FROM t GROUP BY lower ORDER BY 2, 1 ; lower, count
          SELECT lower(b), lower(b) FROM t ORDER BY lower ; lower, lower
          """)
  void queries(String sql, String names) {
    assertThat(labels(sql)).isEqualTo(names);
  }

  private static String labels(String sql) {
    List<ColumnInfo> columns =
        new Planner(CATALOG)
            .plan(sql, MosqlParser.parse(sql), CATALOG, "public", List.of())
            .columns();
    return String.join(", ", columns.stream().map(ColumnInfo::label).toList());
  }
}
