package io.mosql.benchmarks.storage.step;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;

/**
 * Table with rows of 200 bytes: a key of 8 bytes, a number of 4, an amount, and a text as padding.
 * Keys are inserted in ascending order, or in a random order determined by the seed; the number,
 * which has the secondary index, is random. Not thread-safe.
 */
final class LoadTable {
  private static final int ROW_BYTES = 200;
  private static final int TEXT_BYTES = ROW_BYTES - 8 - 4 - 8;

  private final Connection connection;
  private final String name;
  private final Random random;
  private final char[] text = new char[TEXT_BYTES];

  LoadTable(Connection connection, String name, long seed) {
    this.connection = connection;
    this.name = name;
    this.random = new Random(seed);
  }

  void create(boolean withKey, boolean withIndex) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE "
              + name
              + " (id bigint NOT NULL, customer integer NOT NULL, amount decimal(12,2),"
              + " note varchar(200)"
              + (withKey ? ", PRIMARY KEY (id))" : ")"));
    }
    if (withIndex) {
      createIndex();
    }
  }

  void createIndex() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE INDEX " + name + "_customer ON " + name + " (customer)");
    }
  }

  void addPrimaryKey() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("ALTER TABLE " + name + " ADD PRIMARY KEY (id)");
    }
  }

  void drop() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE " + name);
    }
  }

  long count() throws SQLException {
    return ItemTable.count(connection, name);
  }

  /**
   * Inserts rows; each batch is a transaction.
   *
   * @param afterCommit statement executed after each commit; empty for none
   */
  void insert(long rows, int batch, boolean ascending, String afterCommit) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement after = connection.createStatement();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO " + name + " (id, customer, amount, note) VALUES (?, ?, ?, ?)")) {
      int pending = 0;
      for (long i = 0; i < rows; i++) {
        insert.setLong(1, ascending ? i : scattered(i));
        insert.setInt(2, random.nextInt(1_000_000));
        insert.setBigDecimal(3, java.math.BigDecimal.valueOf(random.nextInt(10_000_000), 2));
        insert.setString(4, text());
        insert.addBatch();
        if (++pending == batch || i + 1 == rows) {
          insert.executeBatch();
          connection.commit();
          if (!afterCommit.isEmpty()) {
            after.execute(afterCommit);
          }
          pending = 0;
        }
      }
    }
    connection.setAutoCommit(true);
  }

  /**
   * Maps each number to a different one, in scattered order: multiplication by an odd number is a
   * bijection.
   */
  private static long scattered(long i) {
    return i * 0x9E3779B97F4A7C15L;
  }

  private String text() {
    long bits = 0;
    for (int i = 0; i < text.length; i++) {
      bits = i % 12 == 0 ? random.nextLong() : bits >>> 5;
      text[i] = (char) ('a' + (bits & 15));
    }
    return new String(text);
  }
}
