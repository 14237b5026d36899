package io.mosql.core.port;

import java.nio.file.Path;
import java.util.List;

/**
 * A checkpoint in files, which a replicated log sends to a member that lags too far behind for
 * records. The files are immutable and kept until it is closed.
 *
 * @param at the last record that it contains
 * @param directory of the files
 * @param files all files of the checkpoint
 * @param unpin called once, by {@link #close}
 */
public record LogSnapshot(LogStamp at, Path directory, List<SnapshotFile> files, Runnable unpin)
    implements AutoCloseable {
  /**
   * One file.
   *
   * @param name relative to the directory, which it does not leave
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
