package io.mosql.sql.exec.dml;

import io.mosql.core.codec.RowFormat;
import io.mosql.sql.algebra.Assignment;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.exec.expression.Arithmetic;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.table.TableWriter;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.FieldPatch;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * The compiled assignments of an UPDATE. Their values for one row are an array parallel to {@link
 * #columns}: the new value of the column as stored, or an {@link Addend}. Immutable.
 */
final class CompiledAssignments {
  private static final byte[] NO_FIELD = {};

  private final TableWriter writer;
  private final CompiledSetClause[] changes;
  private final int[] columns;
  private final int[] ordinals;

  /** A number to add to a column. */
  record Addend(BigDecimal number) {}

  /**
   * One assignment.
   *
   * @param value null for an addition
   * @param terms of an addition, parallel to {@code negative}
   */
  private record CompiledSetClause(
      Assignment assignment, @Nullable Expression value, Expression[] terms, boolean[] negative) {}

  CompiledAssignments(
      List<Assignment> assignments, TableWriter writer, ExpressionCompiler compiler) {
    this.writer = writer;
    this.changes =
        assignments.stream()
            .sorted(Comparator.comparingInt(assignment -> writer.ordinal(assignment.column())))
            .map(assignment -> compile(assignment, compiler))
            .toArray(CompiledSetClause[]::new);
    this.columns = new int[changes.length];
    this.ordinals = new int[changes.length];
    for (int i = 0; i < changes.length; i++) {
      columns[i] = changes[i].assignment.column();
      ordinals[i] = writer.ordinal(columns[i]);
    }
  }

  private static CompiledSetClause compile(Assignment assignment, ExpressionCompiler compiler) {
    if (assignment instanceof Assignment.Set set) {
      return new CompiledSetClause(
          set, compiler.compileValue(set.value()), new Expression[0], new boolean[0]);
    }
    if (assignment instanceof Assignment.Generated) {
      return new CompiledSetClause(assignment, null, new Expression[0], new boolean[0]);
    }
    List<Assignment.Term> terms = ((Assignment.Add) assignment).terms();
    Expression[] values = new Expression[terms.size()];
    boolean[] negative = new boolean[values.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = compiler.compile(terms.get(i).value());
      negative[i] = terms.get(i).negative();
    }
    return new CompiledSetClause(assignment, null, values, negative);
  }

  /** All expressions of the assignments. */
  static List<RexNode> values(List<Assignment> assignments) {
    List<RexNode> values = new ArrayList<>();
    for (Assignment assignment : assignments) {
      if (assignment instanceof Assignment.Set set) {
        values.add(set.value());
      } else {
        ((Assignment.Add) assignment).terms().forEach(term -> values.add(term.value()));
      }
    }
    return values;
  }

  /** Indexes into the table's columns, in order of their ordinals. */
  int[] columns() {
    return columns;
  }

  /** Ordinals, parallel to {@link #columns}. */
  int[] ordinals() {
    return ordinals;
  }

  /** All columns. */
  BitSet changedColumns() {
    BitSet changed = new BitSet();
    for (int column : columns) {
      changed.set(column);
    }
    return changed;
  }

  /** Ordinals of the columns to which a value is assigned. */
  ColumnSet assignedOrdinals() {
    return ordinals(false);
  }

  /** Ordinals of the columns to which a number is added. */
  ColumnSet addendOrdinals() {
    return ordinals(true);
  }

  private ColumnSet ordinals(boolean additions) {
    BitSet members = new BitSet();
    for (int i = 0; i < changes.length; i++) {
      if (changes[i].assignment instanceof Assignment.Add == additions) {
        members.set(ordinals[i]);
      }
    }
    return ColumnSet.of(members.stream().toArray());
  }

  /** Evaluates the assignments for a row of the source; generated columns are NULL. */
  @Nullable Object[] evaluate(@Nullable Object[] row, ExecutionContext context) {
    Object[] assigned = new Object[changes.length];
    for (int i = 0; i < changes.length; i++) {
      if (changes[i].assignment instanceof Assignment.Generated) {
        continue;
      }
      Expression value = changes[i].value;
      BigDecimal sum = value == null ? sum(changes[i], row, context) : null;
      assigned[i] =
          sum != null
              ? new Addend(sum)
              : writer.stored(columns[i], value == null ? null : value.evaluate(row, context));
    }
    return assigned;
  }

  private static @Nullable BigDecimal sum(
      CompiledSetClause change, @Nullable Object[] row, ExecutionContext context) {
    BigDecimal sum = null;
    for (int i = 0; i < change.terms.length; i++) {
      Object value = change.terms[i].evaluate(row, context);
      if (value == null) {
        return null;
      }
      BigDecimal number = Arithmetic.decimal((Number) value);
      BigDecimal term = change.negative[i] ? number.negate() : number;
      sum = sum == null ? term : sum.add(term);
    }
    return sum;
  }

  static boolean hasAddend(@Nullable Object[] assigned) {
    for (Object value : assigned) {
      if (value instanceof Addend) {
        return true;
      }
    }
    return false;
  }

  /**
   * The field changes, or null when an addend has more digits than its column: then the sum must be
   * rounded.
   *
   * @param assigned with descriptors in place of large values
   */
  @Nullable List<FieldPatch> patch(@Nullable Object[] assigned) {
    List<FieldPatch> patch = new ArrayList<>(assigned.length);
    for (int i = 0; i < assigned.length; i++) {
      if (assigned[i] instanceof Addend addend) {
        ColumnDef column = writer.table().columns().get(columns[i]);
        BigDecimal number = exact(addend.number, column.type().scale());
        if (number == null) {
          return null;
        }
        Assignment.Add add = (Assignment.Add) changes[i].assignment;
        byte[] missing = column.missingField();
        patch.add(
            new FieldPatch.Add(
                ordinals[i],
                column.type(),
                number,
                add.low(),
                add.high(),
                missing == null ? NO_FIELD : missing));
      } else {
        patch.add(new FieldPatch.Set(ordinals[i], field(i, assigned[i])));
      }
    }
    return patch;
  }

  /** The same number in the given scale, or null when digits would be lost. */
  private static @Nullable BigDecimal exact(BigDecimal number, int scale) {
    if (number.scale() == scale) {
      return number;
    }
    boolean fits = number.scale() < scale || number.stripTrailingZeros().scale() <= scale;
    return fits ? number.setScale(scale) : null;
  }

  /**
   * The new fields.
   *
   * @param assigned without addends, with descriptors in place of large values
   */
  byte[][] fields(@Nullable Object[] assigned) {
    byte[][] fields = new byte[assigned.length][];
    for (int i = 0; i < assigned.length; i++) {
      fields[i] = field(i, assigned[i]);
    }
    return fields;
  }

  private byte[] field(int i, @Nullable Object value) {
    return RowFormat.encodeField(writer.type(columns[i]), value);
  }

  /** A copy of the table's row with the changed columns replaced. */
  @Nullable Object[] apply(@Nullable Object[] row, @Nullable Object[] assigned) {
    Object[] copy = row.clone();
    for (int i = 0; i < assigned.length; i++) {
      copy[columns[i]] = assigned[i];
    }
    return copy;
  }
}
