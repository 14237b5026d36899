package io.mosql.sql.exec.batch;

import io.mosql.core.codec.RowBatch;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.scan.PrimaryRange;
import io.mosql.storage.transaction.ParallelScan;
import io.mosql.storage.transaction.RowCursor;
import org.jspecify.annotations.Nullable;

/**
 * A scan of a range of the primary index in batches. Rows stay in their pages; {@link
 * StoredColumns} decodes a column for the rows that the conditions before have left. Immutable.
 */
final class BatchScan implements BatchOperator {
  /** Rows of the first batch, since many scans are short. */
  private static final int FIRST = 64;

  /** Least number of rows that are worth the start of a worker. */
  static final long SHARED_ROWS_MIN = 50_000;

  /** Rows that a participant takes at a time: a few milliseconds of work. */
  private static final long PART_ROWS = 16_384;

  private final PrimaryRange range;
  private final @Nullable BatchCondition condition;
  private final StoredColumns columns;

  BatchScan(PlanNode.TableScan scan, PrimaryRange range, @Nullable BatchCondition condition) {
    this.range = range;
    this.condition = condition;
    this.columns = new StoredColumns(scan);
  }

  @Override
  public BatchStream open(ExecutionContext context) {
    RowCursor cursor = range.open(context);
    return cursor == null ? () -> null : new Run(cursor, context);
  }

  @Override
  public @Nullable SharedInput share(ExecutionContext context, boolean forced) {
    ParallelScan scan =
        range.openParallel(context, forced ? 0 : SHARED_ROWS_MIN, forced ? 1 : PART_ROWS);
    if (scan == null) {
      return null;
    }
    ScanParts parts = new ScanParts(scan.parts());
    return new SharedInput() {
      @Override
      public ScanParts parts() {
        return parts;
      }

      @Override
      public BatchStream open(ScanParticipant participant) {
        return new SharedRun(scan, parts, participant);
      }
    };
  }

  /** The parts that one participant takes. */
  private final class SharedRun implements BatchStream {
    private final ParallelScan scan;
    private final ScanParts parts;
    private final ScanParticipant participant;
    private @Nullable Run part;

    SharedRun(ParallelScan scan, ScanParts parts, ScanParticipant participant) {
      this.scan = scan;
      this.parts = parts;
      this.participant = participant;
    }

    @Override
    public @Nullable Batch next() {
      while (true) {
        Run run = part;
        if (run == null) {
          if (!participant.advance(parts)) {
            return null;
          }
          run = new Run(scan.part(participant.part()), participant.context());
          part = run;
        }
        Batch batch = parts.isWanted(participant.part()) ? run.next() : null;
        if (batch != null) {
          return batch;
        }
        part = null;
      }
    }
  }

  /** One scan of a cursor. */
  private final class Run implements BatchStream {
    private final RowCursor cursor;
    private final ExecutionContext context;
    private final RowBatch rows;
    private boolean done;

    Run(RowCursor cursor, ExecutionContext context) {
      this.cursor = cursor;
      this.context = context;
      this.rows = new RowBatch(FIRST, context.session().columnCache());
    }

    @Override
    public @Nullable Batch next() {
      while (!done) {
        rows.clear(rows.size() == FIRST ? Batch.ROWS : FIRST);
        RowBatch filled = rows;
        done = !cursor.next(filled);
        context.step(filled.size());
        if (filled.size() == 0) {
          return null;
        }
        Batch batch = new Batch(columns.width(), filled.size(), columns.of(filled, context));
        if (condition == null) {
          return batch;
        }
        int[] passing = new int[filled.size()];
        int passed = condition.select(batch, batch.rows(), batch.count(), passing, context);
        if (passed > 0) {
          batch.select(passing, passed);
          return batch;
        }
      }
      return null;
    }
  }
}
