package io.mosql.server.cluster;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/** Content of the replica on each node, table by table, read from that node. */
final class ReplicaContents {
  private static final Duration POLL = Duration.ofMillis(100);

  /** Tables of the workloads, with the ORDER BY of their rows. */
  private static final Map<String, String> TABLES =
      new TreeMap<>(
          Map.of(
              "list", "id",
              "element", "list, n",
              "register", "id",
              "account", "id",
              "counter", "id",
              "member", "v",
              "seen", "s, v",
              "seen_session", "s, v",
              "probe", "id"));

  private ReplicaContents() {}

  /**
   * Waits until all replicas have the content of the leader; there must be no concurrent writes.
   *
   * @throws AssertionError when a replica differs after the time limit
   */
  static void awaitEqual(ProcessCluster cluster, Duration atMost) throws SQLException {
    Map<String, String> wanted;
    try (Connection leader = cluster.connect(Map.of())) {
      wanted = hashes(leader);
    }
    long deadline = System.nanoTime() + atMost.toNanos();
    Map<String, Object> last = new HashMap<>();
    for (String id : cluster.ids()) {
      while (!isEqual(cluster, id, wanted, last)) {
        if (System.nanoTime() > deadline) {
          throw new AssertionError(id + " holds " + last.get(id) + ", the leader " + wanted);
        }
        LockSupport.parkNanos(POLL.toNanos());
      }
    }
  }

  private static boolean isEqual(
      ProcessCluster cluster, String id, Map<String, String> wanted, Map<String, Object> last) {
    try (Connection connection = cluster.connectTo(id)) {
      Map<String, String> there = hashes(connection);
      last.put(id, there);
      return there.equals(wanted);
    } catch (SQLException e) {
      last.put(id, e);
      return false;
    }
  }

  private static Map<String, String> hashes(Connection connection) throws SQLException {
    Map<String, String> hashes = new TreeMap<>();
    for (Map.Entry<String, String> table : TABLES.entrySet()) {
      hashes.put(table.getKey(), hash(connection, table.getKey(), table.getValue()));
    }
    return hashes;
  }

  /** Number of rows, and a hash of the rows in order. */
  private static String hash(Connection connection, String table, String order)
      throws SQLException {
    MessageDigest digest = sha256();
    long count = 0;
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select * from " + table + " order by " + order)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        count++;
        for (int i = 1; i <= columns; i++) {
          digest.update((rows.getString(i) + "\0").getBytes(StandardCharsets.UTF_8));
        }
      }
    }
    return count + " rows " + HexFormat.of().formatHex(digest.digest(), 0, 8);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
