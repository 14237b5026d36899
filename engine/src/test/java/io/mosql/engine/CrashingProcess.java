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
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A process that works on a database until it is killed: two threads insert entries and transfer
 * money in one transaction each, and print the entry's id after its commit returned. A third thread
 * writes checkpoints.
 */
public final class CrashingProcess {
  static final int WORKERS = 2;
  static final int ACCOUNTS = 10;
  static final int IDS_PER_WORKER = 1_000_000;
  static final String STARTED = "started";
  static final String CHECKPOINTED = "checkpointed";
  private static final int PAUSE_MILLIS_MAX = 60;

  private final String url;
  private final long seed;

  /** Not buffered: a line is one write to the pipe, so that a kill cannot cut it. */
  private final OutputStream out = new FileOutputStream(FileDescriptor.out);

  private CrashingProcess(String url, long seed) {
    this.url = url;
    this.seed = seed;
  }

  /** Arguments: the URL, and a seed. */
  public static void main(String[] args) throws Exception {
    CrashingProcess process = new CrashingProcess(args[0], Long.parseLong(args[1]));
    process.print(STARTED);
    List<Thread> threads = new ArrayList<>(List.of(new Thread(process::checkpoint)));
    for (int i = 0; i < WORKERS; i++) {
      int worker = i;
      threads.add(new Thread(() -> process.work(worker)));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** The text of an entry. */
  static String note(int id) {
    return "note of " + id + " ".repeat(1 + Math.floorMod(id * 31, 300)) + "its end";
  }

  private void checkpoint() {
    Random random = new Random(seed);
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      while (true) {
        Thread.sleep(random.nextInt(PAUSE_MILLIS_MAX));
        statement.execute("checkpoint");
        print(CHECKPOINTED);
      }
    } catch (SQLException e) {
      print("failed to checkpoint " + e.getSQLState() + " " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
      Random random = new Random(seed + id);
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
      insert.setString(3, note(id));
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
