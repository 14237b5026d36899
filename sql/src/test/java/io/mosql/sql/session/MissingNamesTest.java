package io.mosql.sql.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.sql.session.Sessions.Client;
import io.mosql.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the error of a statement that cannot be planned is a result of its transaction. */
final class MissingNamesTest {
  private final Sessions sessions = new Sessions(new ManualClock());
  private final Client one = sessions.open();

  @AfterEach
  void close() {
    sessions.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select * from later              | 42P01 | create table later (id int primary key)",
        "update later set id = 1          | 42P01 | create table later (id int primary key)",
        "select * from view_later         | 42P01 | create view view_later as select * from t",
        "select more from t               | 42703 | alter table t add column more int",
        "insert into t (more) values (1)  | 42703 | alter table t add column more int",
        "select v from t, u               | 42702 | alter table u rename column v to w",
        "insert into t values (1, 1) on conflict (v) do nothing | 42P10 | create unique index u1 on t (v)",
        "explain analyze select * from later | 42P01 | create table later (id int primary key)",
        "create index i on t (more)       | 42703 | alter table t add column more int",
        "drop table later                 | 42P01 | create table later (id int primary key)",
        "truncate later                   | 42P01 | create table later (id int primary key)",
        "analyze later                    | 42P01 | create table later (id int primary key)",
        "show create table later          | 42P01 | create table later (id int primary key)",
        "comment on table later is 'late' | 42P01 | create table later (id int primary key)",
        "alter table later add x int      | 42P01 | create table later (id int primary key)",
        "grant select on later to public  | 42P01 | create table later (id int primary key)",
        "select id from t for update of u | 42P01 | create table later (id int primary key)",
        "with w as (update later set id = 1 returning id) select * from w | 42P01 | create table later (id int primary key)"
      })
  void holdsUntilTheCommit(String sql, String state, String mended) {
    // Schema statements are certified at all levels.
    boolean isOfSchema = !sql.matches("(select|update|insert|explain|with|analyze).*");
    for (boolean begins : new boolean[] {true, false}) {
      for (String level : new String[] {"serializable", "repeatable read", "read committed"}) {
        sessions.run(
            "drop view if exists view_later; drop table if exists later; drop table if exists t;"
                + " drop table if exists u; create table t (id int primary key, v int);"
                + " drop table if exists other; create table other (id int primary key);"
                + " create table u (id int primary key, v int)");
        one.run("begin isolation level " + level);
        if (!begins) {
          one.run("select count(*) from other");
        }
        assertThat(one.state(sql)).as(sql).isEqualTo(state);
        sessions.run(mended);
        String fate = one.state("insert into other values (2)");
        assertThat(fate.equals("ok") ? one.state("commit") : fate)
            .as("%s, %s, then %s", level, sql, mended)
            .isEqualTo(level.equals("serializable") || isOfSchema ? "40001" : "ok");
        one.run("rollback");
      }
    }
  }

  @Test
  void isThatOfTheNewestCatalogAtReadCommitted() {
    sessions.run(
        "create table other (id int primary key); create table t (v int); create table u (v int)");
    one.run("begin isolation level read committed");
    one.run("select count(*) from other");
    assertThat(one.state("select * from later")).isEqualTo("42P01");
    assertThat(one.state("select v from t, u")).isEqualTo("42702");
    sessions.run("create table later (id int primary key); alter table u rename column v to w");
    assertThat(one.state("select * from later")).isEqualTo("ok");
    assertThat(one.state("select v from t, u")).isEqualTo("ok");
    assertThat(one.state("commit")).isEqualTo("ok");
  }
}
