package io.mosql.sql.exec.batch;

import io.mosql.core.codec.OverflowField;
import io.mosql.core.codec.RowBatch;
import io.mosql.core.codec.RowSlice;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.UnreadColumn;
import io.mosql.sql.exec.scan.PrimaryRange;
import io.mosql.sql.exec.table.RowDecoder;
import io.mosql.storage.transaction.ParallelScan;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.version.ColumnSet;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A scan of a range of the primary index in batches. Rows stay in their pages; a column is decoded
 * when it is first used, for the rows that the conditions before have left. Immutable.
 */
final class BatchScan implements BatchOperator {
  /** Rows of the first batch, since many scans are short. */
  private static final int FIRST = 64;

  /** Least number of rows that are worth the start of a worker. */
  static final long SHARED_ROWS_MIN = 50_000;

  /** Rows that a participant takes at a time: a few milliseconds of work. */
  private static final long PART_ROWS = 16_384;

  private final TableDef table;
  private final PrimaryRange range;
  private final @Nullable BatchCondition condition;
  private final @Nullable RowDecoder[] decoders;

  BatchScan(PlanNode.TableScan scan, PrimaryRange range, @Nullable BatchCondition condition) {
    this.table = scan.table();
    this.range = range;
    this.condition = condition;
    this.decoders = new RowDecoder[table.columns().size()];
    for (int i = scan.columns().next(0); i >= 0; i = scan.columns().next(i + 1)) {
      decoders[i] = new RowDecoder(table, ColumnSet.of(i));
    }
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
        Batch batch = new Batch(decoders.length, filled.size(), new Columns(filled, context));
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

  /** Decodes the columns of the rows. */
  private final class Columns implements Batch.Source {
    private final RowBatch rows;
    private final ExecutionContext context;
    private final RowSlice slice = new RowSlice();

    Columns(RowBatch rows, ExecutionContext context) {
      this.rows = rows;
      this.context = context;
    }

    @Override
    public @Nullable Vector column(int field, int[] selected, int count) {
      RowDecoder decoder = decoders[field];
      if (decoder == null) {
        return null;
      }
      ColumnDef column = table.columns().get(field);
      SqlType type = column.type();
      Vector fast =
          switch (type.kind()) {
            case SMALLINT, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, TIMESTAMPTZ, DECIMAL ->
                longs(field, column, selected, count);
            case DOUBLE -> doubles(field, column, selected, count);
            case CHAR, VARCHAR, TEXT -> texts(field, column, selected, count);
            default -> null;
          };
      if (fast != null) {
        return fast;
      }
      Object[] values = new Object[rows.size()];
      for (int k = 0; k < count; k++) {
        values[selected[k]] = value(field, selected[k]);
      }
      return Vector.of(values, selected, count, type);
    }

    /** The value of a field that needs more than a loop. */
    private @Nullable Object value(int field, int row) {
      RowDecoder decoder = java.util.Objects.requireNonNull(decoders[field]);
      Object[] values = UnreadColumn.row(decoders.length);
      decoder.decodeInto(values, rows.slice(row, slice));
      if (values[field] instanceof OverflowField) {
        decoder.load(values, ColumnSet.ALL, context.reads());
      }
      return values[field];
    }

    private @Nullable Vector longs(int field, ColumnDef column, int[] selected, int count) {
      SqlType type = column.type();
      Vector.Carrier carrier = java.util.Objects.requireNonNull(Vector.Carrier.of(type));
      long[] values = new long[rows.size()];
      boolean[] failed = {false};
      RowBatch.OtherField others =
          row -> {
            Object value = value(field, row);
            Long number = value == null ? null : Vector.unboxed(value, carrier, type.scale());
            if (number != null) {
              values[row] = number;
            } else if (value != null) {
              failed[0] = true;
            }
            return value == null;
          };
      boolean decimal = type.kind() == TypeKind.DECIMAL;
      boolean[] nulls =
          decimal
              ? rows.decimals(column.ordinal(), type.scale(), selected, count, values, others)
              : rows.integers(column.ordinal(), selected, count, values, others);
      return failed[0]
          ? null
          : new Vector.Longs(values, nulls, carrier, decimal ? type.scale() : 0);
    }

    private Vector doubles(int field, ColumnDef column, int[] selected, int count) {
      double[] values = new double[rows.size()];
      RowBatch.OtherField others =
          row -> {
            Object value = value(field, row);
            if (value != null) {
              values[row] = (Double) value;
            }
            return value == null;
          };
      boolean[] nulls = rows.doubles(column.ordinal(), selected, count, values, others);
      return new Vector.Doubles(values, nulls);
    }

    private Vector texts(int field, ColumnDef column, int[] selected, int count) {
      byte[][] data = new byte[rows.size()][];
      int[] from = new int[rows.size()];
      int[] to = new int[rows.size()];
      RowBatch.OtherField others =
          row -> {
            Object value = value(field, row);
            if (value != null) {
              byte[] bytes = ((String) value).getBytes(StandardCharsets.UTF_8);
              data[row] = bytes;
              from[row] = 0;
              to[row] = bytes.length;
            }
            return value == null;
          };
      boolean[] nulls = rows.texts(column.ordinal(), selected, count, data, from, to, others);
      return new Vector.Texts(data, from, to, nulls);
    }
  }
}
