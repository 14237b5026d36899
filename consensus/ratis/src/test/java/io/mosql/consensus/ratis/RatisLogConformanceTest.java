package io.mosql.consensus.ratis;

import io.mosql.consensus.ratis.group.LogEventListener;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.consensus.ratis.settings.RatisSettings;
import io.mosql.core.port.Clock;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.RandomSource;
import io.mosql.testkit.log.CommitLogConformance;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Conformance test of a group with one member. */
final class RatisLogConformanceTest extends CommitLogConformance {
  private static final int SEGMENT_BYTES = 16 << 10;

  @TempDir private Path directory = Path.of(".");
  private final UUID group = UUID.randomUUID();
  private @Nullable RatisNode node;

  @BeforeEach
  void start() {
    node =
        RatisNode.start(
            RatisSettings.of("n1", "127.0.0.1", 0, directory.resolve("raft"))
                .withLogSizes(SEGMENT_BYTES, 0),
            Clock.SYSTEM,
            RandomSource.SECURE);
  }

  @AfterEach
  void stop() {
    running().close();
  }

  private RatisNode running() {
    return Objects.requireNonNull(node);
  }

  @Override
  protected CommitLog newLog() {
    return running()
        .log(
            group,
            directory.resolve("database"),
            List.of(Member.voter("n1", "127.0.0.1", running().port())),
            LogEventListener.NONE);
  }
}
