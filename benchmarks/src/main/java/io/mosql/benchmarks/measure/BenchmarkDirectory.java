package io.mosql.benchmarks.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Directory of a run's database: either kept, or temporary and deleted by {@link #close}, also when
 * the process is interrupted.
 */
public final class BenchmarkDirectory implements AutoCloseable {
  private static final int TRIES_AT_EXIT = 40;
  private static final long PAUSE_NANOS = 50_000_000;

  private final Path directory;
  private final @Nullable Thread hook;

  private BenchmarkDirectory(Path directory, boolean temporary) {
    this.directory = directory;
    this.hook = temporary ? new Thread(() -> deleteAtExit(directory), "delete-temporary") : null;
    if (hook != null) {
      Runtime.getRuntime().addShutdownHook(hook);
    }
  }

  public static BenchmarkDirectory kept(Path directory) throws IOException {
    return new BenchmarkDirectory(Files.createDirectories(directory), false);
  }

  /**
   * Creates a temporary directory in the first usual location on persistent storage, otherwise in
   * the first location.
   */
  public static BenchmarkDirectory fresh() throws IOException {
    List<Path> places =
        List.of(
            Path.of(System.getProperty("java.io.tmpdir")),
            Path.of("").toAbsolutePath(),
            Path.of(System.getProperty("user.home")));
    for (Path place : places) {
      if (Files.isWritable(place) && !DiskProbe.isInMemory(DiskProbe.fileSystem(place))) {
        return freshIn(place);
      }
    }
    return freshIn(places.get(0));
  }

  public static BenchmarkDirectory freshIn(Path place) throws IOException {
    return new BenchmarkDirectory(Files.createTempDirectory(place, "mosql-bench-"), true);
  }

  public Path directory() {
    return directory;
  }

  @Override
  public void close() {
    if (hook != null) {
      delete(directory);
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The process is shutting down, and its hook deletes the directory.
        return;
      }
    }
  }

  /**
   * Deletes the directory at shutdown. The database, or its process, closes concurrently and may
   * write until then; files left over are reported.
   */
  private static void deleteAtExit(Path directory) {
    for (int left = TRIES_AT_EXIT; Files.exists(directory) && left > 0; left--) {
      try {
        delete(directory);
      } catch (UncheckedIOException e) {
        if (left == 1) {
          System.err.println(e.getMessage());
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private static void delete(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try {
      Files.walkFileTree(
          directory,
          new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException error)
                throws IOException {
              Files.deleteIfExists(visited);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + directory, e);
    }
  }
}
