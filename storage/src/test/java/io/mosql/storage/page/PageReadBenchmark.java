package io.mosql.storage.page;

import io.mosql.core.files.DiskDirectory;
import io.mosql.core.port.RandomSource;
import io.mosql.storage.tree.PageRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures reads of random pages of 8 KB from 256 MB of segments in the page cache of the operating
 * system, with the check of their CRC32C: the cost of a cache miss before the page is decoded.
 *
 * <pre>
 * ./mvnw -q -pl storage -am test-compile dependency:build-classpath -Dmdep.outputFile=target/cp.txt
 * java -cp storage/target/test-classes:storage/target/classes:$(cat storage/target/cp.txt) \
 *   org.openjdk.jmh.Main PageReadBenchmark
 * </pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xms512m", "-Xmx512m", "-XX:+UseG1GC"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PageReadBenchmark {
  private static final int PAGES = 32_768;
  private static final int PAGE_BYTES = 8 << 10;

  private final Random random = new Random(42);
  private final List<PageRef> pages = new ArrayList<>();
  private Path directory = Path.of("");
  private AutoCloseable store = () -> {};

  @Setup
  public void write() throws IOException {
    directory = Files.createTempDirectory("mosql-pages");
    PageStore opened =
        PageStore.open(
            DiskDirectory.open(directory), RandomSource.SECURE, PageOptions.withCache(1 << 20));
    store = opened;
    byte[] page = new byte[PAGE_BYTES];
    try (SegmentWriter segments = opened.begin()) {
      for (int i = 0; i < PAGES; i++) {
        random.nextBytes(page);
        pages.add(segments.write(page));
      }
      opened.install(new Manifest(1, 1, 1, 1, 0, List.of(), segments.finish()), segments);
    }
  }

  @TearDown(Level.Trial)
  public void delete() throws Exception {
    store.close();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }

  @Benchmark
  public byte[] read() {
    PageRef page = pages.get(random.nextInt(PAGES));
    return page.source().read(page);
  }
}
