package io.mosql.server.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Separate in-memory file system, which can be filled; requires permission to mount. */
final class LimitedDisk implements AutoCloseable {
  private static final String SIZE = "384m";
  private static final int CHUNK = 1 << 20;

  private final String node;
  private final Path place;

  private LimitedDisk(String node, Path place) {
    this.node = node;
    this.place = place;
  }

  /**
   * Mounts the file system.
   *
   * @param node node that uses the disk
   * @return null when mounting is not permitted
   */
  static @Nullable LimitedDisk mount(String node, Path place)
      throws IOException, InterruptedException {
    Files.createDirectories(place);
    return run("mount", "-t", "tmpfs", "-o", "size=" + SIZE, "tmpfs", place.toString())
        ? new LimitedDisk(node, place)
        : null;
  }

  private static boolean run(String... words) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(List.of(words))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  String node() {
    return node;
  }

  Path place() {
    return place;
  }

  private Path filler() {
    return place.resolve("filler");
  }

  /** Fills the file system completely. */
  void fill() {
    byte[] chunk = new byte[CHUNK];
    try (OutputStream out = Files.newOutputStream(filler())) {
      while (true) {
        out.write(chunk);
      }
    } catch (IOException e) {
      // The file system is full.
    }
  }

  /** Frees the space. */
  void free() throws IOException {
    Files.deleteIfExists(filler());
  }

  /** Unmounts the file system, whose content is lost; it must not be in use. */
  @Override
  public void close() {
    try {
      run("umount", place.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
