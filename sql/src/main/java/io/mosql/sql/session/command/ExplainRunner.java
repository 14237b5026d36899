package io.mosql.sql.session.command;

import io.mosql.core.session.StatementResult;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCache;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.PlanCompiler;
import io.mosql.sql.exec.PlanInstrumentation;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Parallelism;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.ddl.CreateTableAs;
import io.mosql.sql.parser.ast.query.LockingQuery;
import io.mosql.sql.parser.ast.session.Explain;
import io.mosql.sql.planner.advise.IndexAdvisor;
import io.mosql.sql.planner.explain.ExplainFormatter;
import io.mosql.sql.session.prepare.ParameterCounter;
import io.mosql.sql.session.prepare.Prepared;
import io.mosql.sql.session.result.CommandResultRows;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Runs EXPLAIN. With ANALYZE the statement is run to completion with all its usual effects: its
 * reads count as reads, its changes are applied, and it is retried after conflicts; only its result
 * rows are discarded. Used for one statement, by one thread.
 */
final class ExplainRunner {
  private final CommandContext session;
  private final Prepared.Command command;
  private final Explain explain;
  private final Explain.Options options;

  private ExplainRunner(CommandContext session, Prepared.Command command, Explain explain) {
    this.session = session;
    this.command = command;
    this.explain = explain;
    this.options = explain.options();
  }

  static StatementResult run(CommandContext session, Prepared.Command command, Explain explain) {
    ExplainRunner runner = new ExplainRunner(session, command, explain);
    List<@Nullable Object[]> rows = new ArrayList<>();
    Explain.Options options = explain.options();
    String report = options.has(Explain.Option.ANALYZE) ? runner.analyzed() : runner.explained();
    if (options.format() == Explain.Format.TEXT) {
      report.lines().forEach(line -> rows.add(new Object[] {line}));
    } else {
      rows.add(new Object[] {report});
    }
    return new CommandResultRows(command.columns(), rows);
  }

  private String explained() {
    return session
        .transaction()
        .inspectCatalog(
            catalog -> {
              Prepared.Planned planned = planned(catalog, session.preparer().compiler(catalog));
              session.rights().requireToPrepare(planned, catalog);
              return report(planned.plan().statement().root(), catalog, null);
            });
  }

  private String analyzed() {
    if (explain.statement() instanceof CreateTableAs) {
      throw SqlErrorMessage.EXPLAIN_ANALYZE_CREATE_TABLE_AS.error();
    }
    SqlNode statement = explain.statement();
    if (ParameterCounter.count(statement) > 0) {
      throw SqlErrorMessage.EXPLAIN_ANALYZE_WITH_PARAMETERS.error();
    }
    if (statement instanceof LockingQuery) {
      session.plans().requireWritable();
    }
    return statement.isA(SqlKind.QUERY)
        ? session.plans().runQuery(this::measured)
        : session.statements().run(this::measured);
  }

  private String measured() {
    Catalog catalog = session.transaction().catalogToPlan();
    long began = nanos();
    PlanInstrumentation meter =
        new PlanInstrumentation(this::nanos, session.database().store()::pagesReadHere);
    Prepared.Planned planned =
        session
            .plans()
            .recordingMisses(() -> planned(catalog, session.preparer().compiler(catalog, meter)));
    CatalogCache.markRead(planned.catalogKeys(), session.transaction().current());
    session.rights().require(planned.needs(), catalog);
    ExecutionContext context = session.plans().context(planned.plan(), new Object[0], false);
    long ready = nanos();
    try {
      if (planned.plan().returnsRows()) {
        RowStream rows = planned.plan().open(context);
        while (rows.next() != null) {
          // The rows are counted by the plan's instrumentation.
        }
      } else {
        planned.plan().modify(context);
      }
    } finally {
      context.end();
    }
    return report(
        planned.plan().statement().root(),
        catalog,
        new ExplainFormatter.Measurements(meter::of, ready - began, nanos() - ready));
  }

  private String report(
      PlanNode root, Catalog catalog, ExplainFormatter.@Nullable Measurements measured) {
    if (!options.has(Explain.Option.ADVISE)) {
      return formatter(measured, List.of()).format(root);
    }
    Catalog visible = session.rights().visible(catalog);
    IndexAdvisor.Advice advice =
        new IndexAdvisor(
                catalog, this::plan, table -> visible.table(table.schema(), table.name()) != null)
            .advise(root);
    List<String> lines = IndexAdviceReport.lines(advice, session.schema());
    return switch (options.format()) {
      case TEXT -> String.join("\n", lines);
      case JSON -> IndexAdviceReport.json(advice, session.schema());
      case HTML -> formatter(measured, lines).format(root);
    };
  }

  private ExplainFormatter formatter(
      ExplainFormatter.@Nullable Measurements measured, List<String> advice) {
    Parallelism limits = session.settings().postgres().parallelism(session.database().workers());
    return new ExplainFormatter(
        options, measured, advice, node -> PlanCompiler.workers(node, limits));
  }

  /** Plans the statement under a catalog with hypothetical indexes. */
  private PlanNode plan(Catalog catalog) {
    return session
        .preparer()
        .planner()
        .with(session.settings().postgres().methods())
        .plan(
            command.sql(), planned(), catalog, session.schema(), List.of(), session.interruption())
        .root();
  }

  /**
   * Returns the query or the DML statement whose plan is asked for, parsed again because planning
   * changes the tree; its positions are those in the text of the EXPLAIN.
   */
  private SqlNode planned() {
    SqlNode statement =
        ((Explain) MosqlParser.parse(command.sql(), session.database().name())).statement();
    return statement instanceof CreateTableAs create ? create.query() : statement;
  }

  private long nanos() {
    return session.database().clock().nanoTime();
  }

  private Prepared.Planned planned(Catalog catalog, PlanCompiler compiler) {
    return session
        .rights()
        .planning(
            catalog,
            seen ->
                session
                    .preparer()
                    .planned(
                        command.sql(),
                        planned(),
                        seen,
                        session.schema(),
                        session.settings().postgres().methods(),
                        List.of(),
                        compiler,
                        session.interruption()));
  }
}
