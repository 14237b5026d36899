package io.mosql.sql.exec.scan;

import io.mosql.core.codec.KeyWriter;
import io.mosql.core.codec.Keys;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.KeySpans;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A loose scan of an index: returns the first row for each combination of values of its first
 * columns. Behind a returned row, it reads on for a few rows, since many combinations have few
 * rows, and then searches for the next combination. Only rows that it passes count as read.
 * Immutable.
 */
final class LooseScan implements Operator {
  /** Rows that are read before a search, which costs as much. */
  private static final int STEPS = 4;

  private final TableAccess access;
  private final CompiledKeyBounds bounds;
  private final boolean reverse;

  /** Columns behind those whose value the bounds fix. */
  private final int[] columns;

  private final SqlType[] types;
  private final boolean[] descending;

  LooseScan(PlanNode.TableScan scan, TableAccess access, CompiledKeyBounds bounds) {
    this.access = access;
    this.bounds = bounds;
    this.reverse = scan.reverse();
    int fixed = scan.bounds().prefix().size();
    List<KeyColumn> keys = scan.table().entryColumns(scan.index());
    int count = Math.max(0, scan.distinct() - fixed);
    columns = new int[count];
    types = new SqlType[count];
    descending = new boolean[count];
    for (int i = 0; i < count; i++) {
      columns[i] = keys.get(fixed + i).column();
      types[i] = access.encoder().type(fixed + i);
      descending[i] = access.encoder().descending(fixed + i);
    }
  }

  @Override
  public RowStream open(ExecutionContext context) {
    byte[] start = bounds.prefix(context);
    return start == null
        ? RowStream.EMPTY
        : new Rows(start, bounds.spans(context).spans(), context);
  }

  private final class Rows implements RowStream {
    private final byte[] start;
    private final List<KeySpans.Span> spans;
    private final ExecutionContext context;
    private int opened;
    private RowStream current = EMPTY;

    /** The part of the opened span that was not read yet. */
    private KeySpans.@Nullable Span rest;

    private byte @Nullable [] last;

    Rows(byte[] start, List<KeySpans.Span> spans, ExecutionContext context) {
      this.start = start;
      this.spans = spans;
      this.context = context;
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      int steps = 0;
      while (true) {
        Object[] row = current.next();
        if (row == null) {
          if (opened == spans.size()) {
            return null;
          }
          open(spans.get(reverse ? spans.size() - 1 - opened : opened));
          opened++;
        } else {
          byte[] combination = combination(row);
          byte[] before = last;
          if (before == null || Keys.compare(before, combination) != 0) {
            last = combination;
            return row;
          }
          if (++steps == STEPS) {
            skip(combination);
            steps = 0;
          }
        }
      }
    }

    private void open(KeySpans.Span span) {
      rest = span;
      current = access.range(span.from(), span.to(), reverse, context);
    }

    /** Continues behind the keys of a combination. */
    private void skip(byte[] combination) {
      KeySpans.Span span = java.util.Objects.requireNonNull(rest);
      byte[] end = Keys.prefixEnd(combination);
      KeySpans left =
          reverse
              ? KeySpans.of(span.from(), combination)
              : end == null
                  ? KeySpans.NONE
                  : KeySpans.of(end, null).intersection(KeySpans.of(span.from(), span.to()));
      if (left.isEmpty()) {
        current = EMPTY;
      } else {
        open(left.spans().get(0));
      }
    }

    private byte[] combination(@Nullable Object[] row) {
      KeyWriter writer = new KeyWriter().raw(start);
      for (int i = 0; i < columns.length; i++) {
        writer.column(types[i], row[columns[i]], descending[i]);
      }
      return writer.toKey();
    }
  }
}
