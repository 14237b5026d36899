package io.mosql.benchmarks.plans;

import io.mosql.benchmarks.database.BenchmarkTables;
import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.database.RowLoad;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Tables of a shop: for each order a tenth of a customer, three lines, half an archived order and a
 * quarter of a visit. Dates of orders grow with their numbers; one order in 20,000 has the status
 * {@code rare}, one in 1,000 no reference. Visits have no index but their key. The rows are the
 * same in each run.
 */
final class ShopTables {
  private static final BenchmarkTables TABLES =
      new BenchmarkTables(
          "shop_config",
          List.of(
              "shop_lines",
              "shop_visits",
              "shop_archive",
              "shop_orders",
              "shop_products",
              "shop_customers"));

  private static final LocalDate FIRST_DAY = LocalDate.of(2021, 1, 1);
  private static final int DAYS = 1_500;
  private static final int CHANNELS = 10;
  private static final int RARE = 20_000;

  private final Random random = new Random(1);
  private final Database database;
  private final int orders;
  private final LongConsumer progress;
  private long loaded;

  /**
   * @param progress receives the number of rows so far
   */
  ShopTables(Database database, int orders, LongConsumer progress) {
    this.database = database;
    this.orders = orders;
    this.progress = progress;
  }

  /** Estimates the number of rows. */
  static long expected(int orders) {
    return orders * 195L / 40;
  }

  private interface Rows {
    void load(RowLoad load) throws SQLException;
  }

  /**
   * Creates and loads the tables, replacing those of an earlier run; returns the number of rows.
   */
  long load() throws SQLException {
    try (Connection connection = database.open()) {
      TABLES.create(connection, PlanQuery.SCRIPTS.statements("schema.sql"));
      connection.setAutoCommit(false);
      load(connection, "shop_customers", 7, this::customers);
      load(connection, "shop_products", 5, this::products);
      load(connection, "shop_orders", 8, this::orders);
      load(connection, "shop_archive", 5, this::archive);
      load(connection, "shop_lines", 6, this::lines);
      load(connection, "shop_visits", 5, this::visits);
      connection.setAutoCommit(true);
      try (Statement statement = connection.createStatement()) {
        for (String sql : PlanQuery.SCRIPTS.statements("indexes.sql")) {
          statement.execute(sql);
        }
      }
      TABLES.finish(connection, database.dialect(), Map.of("orders", (long) orders));
      return loaded;
    }
  }

  private void load(Connection connection, String table, int width, Rows rows) throws SQLException {
    long before = loaded;
    RowLoad load =
        new RowLoad(
            connection, database.dialect(), table, width, done -> progress.accept(before + done));
    try (load) {
      rows.load(load);
    }
    loaded += load.rows();
  }

  private int customerCount() {
    return Math.max(1, orders / 10);
  }

  private int productCount() {
    return Math.max(1, orders / 40);
  }

  private void customers(RowLoad load) throws SQLException {
    int count = customerCount();
    for (int id = 1; id <= count; id++) {
      load.row(
          id,
          "name" + id,
          "city" + random.nextInt(Math.max(1, count / 40)),
          random.nextInt(5),
          day(random.nextInt(DAYS)),
          cents(100_000),
          orNull(30, 1 + random.nextInt(count)));
    }
  }

  private void products(RowLoad load) throws SQLException {
    for (int id = 1; id <= productCount(); id++) {
      load.row(
          id,
          "product" + id,
          random.nextInt(50),
          BigDecimal.valueOf(100 + 50L * random.nextInt(600), 2),
          orNull(20, random.nextInt(100)));
    }
  }

  private void orders(RowLoad load) throws SQLException {
    for (int id = 1; id <= orders; id++) {
      load.row(
          id,
          1 + random.nextInt(customerCount()),
          status(id),
          day((int) ((long) id * DAYS / orders)),
          id % 1_000 == 0 ? null : Integer.valueOf(random.nextInt(50_000)),
          cents(100_000),
          random.nextInt(CHANNELS),
          orNull(90, 0) == null ? null : "note of order " + id);
    }
  }

  private String status(int id) {
    int of20 = random.nextInt(20);
    return id % RARE == 17 ? "rare" : of20 == 0 ? "open" : of20 < 6 ? "shipped" : "done";
  }

  private void archive(RowLoad load) throws SQLException {
    for (int id = 1; id <= orders / 2; id++) {
      load.row(
          id,
          1 + random.nextInt(customerCount()),
          day(id * DAYS / orders - DAYS),
          id % 1_000 == 0 ? null : Integer.valueOf(random.nextInt(50_000)),
          cents(100_000));
    }
  }

  private void lines(RowLoad load) throws SQLException {
    for (int order = 1; order <= orders; order++) {
      for (int line = 1; line <= 1 + order % 5; line++) {
        // A tenth of the products has a third of the lines.
        int products = random.nextInt(3) == 0 ? Math.max(1, productCount() / 10) : productCount();
        load.row(
            order,
            line,
            1 + random.nextInt(products),
            1 + random.nextInt(10),
            cents(30_000),
            orNull(95, 1 + random.nextInt(3)));
      }
    }
  }

  private void visits(RowLoad load) throws SQLException {
    for (int id = 1; id <= orders / 4; id++) {
      load.row(
          id,
          orNull(10, 1 + random.nextInt(customerCount())),
          orNull(10, 1 + random.nextInt(productCount())),
          day(random.nextInt(DAYS)),
          random.nextInt(300));
    }
  }

  private static Date day(int number) {
    return Date.valueOf(FIRST_DAY.plusDays(number));
  }

  /** An amount of up to this many cents. */
  private BigDecimal cents(int bound) {
    return BigDecimal.valueOf(random.nextInt(bound), 2);
  }

  private @Nullable Integer orNull(int percent, int value) {
    return random.nextInt(100) < percent ? null : Integer.valueOf(value);
  }
}
