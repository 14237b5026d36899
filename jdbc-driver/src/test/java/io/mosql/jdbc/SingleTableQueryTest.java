package io.mosql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SingleTableQueryTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from t",
        "SELECT a, b FROM s.t AS x WHERE a IN (select b from u, v) ORDER BY a, b LIMIT 3",
        "/* c */ select all id, (select max(x) from u) from \"t\" for update",
        "select id from t where group_id = 1;",
        "select id, 'a, b join c' from t order by 1, 2 offset 2 rows fetch next 3 rows only"
      })
  void matches(String sql) {
    assertThat(SingleTableQuery.matches(sql)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "select 1",
        "(select id from t)",
        "values (1)",
        "with t as (select 1) select * from t",
        "select * from t, u",
        "select a.id from t a join t b on a.id = b.id",
        "select * from t natural join u",
        "select distinct id from t",
        "select id from t group by id",
        "select id from t union all select id from t",
        "select id from t except select 1",
        "select id from (select id from t) x",
        "select * from generate_series(1, 2)",
        "update t set a = 1 returning a",
        "show tables"
      })
  void doesNotMatch(String sql) {
    assertThat(SingleTableQuery.matches(sql)).isFalse();
  }
}
