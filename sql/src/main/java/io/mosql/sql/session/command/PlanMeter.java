package io.mosql.sql.session.command;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.exec.PlanCompiler;
import io.mosql.sql.exec.PlanInstrumentation;
import io.mosql.sql.planner.explain.ExplainFormatter;
import org.jspecify.annotations.Nullable;

/**
 * Measures one execution of a plan for EXPLAIN ANALYZE: its operators, and the times of planning
 * and of execution. Used for one execution, by one thread.
 */
final class PlanMeter {
  private final CommandContext session;
  private final PlanInstrumentation operators;
  private long began;
  private long ready;
  private @Nullable PlanNode root;

  /** Begins the time of planning. */
  PlanMeter(CommandContext session) {
    this.session = session;
    this.operators =
        new PlanInstrumentation(this::nanos, session.database().store()::pagesReadHere);
    begin();
  }

  /** Begins the time of planning again. */
  void begin() {
    began = nanos();
  }

  /** A compiler whose operators are measured. */
  PlanCompiler compiler(Catalog catalog) {
    return session.preparer().compiler(catalog, operators);
  }

  /**
   * Ends the time of planning and begins that of execution.
   *
   * @param planned the plan to report
   */
  void planned(PlanNode planned) {
    root = planned;
    ready = nanos();
  }

  /** The plan to report; null when nothing was planned. */
  @Nullable PlanNode root() {
    return root;
  }

  /** Ends the time of execution. */
  ExplainFormatter.Measurements ended() {
    return new ExplainFormatter.Measurements(operators::of, ready - began, nanos() - ready);
  }

  private long nanos() {
    return session.database().clock().nanoTime();
  }
}
