package io.mosql.consensus.local;

import io.mosql.consensus.memory.MemoryGroup;
import io.mosql.consensus.memory.MemoryLog;
import io.mosql.core.files.DiskDirectory;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.port.Clock;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.RandomSource;
import io.mosql.testkit.log.CommitLogConformance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The conformance of each log over each kind of files. */
final class CommitLogTest {
  @Nested
  final class OnDisk extends CommitLogConformance {
    @TempDir Path directory = Path.of(".");

    @Override
    protected CommitLog newLog() {
      return local(directory, LogOptions.small(16 << 10));
    }
  }

  @Nested
  final class OnDiskWithThread extends CommitLogConformance {
    @TempDir Path directory = Path.of(".");

    @Override
    protected CommitLog newLog() {
      return local(directory, new LogOptions(64 << 10, 8 << 10, 2, 1 << 20, true, 0));
    }
  }

  @Nested
  final class OnDiskWithDefaults extends CommitLogConformance {
    @TempDir Path directory = Path.of(".");

    @Override
    protected CommitLog newLog() {
      return local(directory, LogOptions.defaults());
    }

    @Override
    protected boolean purges() {
      return false;
    }
  }

  @Nested
  final class InMemoryFiles extends CommitLogConformance {
    private final MemoryDirectory files = new MemoryDirectory("test");

    @Override
    protected CommitLog newLog() {
      return new LocalLog(files, Clock.SYSTEM, RandomSource.SECURE, LogOptions.small(8 << 10));
    }
  }

  @Nested
  final class WithoutFiles extends CommitLogConformance {
    private final List<byte[]> records = new ArrayList<>();

    @Override
    protected CommitLog newLog() {
      return new MemoryLog(records);
    }

    @Override
    protected boolean purges() {
      return false;
    }
  }

  @Nested
  final class GroupOfOne extends CommitLogConformance {
    private final MemoryGroup group = new MemoryGroup(1).eager(true);

    @Override
    protected CommitLog newLog() {
      return group.log(1);
    }
  }

  private static CommitLog local(Path directory, LogOptions options) {
    try {
      return new LocalLog(
          DiskDirectory.open(directory), Clock.SYSTEM, RandomSource.SECURE, options);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
