package io.mosql.core.port;

import java.nio.file.Path;
import java.util.List;

/**
 * A checkpoint in files, as a replicated log sends it to a member that is too far behind for
 * records. The files are immutable and stay until it is closed.
 *
 * @param at the last record that it holds
 * @param directory that the files are in
 * @param files all of it
 * @param unpin called once, by {@link #close}
 */
public record LogSnapshot(LogStamp at, Path directory, List<SnapshotFile> files, Runnable unpin)
    implements AutoCloseable {
  /**
   * One file.
   *
   * @param name relative to the directory, without any that leads out of it
   * @param bytes its length
   * @param md5 of its bytes, in lower-case hexadecimal digits
   */
  public record SnapshotFile(String name, long bytes, String md5) {}

  public LogSnapshot {
    files = List.copyOf(files);
  }

  @Override
  public void close() {
    unpin.run();
  }
}
