package io.mosql.sql.session.command;

import io.mosql.core.session.StatementResult;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCache;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.PlanCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Parallelism;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.ddl.CreateTableAs;
import io.mosql.sql.parser.ast.ddl.CreateTemporary;
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
    SqlNode statement = explain.statement();
    if (ParameterCounter.count(statement) > 0) {
      throw SqlErrorMessage.EXPLAIN_ANALYZE_WITH_PARAMETERS.error();
    }
    if (statement instanceof CreateTableAs || statement instanceof CreateTemporary) {
      return created(statement);
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
    PlanMeter meter = new PlanMeter(session);
    Prepared.Planned planned =
        session.plans().recordingMisses(() -> planned(catalog, meter.compiler(catalog)));
    CatalogCache.markRead(planned.catalogKeys(), session.transaction().current());
    session.rights().require(planned.needs(), catalog);
    ExecutionContext context = session.plans().context(planned.plan(), new Object[0], false);
    PlanNode root = planned.plan().statement().root();
    meter.planned(root);
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
    return report(root, catalog, meter.ended());
  }

  /**
   * Creates a table, and reports the plan of its query: without operators that ran WITH NO DATA,
   * and no plan at all if the table exists and may.
   */
  private String created(SqlNode statement) {
    Prepared.SchemaStatement creation = new Prepared.SchemaStatement(statement);
    return SchemaRunner.runMeasured(
        session,
        creation,
        meter -> {
          PlanNode root = meter.root();
          return root == null
              ? withoutPlan()
              : report(root, session.transaction().catalogToPlan(), meter.ended());
        });
  }

  /** What PostgreSQL reports of a table that exists already. */
  private String withoutPlan() {
    return options.format() == Explain.Format.JSON ? "[\n  \"CREATE TABLE AS\"\n]" : "";
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
    double batchRows = session.preparer().planner().methods().batchRows();
    return new ExplainFormatter(
        options, measured, advice, node -> PlanCompiler.workers(node, batchRows, limits));
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
    SqlNode created =
        statement instanceof CreateTemporary temporary ? temporary.object() : statement;
    return created instanceof CreateTableAs create ? create.query() : statement;
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
