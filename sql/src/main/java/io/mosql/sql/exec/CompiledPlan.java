package io.mosql.sql.exec;

import io.mosql.core.error.InvariantViolation;
import io.mosql.sql.algebra.PlannedStatement;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.exec.dml.ModificationCompiler;
import io.mosql.sql.exec.expression.CorrelationSlots;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.MemoryAccount;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.runtime.SequenceAccess;
import io.mosql.storage.transaction.Transaction;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A compiled plan. Immutable: any number of threads may execute it, each with its own context. */
public final class CompiledPlan {
  private final PlannedStatement statement;
  private final @Nullable Operator query;
  private final ModificationCompiler.@Nullable Modification modification;
  private final int correlationSlots;
  private final boolean timed;

  CompiledPlan(
      PlannedStatement statement,
      @Nullable Operator query,
      ModificationCompiler.@Nullable Modification modification,
      CorrelationSlots slots) {
    this.statement = statement;
    this.query = query;
    this.modification = modification;
    this.correlationSlots = slots.count();
    this.timed = slots.isTimed();
  }

  public PlannedStatement statement() {
    return statement;
  }

  public boolean returnsRows() {
    return query != null;
  }

  /**
   * Creates a context for one execution of this plan.
   *
   * @param parameters coerced to the statement's parameter types
   * @param memory account to which buffered rows are charged until the context ends
   * @param collectInserted whether the rows written by an INSERT are collected
   */
  public ExecutionContext context(
      Transaction transaction,
      Catalog catalog,
      @Nullable Object[] parameters,
      SequenceAccess sequences,
      ExecutionContext.SessionEnvironment session,
      BooleanSupplier cancelled,
      MemoryAccount memory,
      boolean collectInserted) {
    ExecutionContext context =
        new ExecutionContext(
            transaction,
            catalog,
            parameters,
            sequences,
            session,
            cancelled,
            memory,
            correlationSlots,
            collectInserted);
    if (timed) {
      context.freezeTime();
    }
    return context;
  }

  /** Starts a query; rows are read as they are pulled. */
  public RowStream open(ExecutionContext context) {
    if (query == null) {
      throw new InvariantViolation("rows are read from the plan of a query only");
    }
    return query.open(context);
  }

  /** Runs a modification to completion and returns the number of rows. */
  public long modify(ExecutionContext context) {
    if (modification == null) {
      throw new InvariantViolation("only the plan of a modification is run without rows");
    }
    long count = modification.run(context);
    context.runChecks();
    return count;
  }
}
