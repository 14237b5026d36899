package io.mosql.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.AuditLog;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.Login;
import io.mosql.core.session.ScramVerifier;
import io.mosql.core.session.ServerEngine;
import io.mosql.core.session.Session;
import io.mosql.core.session.Topology;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.wire.ClientPreface;
import io.mosql.core.wire.LoginRequest;
import io.mosql.core.wire.LoginResponse;
import io.mosql.core.wire.Request;
import io.mosql.core.wire.Response;
import io.mosql.core.wire.ServerPreface;
import io.mosql.server.authentication.LoginThrottle;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the topology: which clients receive it, and when. */
final class TopologyTest {
  private static final List<Topology.NodeAddress> PLACES =
      List.of(
          new Topology.NodeAddress("n1", "db1", 7433, true),
          new Topology.NodeAddress("n2", "db2", 7434, true));
  private static final Topology FIRST = new Topology("n1", "n1", 3, PLACES);
  private static final Topology LATER = new Topology("n1", "n2", 4, PLACES);

  private final SimpleEngine simple = new SimpleEngine();
  private volatile Topology topology = FIRST;
  private volatile boolean refuses;
  private volatile long position;
  private NetworkServer door;

  /** Engine that simulates a node of a cluster. */
  private final class Member implements ServerEngine {
    @Override
    public @Nullable ScramVerifier verifier(String user) {
      return simple.verifier(user);
    }

    @Override
    public boolean isAdministrator(String user) {
      return simple.isAdministrator(user);
    }

    @Override
    public Session connect(Login login) {
      position = login.position();
      if (refuses) {
        throw new MosqlException(SqlState.NOT_LEADER, "n2 leads");
      }
      return simple.connect(login);
    }

    @Override
    public Topology topology(String database) {
      assertThat(database).isEqualTo(SimpleEngine.DATABASE);
      return topology;
    }
  }

  @BeforeEach
  void open() throws IOException {
    door =
        NetworkServer.open(
            new Member(),
            NetworkOptions.of("127.0.0.1", 0),
            AuditLog.NONE,
            Clock.SYSTEM,
            RandomSource.SECURE,
            new LoginThrottle());
  }

  @AfterEach
  void close() {
    door.close();
    simple.close();
  }

  private ProtocolClient client(int minor, int agreed) throws IOException {
    ProtocolClient client = new ProtocolClient(door.address());
    ServerPreface answer =
        client.preface(
            new ClientPreface(ClientPreface.MAJOR, minor, false, ClientPreface.Kind.SESSION));
    assertThat(answer.minor()).isEqualTo(agreed);
    return client;
  }

  @Test
  void theTopologyIsSentOnceAndAfterEachChange() throws IOException {
    try (ProtocolClient client = client(1, 1)) {
      LoginResponse.Welcome welcome =
          (LoginResponse.Welcome) client.login("ann", SimpleEngine.PASSWORD);
      assertThat(welcome.state().topology()).isEqualTo(FIRST);
      client.ask(new Request.Ping());
      assertThat(client.answers().state().topology()).isSameAs(welcome.state().topology());
      topology = LATER;
      client.ask(new Request.Ping());
      assertThat(client.answers().state().topology()).isEqualTo(LATER);
      topology = Topology.ALONE;
      client.ask(new Request.Ping());
      assertThat(client.answers().state().topology()).isEqualTo(Topology.ALONE);
    }
  }

  @Test
  void anOlderClientGetsNoTopology() throws IOException {
    try (ProtocolClient client = client(0, 0)) {
      LoginResponse.Welcome welcome =
          (LoginResponse.Welcome) client.login("ann", SimpleEngine.PASSWORD);
      assertThat(welcome.state().topology()).isNull();
      topology = LATER;
      client.ask(new Request.Ping());
      assertThat(client.answers().state().topology()).isNull();
      assertThat(client.answers().state().position()).isZero();
      TransactionToken token = Objects.requireNonNull(client.answers().state().token());
      assertThat(client.ask(new Request.QueryOutcome(token)))
          .isInstanceOf(Response.OutcomeReport.class);
    }
  }

  @Test
  void aNewerClientIsSpokenToInOurVersion() throws IOException {
    try (ProtocolClient client = client(9, ClientPreface.MINOR)) {
      assertThat(client.login("ann", SimpleEngine.PASSWORD))
          .isInstanceOf(LoginResponse.Welcome.class);
    }
  }

  @Test
  void aSingleServerSendsNoTopology() throws IOException {
    topology = Topology.ALONE;
    try (ProtocolClient client = client(1, 1)) {
      LoginResponse.Welcome welcome =
          (LoginResponse.Welcome) client.login("ann", SimpleEngine.PASSWORD);
      assertThat(welcome.state().topology()).isNull();
      assertThat(welcome.state().position()).isZero();
    }
  }

  @Test
  void aRejectionNamesTheLeader() throws IOException {
    refuses = true;
    topology = LATER;
    try (ProtocolClient client = client(1, 1)) {
      assertThat(client.login("ann", SimpleEngine.PASSWORD))
          .isEqualTo(new LoginResponse.Refused("57P05", "n2 leads", LATER));
    }
    try (ProtocolClient client = client(0, 0)) {
      assertThat(client.login("ann", SimpleEngine.PASSWORD))
          .isEqualTo(new LoginResponse.Refused("57P05", "n2 leads"));
    }
  }

  @Test
  void aFailedLoginGetsNoTopology() throws IOException {
    refuses = true;
    try (ProtocolClient client = client(1, 1)) {
      assertThat(client.login("ann", "wrong"))
          .isEqualTo(new LoginResponse.Refused("28P01", "password authentication failed"));
    }
  }

  @Test
  void theEngineGetsThePositionThatTheClientHasSeen() throws IOException {
    try (ProtocolClient client = client(1, 1)) {
      String header = "n,,";
      String bare = "n=,r=abcdefghijklmnop";
      LoginResponse.Challenge challenge =
          (LoginResponse.Challenge)
              client.send(
                  new LoginRequest.Hello(
                      "ann",
                      SimpleEngine.DATABASE,
                      java.util.Map.of("readConsistency", "session"),
                      LoginRequest.SCRAM,
                      header + bare,
                      77));
      assertThat(client.prove(SimpleEngine.PASSWORD, header, bare, challenge.serverFirst()))
          .isInstanceOf(LoginResponse.Welcome.class);
      assertThat(position).isEqualTo(77);
    }
  }
}
