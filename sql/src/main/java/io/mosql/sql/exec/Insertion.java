package io.mosql.sql.exec;

import io.mosql.sql.catalog.SequenceDef;
import io.mosql.storage.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * INSERT into one table: completes rows, checks and writes them. Immutable.
 *
 * <p>Rows that may refer to each other have their foreign keys checked after the last one.
 */
final class Insertion {
  private static final Object[] NO_FIELDS = {};

  private final TableWriter writer;
  private final @Nullable SequenceDef[] sequences;
  private final boolean late;
  private final boolean hasParents;

  /**
   * @param sequences that fill the columns, beside them
   */
  Insertion(TableWriter writer, @Nullable SequenceDef[] sequences) {
    this.writer = writer;
    this.sequences = sequences;
    this.hasParents = writer.foreignKeys().hasParents();
    this.late = writer.foreignKeys().selfReferencing();
  }

  /** Inserts the rows of a stream; returns their number. */
  long run(RowStream rows, ExecutionContext context) {
    List<@Nullable Object[]> lateRows = late ? new ArrayList<>() : null;
    long count = 0;
    for (Object[] given = rows.next(); given != null; given = rows.next()) {
      Object[] row = new Object[sequences.length];
      System.arraycopy(given, 0, row, 0, Math.min(given.length, row.length));
      insert(row, lateRows, context);
      count++;
    }
    checkLate(lateRows, context);
    return count;
  }

  /** Inserts rows of expressions over nothing but parameters; returns their number. */
  long run(Expression[][] tuples, ExecutionContext context) {
    List<@Nullable Object[]> lateRows = late ? new ArrayList<>() : null;
    for (Expression[] tuple : tuples) {
      context.step();
      Object[] row = new Object[sequences.length];
      for (int i = 0; i < Math.min(tuple.length, row.length); i++) {
        row[i] = tuple[i].evaluate(NO_FIELDS, context);
      }
      insert(row, lateRows, context);
    }
    checkLate(lateRows, context);
    return tuples.length;
  }

  private void insert(
      @Nullable Object[] row,
      @Nullable List<@Nullable Object[]> lateRows,
      ExecutionContext context) {
    Transaction transaction = context.transaction();
    complete(row, context);
    writer.check(row, context);
    writer.insert(row, context);
    if (lateRows != null) {
      context.charge(row);
      lateRows.add(row);
    } else if (hasParents) {
      writer.foreignKeys().checkParents(row, null, transaction);
    }
    List<@Nullable Object[]> inserted = context.insertedRows();
    if (inserted != null) {
      context.charge(row);
      inserted.add(row);
    }
  }

  private void checkLate(@Nullable List<@Nullable Object[]> lateRows, ExecutionContext context) {
    if (lateRows != null) {
      for (Object[] row : lateRows) {
        writer.foreignKeys().checkParents(row, null, context.transaction());
      }
    }
  }

  /** Turns given values into stored ones, in place. */
  private void complete(@Nullable Object[] row, ExecutionContext context) {
    for (int i = 0; i < row.length; i++) {
      SequenceDef sequence = sequences[i];
      if (sequence == null) {
        row[i] = writer.stored(i, row[i]);
      } else if (row[i] == null) {
        row[i] = writer.stored(i, context.sequences().next(sequence));
      } else {
        row[i] = writer.stored(i, row[i]);
        context.sequences().raise(sequence, ((Number) Objects.requireNonNull(row[i])).longValue());
      }
    }
  }
}
