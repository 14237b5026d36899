package io.mosql.sql.copy;

import org.jspecify.annotations.Nullable;

/**
 * Progress of a running COPY, BACKUP or index build. Written by the thread of the statement, read
 * by any thread: each figure is consistent by itself and may be slightly out of date.
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
   * Creates the progress of one command.
   *
   * @param command {@code COPY FROM}, {@code COPY TO}, {@code BACKUP} or {@code CREATE INDEX}
   * @param object the table, the index, or a text for a query or for the whole database
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

  /** Rows read or written so far. */
  public long rows() {
    return rows;
  }

  /** Total number of rows to read; 0 when unknown. */
  public long totalRows() {
    return totalRows;
  }

  /** Committed rows, which an error of the statement no longer rolls back. */
  public long committedRows() {
    return committedRows;
  }

  /** Bytes of the file read or written so far. */
  public long bytes() {
    return bytes;
  }

  /** Size of the input file; 0 for an output file. */
  public long totalBytes() {
    return totalBytes;
  }

  /** Sets the figures of a command that is measured in bytes. */
  public void setBytes(long done, long total) {
    bytes = done;
    totalBytes = total;
  }

  /** Sets the figures of a command that is measured in rows. */
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
