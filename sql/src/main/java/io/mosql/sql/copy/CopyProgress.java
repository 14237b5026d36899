package io.mosql.sql.copy;

import org.jspecify.annotations.Nullable;

/**
 * Progress of a running COPY, BACKUP or index build. Written by its own thread, read by any: each
 * figure by itself is right, if a little old.
 */
public final class CopyProgress {
  private final String command;
  private final String object;
  private final @Nullable String file;
  private volatile long rows;
  private volatile long totalRows;
  private volatile long committedRows;
  private volatile long bytes;
  private volatile long totalBytes;

  /**
   * @param command {@code COPY FROM}, {@code COPY TO}, {@code BACKUP} or {@code CREATE INDEX}
   * @param object the table, or that it is a query, or the whole database; or the index
   * @param file as the statement names it; null for none
   */
  public CopyProgress(String command, String object, @Nullable String file) {
    this.command = command;
    this.object = object;
    this.file = file;
  }

  public String command() {
    return command;
  }

  public String object() {
    return object;
  }

  public @Nullable String file() {
    return file;
  }

  /** Rows that were read or written. */
  public long rows() {
    return rows;
  }

  /** Rows that there are to read; 0 where that is not known. */
  public long totalRows() {
    return totalRows;
  }

  /** Rows that no error of the statement takes back. */
  public long committedRows() {
    return committedRows;
  }

  /** Bytes of the file that were read or written. */
  public long bytes() {
    return bytes;
  }

  /** Bytes of the file that is read; 0 for one that is written. */
  public long totalBytes() {
    return totalBytes;
  }

  /** For what is not made of rows. */
  public void setBytes(long done, long total) {
    bytes = done;
    totalBytes = total;
  }

  /** For what is not made of bytes. */
  public void setRows(long done, long total) {
    rows = done;
    totalRows = total;
  }

  void at(long rowsDone, long bytesDone) {
    rows = rowsDone;
    bytes = bytesDone;
  }

  void setTotalBytes(long total) {
    totalBytes = total;
  }

  public void setCommittedRows(long count) {
    committedRows = count;
  }
}
