package io.mosql.server.forwarding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.CommitOutcome;
import io.mosql.core.session.DelegatedIdentity;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.Session.CommitStatus;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.TransactionToken;
import io.mosql.jdbc.remote.RemoteSession;
import io.mosql.jdbc.remote.RemoteSessions;
import io.mosql.jdbc.remote.RemoteTarget;
import io.mosql.testkit.Sampled;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of sessions forwarded from a node that is not the leader. */
@Sampled(percent = 40, methods = true)
@Timeout(180)
final class ForwardingEngineTest {
  private static final String FORWARDED = "?forwarding=always";

  @TempDir Path directory = Path.of("");
  private ForwardingTestCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = new ForwardingTestCluster(directory, 3);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private String follower() {
    return cluster.followers(ForwardingTestCluster.DATABASE).get(0);
  }

  private static List<Object> column(Statement statement, String sql) throws SQLException {
    List<Object> all = new java.util.ArrayList<>();
    try (ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        all.add(rows.getObject(1));
      }
    }
    return all;
  }

  @Test
  void aSessionWorksAtTheLeaderAsIfItWereThere() throws Exception {
    try (Connection client = cluster.connect(follower(), FORWARDED);
        Statement statement = client.createStatement()) {
      statement.execute("create table t (id int auto_increment primary key, v varchar(20))");
      assertThat(statement.executeUpdate("insert into t (v) values ('a'), ('b')")).isEqualTo(2);
      try (PreparedStatement insert =
          client.prepareStatement(
              "insert into t (v) values (?)", Statement.RETURN_GENERATED_KEYS)) {
        insert.setString(1, "c");
        insert.executeUpdate();
        try (ResultSet keys = insert.getGeneratedKeys()) {
          assertThat(keys.next()).isTrue();
          assertThat(keys.getInt(1)).isEqualTo(3);
        }
        for (int i = 0; i < 1_000; i++) {
          insert.setString(1, "d" + i);
          insert.addBatch();
        }
        assertThat(Arrays.stream(insert.executeBatch()).sum()).isEqualTo(1_000);
      }
      client.setAutoCommit(false);
      statement.executeUpdate("delete from t where id = 1");
      Savepoint point = client.setSavepoint();
      statement.executeUpdate("delete from t");
      client.rollback(point);
      client.commit();
      statement.setFetchSize(100);
      assertThat(column(statement, "select id from t order by id")).hasSize(1_002).startsWith(2);
      client.rollback();
      client.setAutoCommit(true);
      assertThatThrownBy(() -> statement.execute("insert into t (id) values (2)"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"));
      assertThat(client.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
      // The client is connected to the follower, the session runs at the leader.
      assertThat(column(statement, "select node from mosql.cluster where here"))
          .containsExactly(cluster.awaitAgreement(ForwardingTestCluster.DATABASE));
      assertThat(cluster.connections(follower())).isEqualTo(1);
    }
  }

  @Test
  void aForwardedSessionHasTheAccountOfItsClient() throws Exception {
    try (Connection client =
            cluster.connect(cluster.awaitAgreement(ForwardingTestCluster.DATABASE), "");
        Statement statement = client.createStatement()) {
      statement.execute("create user ann password 'a'");
      statement.execute("grant connect on database mosql to ann");
      statement.execute("create table t (id int primary key)");
    }
    String follower = follower();
    // The account and its privilege are replicated a moment later.
    org.awaitility.Awaitility.await()
        .ignoreExceptionsInstanceOf(SQLException.class)
        .until(
            () -> {
              cluster.connect(follower, "ann", "a", FORWARDED).close();
              return true;
            });
    try (Connection client = cluster.connect(follower, "ann", "a", FORWARDED);
        Statement statement = client.createStatement()) {
      assertThat(column(statement, "select current_user")).containsExactly("ann");
      assertThat(
              column(
                  statement, "select client_address from mosql.sessions where user_name = 'ann'"))
          .allSatisfy(address -> assertThat((String) address).startsWith("127.0.0.1"));
      assertThatThrownBy(() -> statement.executeQuery("select * from t"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"));
    }
  }

  @Test
  void onlyNodesOpenSessionsForOtherAccounts() {
    String leader = cluster.awaitAgreement(ForwardingTestCluster.DATABASE);
    String secret = Objects.requireNonNull(cluster.node(leader).peerPassword());
    DelegatedIdentity admin = new DelegatedIdentity(ForwardingTestCluster.USER, "somewhere");
    // The correct password works, which validates the tests below.
    try (RemoteSession session = open(leader, DelegatedIdentity.NODE, secret, admin)) {
      assertThat(session.databaseInfo().userName()).isEqualTo(ForwardingTestCluster.USER);
    }
    assertRefused(leader, DelegatedIdentity.NODE, "guessed", admin, "28P01");
    assertRefused(leader, DelegatedIdentity.NODE, secret, null, "28000");
    assertRefused(
        leader, DelegatedIdentity.NODE, secret, new DelegatedIdentity("unknown", "x"), "28000");
    assertRefused(
        leader,
        DelegatedIdentity.NODE,
        secret,
        new DelegatedIdentity(DelegatedIdentity.NODE, "x"),
        "28000");
    assertRefused(
        leader, ForwardingTestCluster.USER, ForwardingTestCluster.PASSWORD, admin, "08001");
    assertRefused(leader, ForwardingTestCluster.USER, secret, null, "28P01");
    assertThatThrownBy(
            () -> {
              try (Connection client = cluster.connect(leader, "");
                  Statement statement = client.createStatement()) {
                statement.execute(
                    "create user \"" + DelegatedIdentity.NODE + "\" password 'x' admin");
              }
            })
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22023"));
  }

  private void assertRefused(
      String node,
      String user,
      String password,
      @Nullable DelegatedIdentity behalf,
      String sqlState) {
    assertThatThrownBy(() -> open(node, user, password, behalf).close())
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo(sqlState));
  }

  private RemoteSession open(
      String node, String user, String password, @Nullable DelegatedIdentity behalf) {
    RemoteTarget.Host host =
        Objects.requireNonNull(RemoteTarget.Host.of("127.0.0.1", cluster.port(node)));
    Map<SessionProperty, String> properties =
        Map.of(
            SessionProperty.USER,
            user,
            SessionProperty.PASSWORD,
            password,
            SessionProperty.FORWARDING,
            "never");
    return new RemoteSessions(
            new RemoteTarget(List.of(host), ForwardingTestCluster.DATABASE, properties, behalf))
        .open(0);
  }

  @Test
  void whatAStatementDidIsKnownToTheNextLeader() {
    String leader = cluster.awaitAgreement(ForwardingTestCluster.DATABASE);
    String secret = Objects.requireNonNull(cluster.node(leader).peerPassword());
    DelegatedIdentity admin = new DelegatedIdentity(ForwardingTestCluster.USER, "somewhere");
    TransactionToken three;
    TransactionToken none;
    try (RemoteSession session = open(leader, DelegatedIdentity.NODE, secret, admin)) {
      execute(session, "create table t (id int primary key)");
      three = session.token();
      assertThat(execute(session, "insert into t values (1), (2), (3)")).isEqualTo(3);
      none = session.token();
    }
    String next = cluster.followers(ForwardingTestCluster.DATABASE).get(0);
    cluster.handOn(ForwardingTestCluster.DATABASE, next);
    try (RemoteSession session = open(next, DelegatedIdentity.NODE, secret, admin)) {
      assertThat(session.commitStatus(three))
          .isEqualTo(new CommitStatus(CommitOutcome.COMMITTED, 3));
      assertThat(session.commitStatus(none).outcome()).isEqualTo(CommitOutcome.ABORTED);
      assertThat(session.position()).isPositive();
    }
  }

  private static long execute(Session session, String sql) {
    try (PreparedStatementHandle statement = session.prepare(sql, List.of())) {
      return ((StatementResult.Update)
              session.execute(statement, new Object[0], ExecutionOptions.DEFAULT))
          .updateCount();
    }
  }

  @Test
  void theSessionGoesOnWhenTheLeadGoesElsewhere() throws Exception {
    List<String> followers = cluster.followers(ForwardingTestCluster.DATABASE);
    try (Connection client = cluster.connect(followers.get(0), FORWARDED);
        Statement statement = client.createStatement()) {
      statement.execute("create table t (id int primary key)");
      cluster.handOn(ForwardingTestCluster.DATABASE, followers.get(1));
      // No transaction was open, so the change of the leader is not visible.
      assertThat(statement.executeUpdate("insert into t values (1)")).isEqualTo(1);
      client.setAutoCommit(false);
      statement.executeUpdate("insert into t values (2)");
      cluster.stop(followers.get(1));
      assertThatThrownBy(
              () -> {
                statement.executeUpdate("insert into t values (3)");
                client.commit();
              })
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"));
      client.rollback();
      statement.executeUpdate("insert into t values (4)");
      client.commit();
      assertThat(column(statement, "select id from t order by id")).containsExactly(1, 4);
    }
  }
}
