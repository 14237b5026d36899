package io.mosql.consensus.ratis.settings;

import static io.mosql.consensus.ratis.Cluster.WITHIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.consensus.ratis.Cluster;
import io.mosql.consensus.ratis.Cluster.TestNode;
import io.mosql.consensus.ratis.RatisNode;
import io.mosql.consensus.ratis.TestAuthority;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Mutual TLS between nodes. */
@Timeout(120)
final class PeerTlsTest {
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(4);

  private static final Map<String, PeerTls> SIGNED = new ConcurrentHashMap<>();
  private static Path certificate = Path.of(".");

  @TempDir private Path directory = Path.of(".");

  @BeforeAll
  static void sign(@TempDir Path directory) throws Exception {
    TestAuthority authority = new TestAuthority(directory);
    certificate = authority.certificate();
    for (String node : List.of("n1", "n2", "n3")) {
      SIGNED.put(node, authority.sign(node));
    }
  }

  @Test
  void nodesOfOneAuthorityWorkTogetherAndOthersStayOutside() throws Exception {
    TestAuthority foreign = new TestAuthority(directory.resolve("foreign"));
    Map<String, PeerTls> files = new ConcurrentHashMap<>(SIGNED);
    // It trusts the members and uses the name of one, but its certificate is not signed by their
    // authority.
    PeerTls stranger = foreign.sign("n3");
    files.put("n3", new PeerTls(stranger.key(), stranger.certificates(), certificate));
    try (Cluster cluster =
        new Cluster(
            directory,
            settings -> settings.withTls(Objects.requireNonNull(files.get(settings.node()))))) {
      TestNode first = cluster.newNode("n1", Member.Role.VOTER);
      first.start(List.of(first.self));
      List<String> records = new ArrayList<>(cluster.append("alone", 5));
      TestNode second = cluster.newNode("n2", Member.Role.VOTER);
      second.start(List.of());
      first.log().membership().add(second.self, WITHIN);
      records.addAll(cluster.append("both", 5));
      cluster.awaitEverywhere(records);

      TestNode third = cluster.newNode("n3", Member.Role.LISTENER);
      third.start(List.of(third.self));
      assertThatThrownBy(() -> first.log().membership().add(third.self, LONG_ENOUGH))
          .isInstanceOf(MosqlException.class);
      assertThat(third.store().records()).isEmpty();
      third.stop();
      records.addAll(cluster.append("still", 5));
      cluster.awaitEverywhere(records);
    }
  }

  @Test
  void threeNodesCommitFailOverAndRejoin() throws Exception {
    try (Cluster cluster =
        new Cluster(
                directory,
                settings -> settings.withTls(Objects.requireNonNull(SIGNED.get(settings.node()))))
            .found(3)) {
      List<String> records = new ArrayList<>(cluster.append("all", 20));
      cluster.awaitEverywhere(records);
      TestNode before = cluster.leader();
      before.stop();
      records.addAll(cluster.append("two", 20));
      before.start(List.of());
      cluster.awaitEverywhere(records);
      records.addAll(cluster.append("again", 20));
      cluster.awaitEverywhere(records);
    }
  }

  @Test
  void listeningOnOtherHostsNeedsCertificates() {
    for (String host : List.of("0.0.0.0", "192.0.2.1")) {
      RatisSettings settings = RatisSettings.of("n1", host, 0, directory.resolve("raft"));
      assertThatThrownBy(() -> RatisNode.start(settings, Clock.SYSTEM, RandomSource.SECURE))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("22023"));
    }
  }
}
