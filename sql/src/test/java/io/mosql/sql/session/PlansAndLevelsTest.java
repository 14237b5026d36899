package io.mosql.sql.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.sql.TestDatabase;
import io.mosql.sql.planner.physical.PlannerMethods;
import io.mosql.sql.sort.TemporaryFiles;
import io.mosql.testkit.Sampled;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the plans of a transaction's queries do not affect whether it can commit. */
final class PlansAndLevelsTest {
  private static final List<String> LEVELS =
      List.of("serializable", "repeatable read", "read committed");

  /** Each query reads the quantity of item 1 and no other changed column. */
  private static final List<String> QUERIES =
      List.of(
          "select qty from item where id = 1",
          "select qty from item where sku = 1",
          "select qty from item where sku = 1 and active",
          "select qty + 1 from item where lower(name) = 'one'",
          "select qty from item where sku = 1 order by sku desc limit 1",
          "select qty from item where id in (1, 7)",
          "select id from item where sku = 1 and qty = 10",
          "select sum(qty) from item where sku = 1",
          "select max(qty) from item where sku = 1",
          "select count(*) from item where sku = 1 and qty > 5",
          "select sku, sum(qty) from item where sku < 2 group by sku",
          "select distinct qty from item where sku = 1",
          "select sum(qty) over (order by qty) from item where sku = 1",
          "select qty from item where sku = 1 union all select 1",
          "select i.qty from ord o join item i on o.item = i.id where o.id = 1",
          "select i.qty from ord o left join item i on o.item = i.id and i.sku = 1 where o.id = 1",
          "select o.id from ord o where o.id = 1 and exists"
              + " (select 1 from item i where i.id = o.item and i.qty > 5)",
          "select o.id from ord o where o.item in (select i.id from item i where i.qty = 10)",
          "select o.id from ord o where o.id = 1 and not exists"
              + " (select 1 from item i where i.id = o.item and i.qty < 5)",
          "select (select qty from item where id = 1)",
          "select o.id, (select max(i.qty) from item i where i.sku = o.id) from ord o where o.id = 1",
          "with w as (select qty from item where sku = 1) select * from w");

  private int runs;

  static Stream<PlannerMethods> shapes() {
    return Stream.concat(
        Stream.of(PlannerMethods.JoinMethod.values())
            .map(join -> new PlannerMethods(join, PlannerMethods.AccessMethod.CHEAPEST, false)),
        Stream.of(PlannerMethods.AccessMethod.FULL_SCAN, PlannerMethods.AccessMethod.INDEX)
            .map(access -> new PlannerMethods(PlannerMethods.JoinMethod.CHEAPEST, access, true)));
  }

  @Sampled(percent = 40)
  @ParameterizedTest
  @MethodSource("shapes")
  void theVerdictIsThatOfTheLevel(PlannerMethods shape) {
    try (TestDatabase one = new TestDatabase(shape, TemporaryFiles.inMemory());
        TestDatabase other = one.another()) {
      one.run(
          "create table item (id int primary key, sku int, name varchar(9), active boolean,"
              + " qty int, price int, hits int, note int);"
              + "create index by_sku on item (sku, qty);"
              + "create index by_active on item (sku) include (qty) where active;"
              + "create index by_name on item (lower(name)) include (qty);"
              + "create table ord (id int primary key, item int);"
              + "create index by_item on ord (item)");
      one.run("insert into ord values (1, 1), (2, 2), (3, 3)");
      boolean ofJoins = shape.join() != PlannerMethods.JoinMethod.CHEAPEST;
      for (String query : QUERIES) {
        for (String level : ofJoins && !query.contains(" ord ") ? List.<String>of() : LEVELS) {
          boolean judged = !level.equals("read committed");
          meet(one, other, level, query, Change.READ_COLUMN, "set price = 5 where id = 1", judged);
          meet(
              one,
              other,
              level,
              query,
              Change.BOTH_ROWS,
              "set hits = hits + 1 where id = 2",
              judged);
          meet(one, other, level, query, Change.OTHER_COLUMN, "set price = 5 where id = 1", false);
        }
      }
    }
  }

  /** The change by another transaction between the query and the update. */
  private enum Change {
    READ_COLUMN("update item set qty = 1 where id = 1"),
    BOTH_ROWS("update item set qty = 1, price = 1 where id in (1, 2)"),
    OTHER_COLUMN("update item set note = note + 1 where id = 1");

    private final String sql;

    Change(String sql) {
      this.sql = sql;
    }
  }

  private void meet(
      TestDatabase one,
      TestDatabase other,
      String level,
      String query,
      Change change,
      String update,
      boolean loses) {
    other.run(
        "delete from item;"
            + "insert into item values (1, 1, 'One', true, 10, 1, 0, 0), (2, 2, 'Two', true, 20, 2, 0, 0),"
            + " (3, 3, 'Three', false, 30, 3, 0, 0)");
    one.run("begin isolation level " + level);
    // A distinct text: a query with conflicts on its reads would lock the rows the next time.
    one.execute(query + " -- " + ++runs);
    other.run(change.sql);
    String state = one.state("update item " + update);
    if (state.equals("ok")) {
      state = one.state("commit");
    } else {
      one.run("rollback");
    }
    assertThat(state)
        .as("%s, %s, then %s, %s", level, query, change.sql, update)
        .isEqualTo(loses ? "40001" : "ok");
  }
}
