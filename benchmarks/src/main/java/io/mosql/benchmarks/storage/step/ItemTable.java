package io.mosql.benchmarks.storage.step;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;

/**
 * Table of the storage benchmarks: a key of 18 bytes and a row of about 200. The content of a row
 * is a function of its number, so that every read can be verified.
 */
public final class ItemTable {
  /** Encoded size of key and row, without the overhead of the tree. */
  public static final int BYTES_PER_ROW = 218;

  static final int BODY_LENGTH = 180;
  private static final int SLOTS = 1000;
  private static final int BATCH = 1000;
  private static final int KINDS = 1_000_000;
  private static final String LETTERS = letters();

  private ItemTable() {}

  private static String letters() {
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 0x10000 + BODY_LENGTH; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }

  static long shelf(long number) {
    return number / SLOTS;
  }

  static long slot(long number) {
    return number % SLOTS;
  }

  static int kind(long number) {
    return (int) Long.remainderUnsigned(mix(number), KINDS);
  }

  static String body(long number) {
    int from = (int) (mix(number) >>> 48);
    return LETTERS.substring(from, from + BODY_LENGTH);
  }

  /** Finalizer of SplitMix64. */
  private static long mix(long number) {
    long mixed = (number ^ number >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return mixed ^ mixed >>> 31;
  }

  /**
   * @param indexed whether it has a secondary index, whose entries are inserted in random order
   */
  public static void create(Connection connection, String table, boolean indexed)
      throws SQLException {
    execute(
        connection,
        "CREATE TABLE "
            + table
            + " (shelf bigint NOT NULL, slot bigint NOT NULL, kind integer NOT NULL,"
            + " body varchar("
            + BODY_LENGTH
            + ") NOT NULL, PRIMARY KEY (shelf, slot))");
    if (indexed) {
      execute(connection, "CREATE INDEX " + table + "_kind ON " + table + " (kind)");
    }
  }

  /** Inserts rows 0 to {@code rows} (exclusive), in batches of 1,000, each committed. */
  public static void fill(Connection connection, String table, long rows) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO " + table + " (shelf, slot, kind, body) VALUES (?, ?, ?, ?)")) {
      for (long number = 0; number < rows; number++) {
        insert.setLong(1, shelf(number));
        insert.setLong(2, slot(number));
        insert.setInt(3, kind(number));
        insert.setString(4, body(number));
        insert.addBatch();
        if ((number + 1) % BATCH == 0 || number + 1 == rows) {
          insert.executeBatch();
          connection.commit();
        }
      }
    }
    connection.setAutoCommit(true);
  }

  public static PreparedStatement select(Connection connection) throws SQLException {
    return connection.prepareStatement("SELECT kind, body FROM item WHERE shelf = ? AND slot = ?");
  }

  /** Whether the row exists with its original content. */
  public static boolean isRight(PreparedStatement select, long number) throws SQLException {
    select.setLong(1, shelf(number));
    select.setLong(2, slot(number));
    try (ResultSet row = select.executeQuery()) {
      return row.next()
          && row.getInt(1) == kind(number)
          && row.getString(2).equals(body(number))
          && !row.next();
    }
  }

  static long count(Connection connection, String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT count(*) FROM " + table)) {
      row.next();
      return row.getLong(1);
    }
  }

  /** Reads every column of every row; returns the number of wrong, missing and additional rows. */
  public static long wrongOnesOfAll(Connection connection, long rows) throws SQLException {
    long wrong = 0;
    long number = 0;
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT shelf, slot, kind, body FROM item ORDER BY shelf, slot")) {
      for (; row.next(); number++) {
        boolean right =
            row.getLong(1) == shelf(number)
                && row.getLong(2) == slot(number)
                && row.getInt(3) == kind(number)
                && row.getString(4).equals(body(number));
        wrong += right ? 0 : 1;
      }
    }
    return wrong + Math.abs(rows - number);
  }

  public static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
