package io.mosql.sql.exec.spill;

import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.sort.SpillFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a statement in a temporary file, which is deleted when they were read or the statement
 * ends. Not thread-safe.
 */
public final class SpilledRows implements RowStream {
  /** As a record, as an entry, and in a block. */
  private static final int COPIES = 3;

  private final SpillFile file;
  private final ExecutionContext context;
  private int count;
  private long lastBlock;

  public SpilledRows(ExecutionContext context) {
    this(context, context.newSpillFile());
  }

  private SpilledRows(ExecutionContext context, SpillFile file) {
    this.file = file;
    this.context = context;
  }

  /** Rows that will be read here and there. */
  static SpilledRows inBlocks(ExecutionContext context, int blockBytes) {
    return new SpilledRows(context, context.newSpillFile(blockBytes));
  }

  /**
   * Appends a row.
   *
   * @throws io.mosql.core.error.MosqlException 53200 for a large one whose copies have no room
   */
  public void add(@Nullable Object[] row) {
    long copies = copies(row);
    context.chargeBytes(copies);
    write(row);
    context.release(copies);
  }

  /** What a large row takes beside itself while it goes to a file, or comes from there. */
  public static long copies(@Nullable Object[] row) {
    long bytes = ExecutionContext.bytes(row);
    return bytes < SpillFile.BLOCK_BYTES ? 0 : COPIES * bytes;
  }

  /** All were added: there may be many files, so each keeps little now. */
  public void written() {
    file.written();
  }

  private void write(@Nullable Object[] row) {
    byte[] record = RowSerializer.encode(row);
    lastBlock = file.add(record);
    context.spilled(record.length);
    count++;
  }

  /** The place of the block that the row is in which was added last. */
  long lastBlock() {
    return lastBlock;
  }

  /** The rows of a block. */
  @Nullable Object[][] block(long place) {
    context.checkCancelled();
    List<byte[]> records = file.block(place);
    Object[][] rows = new Object[records.size()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = RowSerializer.decode(records.get(i));
    }
    return rows;
  }

  /** How many there are. */
  public int count() {
    return count;
  }

  /** Nobody will read them: the file goes. */
  public void delete() {
    file.close();
  }

  /** The rows from the first one on, as often as one likes; the file stays. One at a time. */
  public RowStream reopen() {
    file.rewind();
    return () -> {
      context.step();
      byte[] record = file.nextAgain();
      return record == null ? null : RowSerializer.decode(record);
    };
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    context.step();
    byte[] record = file.next();
    return record == null ? null : RowSerializer.decode(record);
  }
}
