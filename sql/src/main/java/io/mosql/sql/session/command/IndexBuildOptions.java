package io.mosql.sql.session.command;

import io.mosql.sql.sort.TemporaryFiles;

/**
 * Limits of index builds.
 *
 * @param sorting directory of the sorts' temporary files
 * @param rowsAtOnceMax a table with more rows has its indexes built by several transactions, while
 *     others write to it, unless the statement is part of a larger transaction
 * @param chunkRows number of entries that one of these transactions writes
 */
public record IndexBuildOptions(TemporaryFiles sorting, long rowsAtOnceMax, int chunkRows) {
  private static final long ROWS_AT_ONCE_MAX = 10_000;

  /**
   * Default size of a chunk: its reads are certified one by one, and one conflict fails the whole
   * chunk.
   */
  private static final int CHUNK_ROWS = 5_000;

  public IndexBuildOptions {
    if (rowsAtOnceMax < 0 || chunkRows < 1) {
      throw new IllegalArgumentException("a limit of index builds is out of range");
    }
  }

  /** The default limits. */
  public static IndexBuildOptions of(TemporaryFiles sorting) {
    return new IndexBuildOptions(sorting, ROWS_AT_ONCE_MAX, CHUNK_ROWS);
  }
}
