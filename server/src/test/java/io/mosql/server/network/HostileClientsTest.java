package io.mosql.server.network;

import static io.mosql.server.network.ProtocolClient.execute;
import static io.mosql.server.network.ProtocolClient.stateOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.UnixOperatingSystemMXBean;
import io.mosql.core.port.AuditLog;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.wire.ClientPreface;
import io.mosql.core.wire.LoginCodec;
import io.mosql.core.wire.LoginRequest;
import io.mosql.core.wire.LoginResponse;
import io.mosql.core.wire.Request;
import io.mosql.core.wire.Response;
import io.mosql.core.wire.ServerPreface;
import io.mosql.core.wire.WireWriter;
import io.mosql.server.authentication.LoginThrottle;
import io.mosql.testkit.Shard;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.event.EventRecordingLogger;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.SubstituteLogger;

/**
 * Tests of malicious clients: each connection is closed with the violation as reason, other clients
 * continue to be served, and the reason is logged.
 */
@Shard(index = 1, of = 3)
@Timeout(180)
final class HostileClientsTest {
  private static final int FRAME_BYTES_MAX = 1 << 20;

  /** Well-behaved client, which must be served at all times. */
  private ProtocolClient witness;

  private final SimpleEngine engine = new SimpleEngine();
  private final Queue<SubstituteLoggingEvent> log = new ConcurrentLinkedQueue<>();
  private NetworkServer door;
  private InetSocketAddress address;

  @BeforeEach
  void open() throws IOException {
    open(Duration.ofSeconds(30), Duration.ofMinutes(1));
  }

  private void open(Duration login, Duration stall) throws IOException {
    NetworkOptions options =
        NetworkOptions.of("127.0.0.1", 0)
            .withConnections(6_000, 5, 500)
            .withFrameBytesMax(FRAME_BYTES_MAX)
            .withDeadlines(login, stall);
    door =
        NetworkServer.open(
            engine,
            options,
            AuditLog.NONE,
            Clock.SYSTEM,
            RandomSource.SECURE,
            new LoginThrottle(),
            new EventRecordingLogger(new SubstituteLogger("door", log, false), log));
    address = door.address();
    witness = ProtocolClient.loggedIn(address);
  }

  private void reopen(Duration login, Duration stall) throws IOException {
    witness.close();
    door.close();
    open(login, stall);
  }

  @AfterEach
  void close() throws IOException {
    assertServed();
    witness.close();
    door.close();
    engine.close();
  }

  private void assertServed() throws IOException {
    assertThat(witness.rows("select 6 * 7")).containsExactly(List.of(42));
  }

  private void assertLogged(String cause) throws Exception {
    Polling.until(() -> log.stream().anyMatch(event -> text(event).contains(cause)));
  }

  private static String text(SubstituteLoggingEvent event) {
    Object[] arguments = event.getArgumentArray();
    return event.getMessage() + " " + (arguments == null ? "" : List.of(nonNull(arguments)));
  }

  private static Object[] nonNull(Object[] arguments) {
    Object[] strings = new Object[arguments.length];
    for (int i = 0; i < strings.length; i++) {
      strings[i] = String.valueOf(arguments[i]);
    }
    return strings;
  }

  private ProtocolClient welcomed() throws IOException {
    ProtocolClient client = new ProtocolClient(address);
    client.preface(false);
    return client;
  }

  @Test
  void whatIsNotTheProtocolIsClosedWithoutAWord() throws Exception {
    for (String nonsense :
        List.of(
            "GET / HTTP/1.1\r\n",
            "\0\0\0\u0008\u0004\u00d2\u0016/",
            "MoSq....",
            "\0\0\0\0\0\0\0\0")) {
      try (ProtocolClient client = new ProtocolClient(address)) {
        client.raw(nonsense.getBytes(SimpleEngine.UTF_8));
        assertThat(client.readToEnd()).isZero();
      }
    }
    assertLogged("not MoSQL's protocol");
  }

  @Test
  void anotherVersionGetsTheVersionOfTheServer() throws Exception {
    try (ProtocolClient client = new ProtocolClient(address)) {
      ServerPreface answer =
          client.preface(
              new ClientPreface(9, ClientPreface.MINOR, false, ClientPreface.Kind.SESSION));
      assertThat(answer)
          .isEqualTo(
              new ServerPreface(
                  ClientPreface.MAJOR,
                  ClientPreface.MINOR,
                  false,
                  false,
                  ServerPreface.Reason.VERSION_NOT_SPOKEN));
      assertThat(client.readToEnd()).isZero();
    }
    assertLogged("VERSION_NOT_SPOKEN");
  }

  @Test
  void giantLengthsAreRefusedBeforeTheyCome() throws Exception {
    for (byte[] length :
        List.of(
            new byte[] {0x7F, -1, -1, -1},
            new byte[] {-1, -1, -1, -1},
            new byte[] {0, 0, 0x40, 1},
            new byte[] {0, 0, 0, 1})) {
      try (ProtocolClient client = welcomed()) {
        client.raw(length);
        LoginResponse.Refused refused = (LoginResponse.Refused) client.readLogin();
        assertThat(refused.sqlState()).isEqualTo("08P01");
        assertThat(client.readToEnd()).isZero();
      }
      try (ProtocolClient client = ProtocolClient.loggedIn(address)) {
        client.raw(length[1] == 0 && length[2] != 0 ? new byte[] {0, 0x10, 0, 1} : length);
        Response.Failed failed = (Response.Failed) client.read();
        assertThat(failed.sqlState()).isEqualTo("08P01");
        assertThat(failed.fatal()).isTrue();
        assertThat(client.readToEnd()).isZero();
      }
    }
    assertLogged("frame of 2147483647 bytes");
  }

  @Test
  void aLoginHasItsOrder() throws Exception {
    try (ProtocolClient client = welcomed()) {
      assertThat(client.send(new LoginRequest.Proof("c=biws,r=x,p=AAAA")))
          .isEqualTo(new LoginResponse.Refused("08P01", "proof without a challenge"));
    }
    LoginRequest.Hello hello =
        new LoginRequest.Hello(
            "ann", "mosql", Map.of(), LoginRequest.SCRAM, "n,,n=,r=abcdefghijklmnop");
    try (ProtocolClient client = welcomed()) {
      assertThat(client.send(hello)).isInstanceOf(LoginResponse.Challenge.class);
      assertThat(client.send(hello)).isEqualTo(new LoginResponse.Refused("08P01", "second Hello"));
    }
    try (ProtocolClient client = welcomed()) {
      client.send(hello);
      assertThat(client.send(new LoginRequest.Proof("nonsense")))
          .isEqualTo(new LoginResponse.Refused("28000", "client-final message without a proof"));
    }
    try (ProtocolClient client = welcomed()) {
      client.send(new Request.Ping());
      assertThat(((LoginResponse.Refused) client.readLogin()).sqlState()).isEqualTo("08P01");
    }
    assertLogged("proof without a challenge");
  }

  @Test
  void randomBytesInsteadOfALoginDoNoHarm() throws Exception {
    Random random = new Random(7);
    WireWriter model = new WireWriter();
    LoginCodec.write(
        model,
        new LoginRequest.Hello(
            "ann", "mosql", Map.of("a", "b"), LoginRequest.SCRAM, "n,,n=,r=abcdefghijklmnop"));
    for (int i = 0; i < 500; i++) {
      byte[] bytes = java.util.Arrays.copyOf(model.array(), model.length());
      for (int change = random.nextInt(3); change >= 0; change--) {
        bytes[4 + random.nextInt(bytes.length - 4)] = (byte) random.nextInt(256);
      }
      try (ProtocolClient client = welcomed()) {
        client.raw(bytes);
        LoginResponse response = client.readLogin();
        if (response instanceof LoginResponse.Refused refused) {
          assertThat(refused.sqlState()).isIn("08P01", "28000");
        } else {
          assertThat(response).isInstanceOf(LoginResponse.Challenge.class);
        }
      }
    }
  }

  @Test
  void connectionsWithoutLoginAreClosedInTime() throws Exception {
    reopen(Duration.ofMillis(700), Duration.ofMinutes(1));
    List<ProtocolClient> halfOpen = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      halfOpen.add(i % 2 == 0 ? new ProtocolClient(address) : welcomed());
    }
    assertServed();
    for (ProtocolClient client : halfOpen) {
      assertThat(client.readToEnd()).isZero();
      client.close();
    }
    assertLogged("it did not log in in time");
  }

  @Test
  void connectionsThatSendByteByByteAreClosedInTime() throws Exception {
    reopen(Duration.ofMillis(700), Duration.ofMinutes(1));
    try (ProtocolClient client = new ProtocolClient(address)) {
      byte[] preface = new ClientPreface(1, 0, false, ClientPreface.Kind.SESSION).encode();
      Thread slow =
          new Thread(
              () -> {
                try {
                  for (int i = 0; ; i++) {
                    client.raw(i < 7 ? preface[i] : preface[6]);
                    java.util.concurrent.locks.LockSupport.parkNanos(200_000_000);
                  }
                } catch (IOException e) {
                  Thread.currentThread().interrupt();
                }
              });
      slow.start();
      client.readToEnd();
      slow.join();
    }
    assertServed();
  }

  @Test
  void tooManyStrangersAreSentAway() throws Exception {
    List<ProtocolClient> strangers = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      strangers.add(welcomed());
    }
    try (ProtocolClient late = new ProtocolClient(address)) {
      assertThat(late.preface(false).reason()).isEqualTo(ServerPreface.Reason.TOO_MANY_CONNECTIONS);
    }
    assertServed();
    for (ProtocolClient client : strangers) {
      client.close();
    }
    assertLogged("too many connections have not logged in");
  }

  @Test
  void connectionsThatNeverReadHoldLittleMemoryAndAreClosed() throws Exception {
    witness.run("create table big (a int primary key, b varchar(1000))");
    witness.run(
        "insert into big select x, repeat('y', 1000) from (values (1), (2), (3), (4)) as v (x)");
    for (int i = 0; i < 8; i++) {
      witness.run("insert into big select a + (select max(a) from big), b from big");
    }
    reopen(Duration.ofSeconds(30), Duration.ofSeconds(1));
    try (ProtocolClient client = new ProtocolClient(address, 4096)) {
      client.preface(false);
      client.login("ann", SimpleEngine.PASSWORD);
      client.ask(new Request.Prepare(1, "select a, b from big", List.of()));
      AtomicLong most = new AtomicLong();
      Thread asking =
          new Thread(
              () -> {
                try {
                  while (true) {
                    client.send(execute(1, 1, 1_000_000));
                  }
                } catch (IOException e) {
                  Thread.currentThread().interrupt();
                }
              });
      asking.start();
      Polling.until(
          () -> {
            most.accumulateAndGet(door.unsentBytes(), Math::max);
            return engine.open.get() == 1;
          });
      asking.join();
      assertThat(most.get()).isLessThan(1 << 20);
    }
    assertLogged("it does not take its answers");
  }

  @Test
  @SuppressWarnings("try") // it is closed before its thread is joined
  void readingIsPausedForAClientThatSendsWithoutEnd() throws Exception {
    witness.run("create table t (a int primary key)");
    witness.run("insert into t values (1)");
    witness.ask(new Request.SetAutoCommit(false));
    witness.run("delete from t");
    try (ProtocolClient client = ProtocolClient.loggedIn(address)) {
      client.ask(new Request.Prepare(1, "delete from t", List.of()));
      client.send(execute(1, 1, 0));
      AtomicLong sent = new AtomicLong();
      Request[] pings =
          java.util.Collections.nCopies(10_000, new Request.Ping()).toArray(new Request[0]);
      Thread sending =
          new Thread(
              () -> {
                try {
                  while (sent.get() < 500_000_000) {
                    client.send(pings);
                    sent.addAndGet(60_000);
                  }
                } catch (IOException e) {
                  Thread.currentThread().interrupt();
                }
              });
      sending.start();
      long[] last = {-1};
      Polling.until(
          () -> {
            boolean rests = sent.get() == last[0] && sent.get() > 1_000_000;
            last[0] = sent.get();
            java.util.concurrent.locks.LockSupport.parkNanos(300_000_000);
            return rests;
          });
      assertThat(sent.get()).isLessThan(64_000_000);
      witness.ask(new Request.Rollback());
      client.close();
      sending.join();
    }
  }

  @Test
  void deepStatementsAreRefused() throws Exception {
    try (ProtocolClient client = ProtocolClient.loggedIn(address)) {
      for (String deep :
          List.of(
              "select " + "(".repeat(50_000) + "1" + ")".repeat(50_000),
              "select " + "not ".repeat(50_000) + "true",
              "select 1" + " + 1".repeat(50_000),
              "select " + "case when true then ".repeat(20_000) + "1" + " end".repeat(20_000))) {
        assertThat(stateOf(client.run(deep))).isIn("54001", "42601");
        assertServed();
      }
      assertThat(client.ask(new Request.Ping())).isEqualTo(new Response.Done());
    }
  }

  @Test
  void aStormOfCancelsEndsOnlyWhatItHasTheKeyOf() throws Exception {
    witness.run("create table t (a int primary key, b int)");
    witness.run("insert into t values (1, 1)");
    witness.ask(new Request.SetAutoCommit(false));
    witness.run("update t set b = 2");
    try (ProtocolClient client = ProtocolClient.loggedIn(address)) {
      client.ask(new Request.Prepare(1, "update t set b = 3", List.of()));
      client.send(execute(1, 1, 0));
      NetworkServerTest.awaitWaiter(witness);
      long session = client.welcome().sessionId();
      for (int i = 0; i < 500; i++) {
        ProtocolClient.cancel(address, session + i % 3, new byte[16]);
      }
      NetworkServerTest.awaitWaiter(witness);
      for (int i = 0; i < 20; i++) {
        ProtocolClient.cancel(address, session, client.welcome().cancelKey());
      }
      assertThat(stateOf(client.read())).isEqualTo("57014");
      assertThat(client.ask(new Request.Ping())).isEqualTo(new Response.Done());
    }
    witness.ask(new Request.Rollback());
    assertLogged("it asked to cancel what it has no key for");
  }

  @Test
  void manyIdleConnections() throws Exception {
    int many = 5_000;
    UnixOperatingSystemMXBean system =
        (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    assumeThat(system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount())
        .as("files that this process may still open, for both ends of %d connections", many)
        .isGreaterThan(2L * many + 200);
    List<ProtocolClient> idle = new ArrayList<>();
    try {
      for (int i = 0; i < many; i++) {
        idle.add(ProtocolClient.loggedIn(address));
      }
      assertThat(door.connections()).isEqualTo(many + 1);
      assertServed();
      assertThat(idle.get(many / 2).ask(new Request.Ping())).isEqualTo(new Response.Done());
      assertThat(idle.get(many - 1).rows("select 1")).containsExactly(List.of(1));
    } finally {
      for (ProtocolClient client : idle) {
        client.close();
      }
    }
    Polling.until(() -> door.connections() == 1 && engine.open.get() == 1);
  }

  @Test
  void noSecretIsInTheLog() throws Exception {
    try (ProtocolClient client = welcomed()) {
      client.login("ann", "a secret that must not be logged");
    }
    assertLogged("password authentication failed");
    assertThat(log.stream().map(HostileClientsTest::text))
        .noneMatch(text -> text.contains("secret that") || text.contains("p="));
  }
}
