package io.mosql.server.remote;

import io.mosql.core.session.ServerEngine;
import io.mosql.core.session.Session;
import io.mosql.core.session.Topology;
import io.mosql.core.session.TransactionToken;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Simulated cluster: servers that behave as its nodes, all with the same in-memory database as
 * their replica; the test selects the leader. Each server is reached through a proxy.
 */
final class FakeCluster implements AutoCloseable {
  private record Lead(@Nullable String leader, long term) {}

  private record Key(long boot, long number) {
    static Key of(TransactionToken token) {
      return new Key(token.boot(), token.number());
    }
  }

  private final String database;
  private final RemoteTestServer behind;
  private final AtomicReference<@Nullable ServerEngine> engine = new AtomicReference<>();
  private final List<FakeNode> nodes = new ArrayList<>();
  private final Map<Key, Long> counts = new ConcurrentHashMap<>();
  private volatile Lead lead = new Lead("n0", 1);
  private volatile boolean keepsCounts = true;
  private volatile long position;

  FakeCluster(String database, int size) throws IOException {
    this.database = database;
    this.behind =
        RemoteTestServer.start(
            databases -> {
              engine.set(databases);
              return databases;
            });
    for (int i = 0; i < size; i++) {
      nodes.add(new FakeNode(this, "n" + i));
    }
  }

  FakeNode node(int index) {
    return nodes.get(index);
  }

  ServerEngine engine() {
    return Objects.requireNonNull(engine.get());
  }

  @Nullable String leader() {
    return lead.leader();
  }

  void lead(int node) {
    lead = new Lead("n" + node, lead.term() + 1);
  }

  void removeLeader() {
    lead = new Lead(null, lead.term() + 1);
  }

  void keepNoCounts() {
    keepsCounts = false;
  }

  void setPosition(long newest) {
    position = newest;
  }

  long position() {
    return position;
  }

  Topology topology(String node) {
    Lead now = lead;
    return new Topology(
        node, now.leader(), now.term(), nodes.stream().map(FakeNode::place).toList());
  }

  void counted(TransactionToken token, long count) {
    counts.put(Key.of(token), count);
  }

  long count(TransactionToken token) {
    return keepsCounts
        ? counts.getOrDefault(Key.of(token), Session.CommitStatus.NO_COUNT)
        : Session.CommitStatus.NO_COUNT;
  }

  /** Opens a connection with the addresses of all nodes. */
  Connection connect(String properties) throws SQLException {
    return connect(nodes, properties);
  }

  /** Opens a connection with the addresses of some nodes. */
  Connection connect(List<FakeNode> seeds, String properties) throws SQLException {
    String hosts =
        seeds.stream()
            .map(node -> "127.0.0.1:" + node.proxy().port())
            .collect(Collectors.joining(","));
    return DriverManager.getConnection(
        "jdbc:mosql://" + hosts + "/" + database + properties,
        RemoteTestServer.USER,
        RemoteTestServer.PASSWORD);
  }

  /** Number of rows in the database, independently of the leader. */
  int rows() throws SQLException {
    try (Connection connection = behind.connect(database);
        Statement statement = connection.createStatement();
        ResultSet count = statement.executeQuery("select count(*) from t")) {
      count.next();
      return count.getInt(1);
    }
  }

  void execute(String sql) throws SQLException {
    try (Connection connection = behind.connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    nodes.forEach(FakeNode::close);
    execute("shutdown");
    behind.close();
  }
}
