package io.mosql.sql.exec.spill;

import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.sort.SpillFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a statement in a temporary file, which is deleted after they were read or when the
 * statement ends. Not thread-safe.
 */
public final class SpilledRows implements RowStream {
  /** Number of copies of a row in memory: in a record, in an entry and in a block. */
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

  /** Creates a file for random access. */
  static SpilledRows inBlocks(ExecutionContext context, int blockBytes) {
    return new SpilledRows(context, context.newSpillFile(blockBytes));
  }

  /**
   * Appends a row.
   *
   * @throws io.mosql.core.error.MosqlException 53200 when memory does not suffice for the copies of
   *     a large row
   */
  public void add(@Nullable Object[] row) {
    long copies = copies(row);
    context.chargeBytes(copies);
    write(row);
    context.release(copies);
  }

  /** Additional memory that a large row takes while it is written to a file or read from it. */
  public static long copies(@Nullable Object[] row) {
    long bytes = ExecutionContext.bytes(row);
    return bytes < SpillFile.BLOCK_BYTES ? 0 : COPIES * bytes;
  }

  /** Ends the writing and shrinks the buffers, since there may be many files. */
  public void written() {
    file.written();
  }

  private void write(@Nullable Object[] row) {
    byte[] record = RowSerializer.encode(row);
    lastBlock = file.add(record);
    context.spilled(record.length);
    count++;
  }

  /** The position of the block that contains the last row added. */
  long lastBlock() {
    return lastBlock;
  }

  /** The rows of a block. */
  @Nullable Object[][] block(long place) {
    context.checkCancelled();
    List<byte[]> records = file.block(place);
    Object[][] rows = new Object[records.size()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = RowSerializer.decode(records.get(i), context.transaction());
    }
    return rows;
  }

  /** Number of rows. */
  public int count() {
    return count;
  }

  /** Deletes the file; its rows may not be read afterwards. */
  public void delete() {
    file.close();
  }

  /**
   * The rows from the first one on; the file is retained and may be read repeatedly, by one stream
   * at a time.
   */
  public RowStream reopen() {
    file.rewind();
    return () -> {
      context.step();
      byte[] record = file.nextAgain();
      return record == null ? null : RowSerializer.decode(record, context.transaction());
    };
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    context.step();
    byte[] record = file.next();
    return record == null ? null : RowSerializer.decode(record, context.transaction());
  }
}
