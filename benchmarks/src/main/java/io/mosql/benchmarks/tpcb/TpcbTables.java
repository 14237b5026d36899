package io.mosql.benchmarks.tpcb;

import io.mosql.benchmarks.database.BenchmarkTables;
import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.database.Dialect;
import io.mosql.benchmarks.database.InsertBatch;
import io.mosql.benchmarks.testbed.ProgressConsole;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * The four tables of TPC-B and their rows at the prescribed sizes. Keys count from 1, branch by
 * branch.
 *
 * @param accountsPerBranch 100,000 except in tests
 */
record TpcbTables(int branches, int accountsPerBranch) {
  static final int TELLERS_PER_BRANCH = 10;
  static final int ACCOUNTS_PER_BRANCH = 100_000;

  static final BenchmarkTables TABLES =
      new BenchmarkTables(
          "tpcb_config", List.of("tpcb_history", "tpcb_accounts", "tpcb_tellers", "tpcb_branches"));

  private static final int ROWS_PER_COMMIT = 1000;
  private static final String FILLER = "branches, tellers and accounts are rows of 100 bytes ";
  private static final String BRANCHES =
      """
      CREATE TABLE tpcb_branches (
        bid integer NOT NULL, bbalance bigint NOT NULL, filler varchar(88),
        PRIMARY KEY (bid))""";
  private static final String TELLERS =
      """
      CREATE TABLE tpcb_tellers (
        tid integer NOT NULL, bid integer NOT NULL, tbalance bigint NOT NULL, filler varchar(84),
        PRIMARY KEY (tid))""";
  private static final String ACCOUNTS =
      """
      CREATE TABLE tpcb_accounts (
        aid integer NOT NULL, bid integer NOT NULL, abalance bigint NOT NULL, filler varchar(84),
        PRIMARY KEY (aid))""";
  private static final String HISTORY =
      """
      CREATE TABLE tpcb_history (
        tid integer NOT NULL, bid integer NOT NULL, aid integer NOT NULL, delta bigint NOT NULL,
        mtime @timestamp@ NOT NULL, filler varchar(22))""";

  TpcbTables {
    if (branches < 1 || accountsPerBranch < 1) {
      throw new IllegalArgumentException("the scale is at least 1");
    }
  }

  static TpcbTables ofScale(int scale) {
    return new TpcbTables(scale, ACCOUNTS_PER_BRANCH);
  }

  int tellers() {
    return branches * TELLERS_PER_BRANCH;
  }

  int accounts() {
    return Math.multiplyExact(branches, accountsPerBranch);
  }

  int branchOfTeller(int teller) {
    return (teller - 1) / TELLERS_PER_BRANCH + 1;
  }

  /**
   * @param index account index within the branch, from 0 to accountsPerBranch - 1
   */
  int account(int branch, int index) {
    return (branch - 1) * accountsPerBranch + index + 1;
  }

  /** Whether a load is complete. */
  static boolean isLoaded(Connection connection) throws SQLException {
    return !TABLES.filled(connection).isEmpty();
  }

  /** Reads the stored load parameters; requires a complete load. */
  static TpcbTables read(Connection connection) throws SQLException {
    Map<String, Long> filled = TABLES.filled(connection);
    return new TpcbTables(
        filled.getOrDefault("branches", 1L).intValue(),
        filled.getOrDefault("accounts_per_branch", (long) ACCOUNTS_PER_BRANCH).intValue());
  }

  void load(Database database, ProgressConsole console) throws SQLException {
    Dialect dialect = database.dialect();
    LongAdder rows = new LongAdder();
    long start = System.nanoTime();
    Runnable progress =
        () ->
            console.loading(
                rows.sum(), branches + tellers() + accounts(), (System.nanoTime() - start) / 1e9);
    try (Connection connection = database.open()) {
      TABLES.create(
          connection,
          List.of(
              BRANCHES,
              TELLERS,
              ACCOUNTS,
              HISTORY.replace("@timestamp@", dialect.timestampType())));
      connection.setAutoCommit(false);
      try (InsertBatch batch =
          new InsertBatch(connection, rows, "tpcb_branches", "bid, bbalance, filler")) {
        fill(batch, branches, 88, branch -> batch.number(branch), connection, progress);
      }
      try (InsertBatch batch =
          new InsertBatch(connection, rows, "tpcb_tellers", "tid, bid, tbalance, filler")) {
        Keys keys = teller -> batch.number(teller).number(branchOfTeller(teller));
        fill(batch, tellers(), 84, keys, connection, progress);
      }
      try (InsertBatch batch =
          new InsertBatch(connection, rows, "tpcb_accounts", "aid, bid, abalance, filler")) {
        Keys keys = account -> batch.number(account).number((account - 1) / accountsPerBranch + 1);
        fill(batch, accounts(), 84, keys, connection, progress);
      }
      connection.setAutoCommit(true);
      TABLES.finish(
          connection,
          dialect,
          Map.of("branches", (long) branches, "accounts_per_branch", (long) accountsPerBranch));
    }
  }

  /** Setter of the key columns of a row. */
  private interface Keys {
    void set(int key) throws SQLException;
  }

  private static void fill(
      InsertBatch batch, int count, int filler, Keys keys, Connection connection, Runnable progress)
      throws SQLException {
    String text = FILLER.repeat(2).substring(0, filler);
    for (int key = 1; key <= count; key++) {
      keys.set(key);
      batch.number(0L).text(text).end();
      if (key % ROWS_PER_COMMIT == 0 || key == count) {
        batch.send();
        connection.commit();
        progress.run();
      }
    }
  }
}
