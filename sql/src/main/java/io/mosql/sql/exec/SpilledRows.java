package io.mosql.sql.exec;

import io.mosql.sql.sort.SpillFile;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a statement in a file, which goes when they were read or the statement ends. Not
 * thread-safe.
 */
final class SpilledRows implements RowStream {
  private final SpillFile file;
  private final ExecutionContext context;

  SpilledRows(ExecutionContext context) {
    this.file = context.newSpillFile();
    this.context = context;
  }

  void add(@Nullable Object[] row) {
    byte[] record = RowBytes.encode(row);
    file.add(record);
    context.spilled(record.length);
  }

  /** Nobody will read them: the file goes. */
  void drop() {
    file.close();
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    context.step();
    byte[] record = file.next();
    return record == null ? null : RowBytes.decode(record);
  }
}
