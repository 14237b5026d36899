package io.mosql.sql.exec.dml;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.runtime.SequenceAccess;
import io.mosql.sql.exec.table.TableWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Inserts rows into one table: completes, checks and writes them. Immutable.
 *
 * <p>Foreign keys of rows that may reference each other are checked after the last row.
 */
final class RowInserter {
  private static final Object[] NO_FIELDS = {};

  private final TableWriter writer;
  private final @Nullable SequenceDef[] sequences;
  private final @Nullable OnConflictHandler conflicts;
  private final GeneratedColumns generated;
  private final ReturningProjection returned;
  private final boolean late;
  private final boolean hasParents;

  /**
   * Creates an inserter.
   *
   * @param sequences that fill the columns, parallel to them
   * @param conflicts the action for conflicting rows; null for an error
   * @param generated columns that no statement sets
   */
  RowInserter(
      TableWriter writer,
      @Nullable SequenceDef[] sequences,
      @Nullable OnConflictHandler conflicts,
      GeneratedColumns generated,
      ReturningProjection returned) {
    this.generated = generated;
    this.writer = writer;
    this.sequences = sequences;
    this.conflicts = conflicts;
    this.returned = returned;
    this.hasParents = writer.foreignKeys().hasParents();
    this.late = writer.foreignKeys().selfReferencing();
  }

  /** Inserts the rows of a stream; returns the number of affected rows. */
  long run(RowStream rows, ExecutionContext context) {
    Run run = new Run(context);
    for (Object[] given = rows.next(); given != null; given = rows.next()) {
      Object[] row = new Object[sequences.length];
      System.arraycopy(given, 0, row, 0, Math.min(given.length, row.length));
      run.insert(row);
    }
    return run.end();
  }

  /**
   * Inserts a row for each row of a stream, which RETURNING may read too; returns the number of
   * affected rows.
   */
  long run(
      RowStream sources,
      Function<@Nullable Object[], @Nullable Object[]> values,
      ExecutionContext context) {
    Run run = new Run(context);
    for (Object[] source = sources.next(); source != null; source = sources.next()) {
      Object[] given = values.apply(source);
      Object[] row = new Object[sequences.length];
      System.arraycopy(given, 0, row, 0, Math.min(given.length, row.length));
      run.insert(row, source);
    }
    return run.end();
  }

  /** Inserts rows of expressions over parameters only; returns the number of affected rows. */
  long run(Expression[][] tuples, ExecutionContext context) {
    Run run = new Run(context);
    for (Expression[] tuple : tuples) {
      context.step();
      Object[] row = new Object[sequences.length];
      for (int i = 0; i < Math.min(tuple.length, row.length); i++) {
        row[i] = tuple[i].evaluate(NO_FIELDS, context);
      }
      run.insert(row);
    }
    return run.end();
  }

  /** One execution. */
  private final class Run {
    private final ExecutionContext context;
    private final @Nullable List<@Nullable Object[]> lateRows;
    private final OnConflictHandler.@Nullable Run settling;
    private long count;

    Run(ExecutionContext context) {
      this.context = context;
      this.lateRows = late || hasParents && context.isInWith() ? new ArrayList<>() : null;
      this.settling = conflicts == null ? null : conflicts.begin(context);
    }

    void insert(@Nullable Object[] row) {
      insert(row, NO_FIELDS);
    }

    void insert(@Nullable Object[] row, @Nullable Object[] source) {
      complete(row, context);
      writer.check(row, context);
      if (settling != null && !settling.resolve(row)) {
        return;
      }
      writer.insert(row, context);
      count++;
      if (lateRows != null) {
        context.charge(row);
        lateRows.add(row);
      } else if (hasParents) {
        writer.foreignKeys().checkParents(row, null, context);
      }
      List<@Nullable Object[]> inserted = context.insertedRows();
      if (inserted != null) {
        context.charge(row);
        inserted.add(row);
      }
      returned.add(row, source, context);
    }

    long end() {
      context.onStatementEnd(() -> checkLate(lateRows, context));
      if (settling == null) {
        return count;
      }
      settling.checkForeignKeys();
      return count + settling.count();
    }
  }

  private void checkLate(@Nullable List<@Nullable Object[]> lateRows, ExecutionContext context) {
    if (lateRows != null) {
      for (Object[] row : lateRows) {
        writer.foreignKeys().checkParents(row, null, context);
      }
    }
  }

  /** Converts the given values into stored values and completes the row, in place. */
  private void complete(@Nullable Object[] row, ExecutionContext context) {
    for (int i = 0; i < row.length; i++) {
      SequenceDef sequence = sequences[i];
      if (writer.table().columns().get(i).generated()) {
        continue;
      }
      if (sequence == null) {
        row[i] = writer.stored(i, row[i]);
      } else if (row[i] == null) {
        row[i] = nextSequenceValue(i, sequence, context);
      } else {
        row[i] = writer.stored(i, row[i]);
        context
            .sequences()
            .advancePast(sequence, ((Number) Objects.requireNonNull(row[i])).longValue());
      }
    }
    generated.fill(row, context);
  }

  private Object nextSequenceValue(int column, SequenceDef sequence, ExecutionContext context) {
    boolean hidden = writer.table().columns().get(column).hidden();
    SequenceAccess access = context.sequences();
    long number = hidden ? access.nextInternal(sequence) : access.nextForColumn(sequence, context);
    try {
      return Objects.requireNonNull(writer.stored(column, number));
    } catch (MosqlException e) {
      if (e.state() != SqlState.NUMBER_OUT_OF_RANGE) {
        throw e;
      }
      throw SqlErrorMessage.SEQUENCE_EXCEEDS_COLUMN.causedBy(
          e, sequence.name(), writer.table().columns().get(column).name());
    }
  }
}
