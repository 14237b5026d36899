package io.mosql.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProbesTest {
  @TempDir Path directory;

  @Test
  void theDiskProbeCleansUp() throws IOException {
    assertThat(DiskProbe.fdatasyncMicros(directory)).isPositive();
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
    assertThat(DiskProbe.fileSystem(directory)).isNotBlank();
  }

  @Test
  void memoryIsNoDisk() {
    assertThat(DiskProbe.isInMemory("tmpfs")).isTrue();
    assertThat(DiskProbe.isInMemory("ext4")).isFalse();
  }

  @Test
  void theLoopbackEchoes() throws IOException {
    assertThat(LoopbackProbe.echoMicros()).isPositive();
  }

  @Test
  void theMedianIsTheMiddle() {
    assertThat(Median.micros(new long[] {9_000, 1_000, 5_000})).isEqualTo(5.0);
  }
}
