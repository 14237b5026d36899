package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Sampled;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A statement reads the state before it, independent of its own changes through foreign keys. Each
 * statement is run twice on the same rows: over the tables that it changes, and over unchanged
 * copies of them.
 */
final class StatementSourcesTest {
  /** {@code {t}} is a table or its copy, {@code {t:a}} the same as a. */
  private static final List<String> STATEMENTS =
      List.of(
          "replace into p select pid + id, id, null from {k} where pid is not null order by id",
          "replace into p select pid, w, null from {k:c} where pid is not null order by id desc",
          "replace into p select k.pid, g.id, null from {g} join {k} on g.kid = k.id order by g.id",
          "replace into p select c.pid, (select count(*) from {k:d} where d.pid <= c.pid), null"
              + " from {k:c} where c.pid is not null order by c.id",
          "replace into p select id, v + 1, up from {p:q} where up is not null order by id",
          "replace into p select id + 1, (select count(*) from {p:o}), null from {p:q} where id < 5 order by id",
          "replace into p select id, (select count(*) from {g}), null from generate_series(1, 4) as s (id)",
          "insert into p select pid, id, null from {k} where id < 5 order by id"
              + " on conflict (id) do update set id = p.id + 20 + excluded.v",
          "insert into p select k.pid, g.id, null from {g} join {k} on g.kid = k.id where k.id < 4 order by g.id"
              + " on conflict (id) do update set id = p.id + 30, v = excluded.v",
          "insert into p select pid, w, null from {k} where pid is not null order by id"
              + " on duplicate key update id = p.id + 60",
          "update p set id = p.id + 50 from {k} where k.pid = p.id and k.id < 5",
          "update p set id = p.id + 50, v = (select count(*) from {k:c} where c.pid = p.id)"
              + " where exists (select 1 from {k} where k.pid = p.id)",
          "update p set id = id + 10, v = (select sum(o.id) from {p:o}) where id < 50",
          "update p set id = p.id + 10 from {g} join {k} on g.kid = k.id where k.pid = p.id",
          "delete from p using {k} where k.pid = p.id and k.w > 3",
          "delete from p where id in (select pid from {k} where w > 2)",
          "delete from p where id in (select k.pid from {g} join {k} on g.kid = k.id)",
          "delete from p where (select count(*) from {k} where k.pid = p.id) > 1",
          "delete from p where exists (select 1 from {p:o} where o.up = p.id)",
          "delete from k where (select count(*) from {g} where g.kid = k.id) > 0",
          "merge into p using (select pid, max(id) as id, max(w) as w from {k} group by pid) k on p.id = k.pid"
              + " when matched and k.w > 6 then delete"
              + " when matched then update set id = p.id + 100, v = k.w"
              + " when not matched then insert values (k.id + 200, k.w, null)",
          "with c as (select pid, id from {k} where pid < 4)"
              + " delete from p using c where c.pid = p.id",
          "delete from p where id < 4 returning id, (select count(*) from {k} where k.pid = p.id)",
          "update p set id = id + 70 where id < 4 returning id, v");

  @Sampled(percent = 40)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "on delete cascade on update cascade",
        "on delete set null on update set null",
        "on delete set default on update set default",
        "on delete cascade on update set null",
        "on delete set null on update cascade"
      })
  void readsTheStateBeforeIt(String actions) throws SQLException {
    for (String statement : STATEMENTS) {
      String live =
          statement.replaceAll("\\{(\\w+):(\\w+)}", "$1 $2").replaceAll("\\{(\\w+)}", "$1");
      String copied =
          statement
              .replaceAll("\\{(\\w+):(\\w+)}", "copy_of_$1 $2")
              .replaceAll("\\{(\\w+)}", "copy_of_$1 $1");
      assertThat(run(actions, live)).as(live).isEqualTo(run(actions, copied)).doesNotContain("42");
    }
  }

  private static List<String> run(String actions, String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:mosql:mem:statement-sources");
        Statement run = connection.createStatement()) {
      run.execute(
          "create table p (id int primary key, v int, up int default 99 references p "
              + actions
              + ")");
      run.execute(
          "create table k (id int primary key, pid int default 99 references p "
              + actions
              + ", w int)");
      run.execute(
          "create table g (id int primary key, kid int default 99 references k " + actions + ")");
      run.execute("insert into p select x, x * x, null from generate_series(1, 6) as s (x)");
      run.execute("insert into p values (99, 0, null), (20, 1, 3), (21, 2, 20), (22, 3, 21)");
      run.execute("insert into k select x, x % 6 + 1, x % 9 from generate_series(1, 12) as s (x)");
      run.execute("insert into k values (99, 99, 0)");
      run.execute("insert into g select x, x % 5 + 1 from generate_series(1, 10) as s (x)");
      for (String table : List.of("p", "k", "g")) {
        run.execute("create table copy_of_" + table + " as select * from " + table);
      }
      List<String> seen = new ArrayList<>();
      try {
        if (run.execute(statement)) {
          rows(run.getResultSet(), seen);
        } else {
          seen.add("count " + run.getUpdateCount());
        }
      } catch (SQLException e) {
        seen.add(e.getSQLState());
      }
      for (String table : List.of("p", "k", "g")) {
        seen.add(table);
        rows(run.executeQuery("select * from " + table), seen);
      }
      run.execute("drop table p, k, g, copy_of_p, copy_of_k, copy_of_g cascade");
      return seen;
    }
  }

  private static void rows(ResultSet rows, List<String> to) throws SQLException {
    List<String> all = new ArrayList<>();
    while (rows.next()) {
      StringBuilder row = new StringBuilder();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        row.append(rows.getString(i)).append(' ');
      }
      all.add(row.toString());
    }
    all.sort(null);
    to.addAll(all);
  }
}
