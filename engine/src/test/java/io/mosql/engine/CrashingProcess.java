package io.mosql.engine;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Random;

/**
 * Works on a database until it is killed: two threads insert entries and transfer money in one
 * transaction each, and print the entry's id after its commit returned.
 */
public final class CrashingProcess {
  static final int WORKERS = 2;
  static final int ACCOUNTS = 10;
  static final int IDS_PER_WORKER = 1_000_000;

  private final String url;

  /** Not buffered: a line is one write to the pipe, so that a kill cannot cut it. */
  private final OutputStream out = new FileOutputStream(FileDescriptor.out);

  private CrashingProcess(String url) {
    this.url = url;
  }

  /** Arguments: the URL. */
  public static void main(String[] args) throws Exception {
    CrashingProcess process = new CrashingProcess(args[0]);
    Thread[] workers = new Thread[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
      int worker = i;
      workers[i] = new Thread(() -> process.work(worker));
      workers[i].start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
  }

  private void work(int worker) {
    int from = worker * IDS_PER_WORKER;
    try (Connection connection = DriverManager.getConnection(url)) {
      connection.setAutoCommit(false);
      int id = from;
      try (PreparedStatement last =
          connection.prepareStatement("select max(id) from entry where id >= ? and id < ?")) {
        last.setInt(1, from);
        last.setInt(2, from + IDS_PER_WORKER);
        try (var rows = last.executeQuery()) {
          rows.next();
          int highest = rows.getInt(1);
          id = rows.wasNull() ? from : highest + 1;
        }
      }
      Random random = new Random(id);
      while (true) {
        if (transaction(connection, id, random)) {
          print(String.valueOf(id));
          id++;
        }
      }
    } catch (SQLException e) {
      print("failed " + e.getSQLState() + " " + e.getMessage());
    }
  }

  private void print(String line) {
    try {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean transaction(Connection connection, int id, Random random)
      throws SQLException {
    try (PreparedStatement insert =
            connection.prepareStatement("insert into entry values (?, ?, ?)");
        PreparedStatement move =
            connection.prepareStatement("update account set balance = balance + ? where id = ?")) {
      insert.setInt(1, id);
      insert.setInt(2, -id);
      insert.setString(3, "x".repeat(random.nextInt(300)));
      insert.executeUpdate();
      int amount = random.nextInt(100);
      int account = random.nextInt(ACCOUNTS);
      move.setInt(1, -amount);
      move.setInt(2, account);
      move.executeUpdate();
      move.setInt(1, amount);
      move.setInt(2, (account + 1) % ACCOUNTS);
      move.executeUpdate();
      connection.commit();
      return true;
    } catch (SQLException e) {
      connection.rollback();
      if (!"40001".equals(e.getSQLState())) {
        throw e;
      }
      return false;
    }
  }
}
