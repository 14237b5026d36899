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
  private int count;

  SpilledRows(ExecutionContext context) {
    this.file = context.newSpillFile();
    this.context = context;
  }

  void add(@Nullable Object[] row) {
    byte[] record = RowBytes.encode(row);
    file.add(record);
    context.spilled(record.length);
    count++;
  }

  /** How many there are. */
  int count() {
    return count;
  }

  /** Nobody will read them: the file goes. */
  void drop() {
    file.close();
  }

  /** The rows from the first one on, as often as one likes; the file stays. One at a time. */
  RowStream again() {
    file.rewind();
    return () -> {
      context.step();
      byte[] record = file.nextAgain();
      return record == null ? null : RowBytes.decode(record);
    };
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    context.step();
    byte[] record = file.next();
    return record == null ? null : RowBytes.decode(record);
  }
}
