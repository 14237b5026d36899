package io.mosql.sql.exec.dml;

import io.mosql.sql.algebra.OnConflictAction;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.spill.RowBuffer;
import io.mosql.sql.exec.table.TableWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Compiles INSERT, and contains the code that all compiled modifications share. Each modification
 * runs to completion and returns the number of rows.
 */
public final class ModificationCompiler {
  private ModificationCompiler() {}

  /** A compiled modification. */
  @FunctionalInterface
  public interface Modification {
    long run(ExecutionContext context);
  }

  /**
   * Compiles the violations of CHECKs: a CHECK fails when it is false, and passes when it is NULL.
   */
  public static List<ExpressionCompiler.@Nullable Predicate> checks(
      List<? extends @Nullable RexNode> checks, ExpressionCompiler compiler) {
    List<ExpressionCompiler.@Nullable Predicate> compiled = new ArrayList<>();
    for (RexNode check : checks) {
      if (check == null) {
        compiled.add(null);
      } else {
        Expression expression = compiler.compile(check);
        compiled.add((row, context) -> Boolean.FALSE.equals(expression.evaluate(row, context)));
      }
    }
    return compiled;
  }

  /** Compiles INSERT of the rows of a source. */
  public static Modification insert(
      PlanNode.Insert node, Operator source, Catalog catalog, ExpressionCompiler compiler) {
    RowInserter insertion = insertion(node, catalog, compiler);
    boolean readsWritten = reads(node.source(), written(node, catalog));
    return context ->
        insertion.run(readsWritten ? buffered(source, context) : source.open(context), context);
  }

  /** Compiles INSERT .. VALUES, which needs no source operator. */
  public static Modification insertValues(
      PlanNode.Insert node, PlanNode.Values values, Catalog catalog, ExpressionCompiler compiler) {
    RowInserter insertion = insertion(node, catalog, compiler);
    Expression[][] tuples =
        values.tuples().stream().map(compiler::compileValues).toArray(Expression[][]::new);
    return context -> insertion.run(tuples, context);
  }

  private static RowInserter insertion(
      PlanNode.Insert node, Catalog catalog, ExpressionCompiler compiler) {
    TableDef table = node.table();
    TableWriter writer =
        new TableWriter(table, catalog, checks(node.checks(), compiler), compiler.formulas());
    ReturningProjection returned = new ReturningProjection(node.returning(), table, compiler);
    OnConflictAction conflict = node.conflict();
    return insertion(
        writer,
        conflict == null
            ? null
            : new OnConflictHandler(conflict, writer, returned, catalog, compiler),
        returned,
        catalog,
        compiler);
  }

  /**
   * Compiles the insertion of rows by a writer.
   *
   * @param conflicts the action for conflicting rows; null for an error
   */
  static RowInserter insertion(
      TableWriter writer,
      @Nullable OnConflictHandler conflicts,
      ReturningProjection returned,
      Catalog catalog,
      ExpressionCompiler compiler) {
    TableDef table = writer.table();
    SequenceDef[] sequences = new SequenceDef[table.columns().size()];
    for (int i = 0; i < sequences.length; i++) {
      ColumnDef column = table.columns().get(i);
      if (column.sequenceId() != 0) {
        sequences[i] = Objects.requireNonNull(catalog.sequence(column.sequenceId()));
      }
    }
    return new RowInserter(
        writer,
        sequences,
        conflicts,
        new GeneratedColumns(writer, null, catalog, compiler),
        returned);
  }

  /**
   * Tables to which the statement may write while it reads its source: its target table, and the
   * tables that actions of foreign keys reach from rows that it replaces or updates.
   */
  private static Set<Long> written(PlanNode.Insert node, Catalog catalog) {
    Set<Long> written = new HashSet<>(Set.of(node.table().id()));
    if (node.conflict() != null) {
      ReferentialActions.forEach(node.table(), catalog, (p, child, key) -> written.add(child.id()));
    }
    return written;
  }

  private static boolean reads(PlanNode node, Set<Long> tables) {
    return node instanceof PlanNode.TableScan scan && tables.contains(scan.table().id())
        || node.inputs().stream().anyMatch(input -> reads(input, tables));
  }

  /** Buffers the source, because a statement never sees its own writes. */
  private static RowStream buffered(Operator source, ExecutionContext context) {
    RowBuffer rows = RowBuffer.of(source.open(context), context);
    RowStream all = rows.open();
    return () -> {
      context.step();
      return all.next();
    };
  }
}
