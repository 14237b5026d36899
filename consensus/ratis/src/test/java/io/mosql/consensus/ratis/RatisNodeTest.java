package io.mosql.consensus.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.consensus.ratis.settings.RatisSettings;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the start of a node. */
final class RatisNodeTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void aTakenPortIsAnErrorAndNotTheEndOfTheProcess() throws Exception {
    RatisSettings settings;
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      settings = RatisSettings.of("n1", "127.0.0.1", other.getLocalPort(), directory);
      assertThatThrownBy(() -> RatisNode.start(settings, Clock.SYSTEM, RandomSource.SECURE))
          .hasMessageContaining("127.0.0.1:" + other.getLocalPort())
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("58030"));
    }
    RatisNode.start(settings, Clock.SYSTEM, RandomSource.SECURE).close();
  }
}
