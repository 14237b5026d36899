package io.mosql.jdbc.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.Topology;
import io.mosql.jdbc.remote.KnownCluster.NodeRole;
import io.mosql.jdbc.remote.RemoteTarget.Host;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The choice between several reported topologies, and the order of hosts. */
final class KnownClusterTest {
  private static final Host SEED = new Host("seed", 1);
  private static final Host N1 = new Host("db1", 1);
  private static final Host N2 = new Host("db2", 2);
  private static final Host N3 = new Host("db3", 3);

  private final KnownCluster view = new KnownCluster(target(Map.of(), SEED));

  private static RemoteTarget target(Map<SessionProperty, String> properties, Host... hosts) {
    return new RemoteTarget(List.of(hosts), "shop", properties);
  }

  private static Topology topology(@Nullable String leader, long term) {
    return new Topology(
        "n3",
        leader,
        term,
        List.of(
            new Topology.NodeAddress("n1", "db1", 1, true),
            new Topology.NodeAddress("n2", "db2", 2, true),
            new Topology.NodeAddress("n3", "db3", 3, true)));
  }

  @Test
  void withoutNewsThereAreTheHostsOfTheUrl() {
    assertThat(view.isCluster()).isFalse();
    assertThat(view.candidates(NodeRole.LEADER)).containsExactly(SEED);
    assertThat(view.leader()).isNull();
    assertThat(view.hasReplicas()).isFalse();
  }

  @Test
  void theLeaderComesFirstOrLastAndTheSeedsAfterAll() {
    view.update(topology("n2", 5));
    assertThat(view.candidates(NodeRole.LEADER))
        .startsWith(N2)
        .endsWith(SEED)
        .containsExactlyInAnyOrder(N1, N2, N3, SEED);
    List<Host> replicas = view.candidates(NodeRole.REPLICA);
    assertThat(replicas.subList(0, 2)).containsExactlyInAnyOrder(N1, N3);
    assertThat(replicas.subList(2, 4)).containsExactly(N2, SEED);
    assertThat(view.hasReplicas()).isTrue();
  }

  @Test
  void aHostThatFailedComesLastUntilItAnswers() {
    view.update(topology("n2", 5));
    view.suspect(N2);
    assertThat(view.candidates(NodeRole.LEADER)).endsWith(N2);
    view.trust(N2);
    assertThat(view.candidates(NodeRole.LEADER)).startsWith(N2);
  }

  @Test
  void whoIsBehindDoesNotCount() {
    view.update(topology("n2", 5));
    view.update(topology("n1", 4));
    assertThat(view.leader()).isEqualTo(N2);
    view.update(topology(null, 5));
    assertThat(view.leader()).isEqualTo(N2);
    assertThat(view.hasMoved("n2", 4)).isFalse();
    assertThat(view.hasMoved("n1", 4)).isTrue();
    assertThat(view.hasMoved("n1", 5)).isFalse();
    view.update(topology(null, 6));
    assertThat(view.leader()).isNull();
    assertThat(view.hasMoved("n1", 5)).isFalse();
    view.update(topology("n3", 6));
    assertThat(view.leader()).isEqualTo(N3);
  }

  @Test
  void aServerThatIsOnItsOwnAgainIsNoCluster() {
    view.update(topology("n2", 5));
    view.update(new Topology("", "", 4, List.of()));
    assertThat(view.isCluster()).isTrue();
    view.update(new Topology("", "", 6, List.of()));
    assertThat(view.isCluster()).isFalse();
  }

  @Test
  void aCopyGoesItsOwnWay() {
    view.update(topology("n2", 5));
    view.suspect(N1);
    KnownCluster copy = view.copy();
    assertThat(copy.candidates(NodeRole.LEADER)).endsWith(N1);
    copy.update(topology("n3", 6));
    assertThat(view.leader()).isEqualTo(N2);
  }

  @Test
  void hostsThatAreNoneAreLeftOut() {
    view.update(
        new Topology(
            "n1", "n1", 1, List.of(new Topology.NodeAddress("n1", "no host at all", 7433, true))));
    assertThat(view.leader()).isNull();
    assertThat(view.candidates(NodeRole.LEADER)).containsExactly(SEED);
  }

  /**
   * Without sslmode a connection to the local machine is unencrypted, but not because of a host
   * reported by a server.
   */
  @Test
  void noServerTalksUsOutOfTls() {
    Host local = new Host("127.0.0.1", 1);
    assertThat(target(Map.of(), local).sslMode(local)).isEqualTo(RemoteTarget.SslMode.DISABLE);
    assertThat(target(Map.of(), local).sslMode(new Host("localhost", 2)))
        .isEqualTo(RemoteTarget.SslMode.DISABLE);
    assertThat(target(Map.of(), SEED).sslMode(local)).isEqualTo(RemoteTarget.SslMode.VERIFY_FULL);
    assertThat(target(Map.of(), local).sslMode(N1)).isEqualTo(RemoteTarget.SslMode.VERIFY_FULL);
  }
}
