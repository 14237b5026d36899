package io.mosql.sql.planner.advise;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.planner.Planner;
import io.mosql.sql.planner.TestCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Tests which indexes are advised. */
final class IndexAdvisorTest {
  private static final TestCatalog CATALOG =
      new TestCatalog(
          "orders 200000 | id integer not null, customer integer, placed timestamp,"
              + " total decimal(12,2), status varchar(10) | primary id | index by_total total"
              + " | distinct customer 20000, placed 150000, total 1000, status 4\n"
              + "customers 20000 | id integer not null, name varchar(20), city varchar(20)"
              + " | primary id | distinct name 20000, city 100\n"
              + "unknown 9000 | id integer not null, a integer | primary id",
          false);
  private static final String JOIN =
      "SELECT o.id FROM customers c JOIN orders o ON o.customer = c.id WHERE c.name = 'x'";

  private final List<Catalog> planned = new ArrayList<>();

  private PlanNode plan(String sql, Catalog catalog) {
    planned.add(catalog);
    return new Planner(CATALOG)
        .plan(sql, MosqlParser.parse(sql), catalog, "public", List.of())
        .root();
  }

  private IndexAdvisor.Advice advice(String sql, Predicate<TableDef> visible) {
    return new IndexAdvisor(CATALOG, catalog -> plan(sql, catalog), visible)
        .advise(plan(sql, CATALOG));
  }

  private List<String> statements(String sql) {
    return advice(sql, table -> true).indexes().stream()
        .map(index -> index.statement("public"))
        .toList();
  }

  @Test
  void equalityThenOrder() {
    assertThat(statements("SELECT * FROM orders WHERE customer = 5 ORDER BY placed DESC LIMIT 3"))
        .containsExactly("CREATE INDEX ON orders (customer, placed)");
  }

  @Test
  void mixedDirectionsAreKept() {
    assertThat(statements("SELECT id FROM orders ORDER BY customer, placed DESC LIMIT 3"))
        .containsExactly("CREATE INDEX ON orders (customer, placed DESC)");
  }

  @Test
  void columnsThatDoNotPayAreLeftOut() {
    assertThat(statements("SELECT * FROM orders WHERE customer = 5 AND status <> 'x'"))
        .containsExactly("CREATE INDEX ON orders (customer)");
  }

  @Test
  void indexesThatExistAreNotAdvised() {
    assertThat(statements("SELECT * FROM orders WHERE total = 5")).isEmpty();
    assertThat(statements("SELECT * FROM orders WHERE id = 5")).isEmpty();
  }

  @Test
  void effectIsThatOfTheIndexAlone() {
    IndexAdvice index =
        advice("SELECT * FROM orders WHERE customer = 5", table -> true).indexes().get(0);
    assertThat(index.before().reads()).isEqualTo(200_000);
    assertThat(index.effect()).isEqualTo("would turn 200,000 reads into 10");
  }

  @Test
  void bothSidesOfAJoin() {
    IndexAdvisor.Advice advice = advice(JOIN, table -> true);
    assertThat(advice.indexes())
        .extracting(index -> index.statement("other"))
        .containsExactlyInAnyOrder(
            "CREATE INDEX ON public.customers (name)", "CREATE INDEX ON public.orders (customer)");
    assertThat(advice.all()).startsWith("would turn 220,000 reads into 1");
  }

  @Test
  void tablesThatTheAccountMayNotKnowAreLeftOut() {
    assertThat(advice(JOIN, table -> table.name().equals("customers")).indexes())
        .allMatch(index -> index.table().name().equals("customers"));
    IndexAdvisor.Advice none = advice(JOIN, table -> false);
    assertThat(none.indexes()).isEmpty();
    assertThat(none.unknown()).isEmpty();
  }

  @Test
  void tablesWithoutStatisticsAreNamed() {
    assertThat(advice("SELECT * FROM unknown WHERE a = 5", table -> true).unknown())
        .extracting(TableDef::name)
        .containsExactly("unknown");
    assertThat(advice(JOIN, table -> true).unknown()).isEmpty();
  }

  @Test
  void candidatesArePlannedTogetherAndNothingIsAdded() {
    advice(
        JOIN + " AND o.status = 'y' AND o.placed > TIMESTAMP '2024-01-01 00:00:00' ORDER BY c.city",
        table -> true);
    assertThat(planned).hasSizeLessThan(20);
    assertThat(CATALOG.tables())
        .flatExtracting(TableDef::indexes)
        .extracting(IndexDef::name)
        .containsOnly("by_total");
  }
}
