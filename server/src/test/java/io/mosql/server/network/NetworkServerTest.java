package io.mosql.server.network;

import static io.mosql.server.network.ProtocolClient.execute;
import static io.mosql.server.network.ProtocolClient.stateOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.AuditLog;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.Session.TransactionStatus;
import io.mosql.core.wire.LoginResponse;
import io.mosql.core.wire.Request;
import io.mosql.core.wire.Response;
import io.mosql.server.authentication.LoginThrottle;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the server with well-behaved clients. */
@Timeout(120)
final class NetworkServerTest {
  private final SimpleEngine engine = new SimpleEngine();
  private final Queue<AuditLog.Event> events = new ConcurrentLinkedQueue<>();
  private NetworkServer door;
  private InetSocketAddress address;

  @BeforeEach
  void open() throws IOException {
    door =
        NetworkServer.open(
            engine,
            NetworkOptions.of("127.0.0.1", 0),
            events::add,
            Clock.SYSTEM,
            RandomSource.SECURE,
            new LoginThrottle());
    address = door.address();
  }

  @AfterEach
  void close() {
    door.close();
    engine.close();
  }

  @Test
  void aStatementAndItsRows() throws IOException {
    try (ProtocolClient client = ProtocolClient.loggedIn(address)) {
      client.run("create table t (a int primary key, b varchar(20))");
      client.send(
          new Request.Prepare(7, "insert into t values (?, ?)", List.of()),
          execute(7, 0, 0, 1, "one"),
          execute(7, 0, 0, 2, null));
      assertThat(client.read()).isInstanceOf(Response.Prepared.class);
      assertThat(client.read()).isEqualTo(new Response.Updated(1, List.of(), List.of()));
      assertThat(client.read()).isEqualTo(new Response.Updated(1, List.of(), List.of()));
      assertThat(client.rows("select a, b from t order by a"))
          .containsExactly(List.of(1, "one"), java.util.Arrays.asList(2, null));
    }
  }

  @Test
  void cursorsAreFetchedInParts() throws IOException {
    try (ProtocolClient client = ProtocolClient.loggedIn(address)) {
      fill(client, 10);
      client.ask(new Request.SetAutoCommit(false));
      client.ask(new Request.Prepare(1, "select a from t order by a", List.of()));
      Response.Rows first = (Response.Rows) client.ask(execute(1, 5, 3));
      Response.Rows other = (Response.Rows) client.ask(execute(1, 6, 4));
      Response.Rows second = (Response.Rows) client.ask(new Request.Fetch(5, 7));
      assertThat(first.rows()).hasSize(3);
      assertThat(first.last()).isFalse();
      assertThat(other.rows()).hasSize(4);
      assertThat(second.rows()).extracting(row -> row[0]).containsExactly(4, 5, 6, 7, 8, 9, 10);
      assertThat(second.last()).isTrue();
      assertThat(stateOf(client.ask(new Request.Fetch(5, 1)))).isEqualTo("24000");
      client.send(new Request.CloseCursor(6));
      assertThat(stateOf(client.ask(new Request.Fetch(6, 1)))).isEqualTo("24000");
    }
  }

  @Test
  void whatFollowsAFailureCanBeSkipped() throws IOException {
    try (ProtocolClient client = ProtocolClient.loggedIn(address)) {
      client.send(true, new Request.Prepare(1, "selct nonsense", List.of()), execute(1, 1, 0));
      client.send(true, new Request.Commit(), new Request.CloseStatement(1));
      client.send(new Request.Ping());
      client.send(true, new Request.Ping());
      assertThat(stateOf(client.read())).isEqualTo("42601");
      assertThat(client.read()).isEqualTo(new Response.Skipped());
      assertThat(client.read()).isEqualTo(new Response.Skipped());
      assertThat(client.read()).isEqualTo(new Response.Done());
      assertThat(client.read()).isEqualTo(new Response.Done());
      client.send(new Request.Prepare(1, "selct nonsense", List.of()), execute(1, 1, 0));
      assertThat(stateOf(client.read())).isEqualTo("42601");
      assertThat(stateOf(client.read())).isEqualTo("26000");
    }
  }

  private static Response.Rows rows(Response response) {
    assertThat(response).isInstanceOf(Response.Rows.class);
    return (Response.Rows) response;
  }

  /**
   * A response larger than the write buffer of the channel causes a writability event while it is
   * being sent: no request may be processed, and no response sent, within that event.
   */
  @ParameterizedTest
  @ValueSource(ints = {300, 1_000, 40_000})
  void largeAnswersAreSentOnce(int rowBytes) throws IOException {
    int count = 400_000 / rowBytes;
    try (ProtocolClient client = ProtocolClient.loggedIn(address)) {
      assertThat(client.run("create table wide (a int primary key, b text)"))
          .isInstanceOf(Response.Updated.class);
      client.run(
          "insert into wide select n, repeat('x', %d) from generate_series(1, %d) as s (n)"
              .formatted(rowBytes, count));
      client.ask(new Request.Prepare(1, "select a, b from wide where a > ?", List.of()));
      for (int round = 1; round <= 50; round++) {
        int from = round % 3;
        // Requests of the same flight wait behind the large response.
        client.send(execute(1, round, 0, from), new Request.Ping());
        Response.Rows rows = rows(client.read());
        assertThat(client.read()).isEqualTo(new Response.Done());
        int next = from + 1;
        while (true) {
          for (Object[] row : rows.rows()) {
            assertThat(row[0]).isEqualTo(next++);
          }
          if (rows.last()) {
            break;
          }
          rows = rows(client.ask(new Request.Fetch(round, 0)));
        }
        assertThat(next).isEqualTo(count + 1);
      }
    }
  }

  @Test
  void theStateTravelsWithAnswers() throws IOException {
    try (ProtocolClient client = ProtocolClient.loggedIn(address)) {
      fill(client, 1);
      client.ask(new Request.SetAutoCommit(false));
      assertThat(client.answers().state().autoCommit()).isFalse();
      client.run("update t set b = 'x'");
      assertThat(client.answers().state().transactionStatus()).isEqualTo(TransactionStatus.ACTIVE);
      var token = client.answers().state().token();
      client.ask(new Request.Commit());
      assertThat(client.answers().state().transactionStatus()).isEqualTo(TransactionStatus.IDLE);
      assertThat(client.ask(new Request.QueryOutcome(java.util.Objects.requireNonNull(token))))
          .isEqualTo(new Response.OutcomeReport(io.mosql.core.session.CommitOutcome.COMMITTED));
    }
  }

  @Test
  void aFailedBatchReportsItsCompletedStatements() throws IOException {
    try (ProtocolClient client = ProtocolClient.loggedIn(address)) {
      fill(client, 0);
      client.ask(new Request.SetAutoCommit(false));
      client.ask(new Request.Prepare(1, "insert into t values (?, 'b')", List.of()));
      List<Object[]> tuples =
          List.of(new Object[] {1}, new Object[] {2}, new Object[] {2}, new Object[] {3});
      Response response =
          client.ask(
              new Request.ExecuteBatch(1, tuples, io.mosql.core.session.ExecutionOptions.DEFAULT));
      assertThat(stateOf(response)).isEqualTo("23505");
      assertThat(((Response.Failed) response).updateCounts()).containsExactly(1, 1);
    }
  }

  @Test
  void aBatchThatComesToWaitGoesOnWhereItWas() throws Exception {
    try (ProtocolClient holder = ProtocolClient.loggedIn(address);
        ProtocolClient client = ProtocolClient.loggedIn(address)) {
      fill(holder, 3);
      client.ask(new Request.SetAutoCommit(false));
      client.ask(new Request.Prepare(1, "update t set b = b || '+' where a = ?", List.of()));
      Request.ExecuteBatch batch =
          new Request.ExecuteBatch(
              1,
              List.of(new Object[] {1}, new Object[] {2}, new Object[] {3}),
              io.mosql.core.session.ExecutionOptions.DEFAULT);
      assertThat(((Response.BatchDone) client.ask(batch)).updateCounts()).containsExactly(1, 1, 1);
      client.ask(new Request.Rollback());
      holder.ask(new Request.SetAutoCommit(false));
      holder.run("update t set b = 'held' where a = 2");
      client.send(batch);
      Polling.until(
          () -> holder.rows("select state from mosql.locks").contains(List.<Object>of("waiting")));
      holder.ask(new Request.Commit());
      assertThat(((Response.BatchDone) client.read()).updateCounts()).containsExactly(1, 1, 1);
      client.ask(new Request.Commit());
      assertThat(client.rows("select right(b, 2) from t order by a"))
          .extracting(row -> ((String) row.get(0)).endsWith("+"))
          .containsExactly(true, true, true);
      assertThat(client.rows("select b from t where b like '%++'")).isEmpty();
    }
  }

  @Test
  void aWrongPasswordAndAnUnknownUserLookTheSame() throws IOException {
    LoginResponse wrong = loginOf("ann", "wrong", "mosql", Map.of());
    LoginResponse unknown = loginOf("unknown", "wrong", "mosql", Map.of());
    assertThat(wrong)
        .isEqualTo(new LoginResponse.Refused("28P01", "password authentication failed"));
    assertThat(unknown).isEqualTo(wrong);
    assertThat(events)
        .extracting(AuditLog.Event::kind, AuditLog.Event::user, AuditLog.Event::sqlState)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(AuditLog.Kind.LOGIN_FAILED, "ann", "28P01"),
            org.assertj.core.groups.Tuple.tuple(AuditLog.Kind.LOGIN_FAILED, "unknown", "28P01"));
  }

  @Test
  void loginsAreRefusedForWhatTheyAskFor() throws IOException {
    assertThat(refusal("ann", "nowhere", Map.of())).isEqualTo("3D000");
    assertThat(refusal("ann", "mosql", Map.of("copyDirectory", "/"))).isEqualTo("08001");
    assertThat(refusal("ann", "mosql", Map.of("nonsense", "1"))).isEqualTo("08001");
    assertThat(loginOf("Ann", SimpleEngine.PASSWORD, "MoSQL", Map.of("ApplicationName", "x")))
        .isInstanceOf(LoginResponse.Welcome.class);
    assertThat(door.connections()).isLessThanOrEqualTo(1);
  }

  @Test
  void aRunningStatementIsCancelledFromOutside() throws Exception {
    try (ProtocolClient holder = ProtocolClient.loggedIn(address);
        ProtocolClient client = ProtocolClient.loggedIn(address)) {
      fill(holder, 1);
      holder.ask(new Request.SetAutoCommit(false));
      holder.run("update t set b = 'held' where a = 1");
      client.ask(new Request.Prepare(1, "update t set b = 'wanted' where a = 1", List.of()));
      client.send(execute(1, 1, 0));
      awaitWaiter(holder);
      byte[] wrong = client.welcome().cancelKey().clone();
      wrong[0]++;
      ProtocolClient.cancel(address, client.welcome().sessionId(), wrong);
      ProtocolClient.cancel(address, client.welcome().sessionId() + 100, wrong);
      ProtocolClient.cancel(address, client.welcome().sessionId(), client.welcome().cancelKey());
      assertThat(stateOf(client.read())).isEqualTo("57014");
      assertThat(holder.ask(new Request.Commit())).isEqualTo(new Response.Done());
    }
  }

  @Test
  void aConnectionDroppedDuringAWaitFreesEverything() throws Exception {
    try (ProtocolClient holder = ProtocolClient.loggedIn(address)) {
      fill(holder, 2);
      holder.ask(new Request.SetAutoCommit(false));
      holder.run("update t set b = 'held' where a = 1");
      ProtocolClient client = ProtocolClient.loggedIn(address);
      client.ask(new Request.SetAutoCommit(false));
      client.run("update t set b = 'mine' where a = 2");
      client.send(
          new Request.Prepare(1, "update t set b = 'wanted' where a = 1", List.of()),
          execute(1, 1, 0));
      awaitWaiter(holder);
      client.close();
      Polling.until(() -> engine.open.get() == 1 && door.connections() == 1);
      assertThat(holder.run("update t set b = 'free again' where a = 2"))
          .isInstanceOf(Response.Updated.class);
    }
  }

  @Test
  void drainingEndsIdleSessionsAndLetsTransactionsEnd() throws Exception {
    try (ProtocolClient idle = ProtocolClient.loggedIn(address);
        ProtocolClient working = ProtocolClient.loggedIn(address);
        ProtocolClient stubborn = ProtocolClient.loggedIn(address)) {
      fill(working, 2);
      working.ask(new Request.SetAutoCommit(false));
      working.run("update t set b = 'last' where a = 1");
      stubborn.ask(new Request.SetAutoCommit(false));
      stubborn.run("update t set b = 'lost' where a = 2");
      Thread drain = new Thread(() -> door.drain(Duration.ofSeconds(2)));
      drain.start();
      Response goodbye = idle.read();
      assertThat(stateOf(goodbye)).isEqualTo("57P01");
      assertThat(((Response.Failed) goodbye).fatal()).isTrue();
      assertThat(idle.readToEnd()).isZero();
      try (ProtocolClient late = new ProtocolClient(address)) {
        assertThat(late.preface(false).reason())
            .isEqualTo(io.mosql.core.wire.ServerPreface.Reason.GOING_AWAY);
      }
      assertThat(working.ask(new Request.Commit())).isEqualTo(new Response.Done());
      assertThat(stateOf(working.read())).isEqualTo("57P01");
      assertThat(stateOf(stubborn.read())).isEqualTo("57P01");
      drain.join();
      assertThat(door.connections()).isZero();
    }
  }

  @Test
  void administratorsHaveSessionsOfTheirOwn() throws Exception {
    door.close();
    NetworkOptions few = NetworkOptions.of("127.0.0.1", 0).withConnections(3, 1, 10);
    door =
        NetworkServer.open(
            engine, few, events::add, Clock.SYSTEM, RandomSource.SECURE, new LoginThrottle());
    address = door.address();
    try (ProtocolClient one = ProtocolClient.loggedIn(address);
        ProtocolClient two = ProtocolClient.loggedIn(address)) {
      assertThat(refusal("ann", "mosql", Map.of())).isEqualTo("53300");
      try (ProtocolClient root = new ProtocolClient(address)) {
        root.preface(false);
        assertThat(root.login("root", SimpleEngine.PASSWORD))
            .isInstanceOf(LoginResponse.Welcome.class);
        try (ProtocolClient late = new ProtocolClient(address)) {
          assertThat(late.preface(false).reason())
              .isEqualTo(io.mosql.core.wire.ServerPreface.Reason.TOO_MANY_CONNECTIONS);
        }
      }
      assertThat(one.ask(new Request.Ping())).isEqualTo(new Response.Done());
      assertThat(two.ask(new Request.Ping())).isEqualTo(new Response.Done());
    }
    Polling.until(() -> door.connections() == 0);
    assertThat(ProtocolClient.loggedIn(address).ask(new Request.Ping()))
        .isEqualTo(new Response.Done());
  }

  private LoginResponse loginOf(
      String user, String password, String database, Map<String, String> properties)
      throws IOException {
    try (ProtocolClient client = new ProtocolClient(address)) {
      client.preface(false);
      return client.login(user, password, database, properties);
    }
  }

  private String refusal(String user, String database, Map<String, String> properties)
      throws IOException {
    LoginResponse response = loginOf(user, SimpleEngine.PASSWORD, database, properties);
    return response instanceof LoginResponse.Refused refused ? refused.sqlState() : "welcome";
  }

  private static void fill(ProtocolClient client, int rows) throws IOException {
    client.run("create table t (a int primary key, b varchar(20))");
    for (int i = 1; i <= rows; i++) {
      client.run("insert into t values (?, ?)", i, "row " + i);
    }
  }

  /** Waits until a session waits for a row lock. */
  static void awaitWaiter(ProtocolClient client) throws Exception {
    Polling.until(
        () -> !client.rows("select 1 from mosql.locks where state = 'waiting'").isEmpty());
  }
}
