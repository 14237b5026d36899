package io.mosql.sql.session.command;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.PlannedStatement;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.ddl.IndexBuildPlan;
import io.mosql.sql.ddl.SchemaExpressions;
import io.mosql.sql.ddl.SchemaStatements;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.PlanCompiler;
import io.mosql.sql.exec.expression.TableExpressionProvider;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.SequenceAccess;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.admin.AlterOwner;
import io.mosql.sql.parser.ast.admin.GrantPrivileges;
import io.mosql.sql.parser.ast.ddl.CommentOn;
import io.mosql.sql.parser.ast.ddl.CreateSchema;
import io.mosql.sql.parser.ast.ddl.CreateTable;
import io.mosql.sql.parser.ast.ddl.CreateTableAs;
import io.mosql.sql.planner.Planner;
import io.mosql.sql.planner.expression.TimeZoneDependence;
import io.mosql.sql.privilege.GrantStatements;
import io.mosql.sql.privilege.SchemaPrivilegeChecker;
import io.mosql.sql.session.prepare.ParameterCounter;
import io.mosql.sql.session.prepare.Prepared;
import io.mosql.sql.session.prepare.SequenceCallFinder;
import io.mosql.sql.session.transaction.RetryingRunner;
import io.mosql.sql.session.transaction.SessionTransaction;
import io.mosql.storage.transaction.Transaction;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Runs schema statements of a session, and plans and evaluates the expressions in them. */
final class SchemaRunner implements SchemaExpressions {
  /** Volatile functions: their value differs from call to call. */
  private static final Set<String> VOLATILE =
      Set.of(
          "NEXTVAL",
          "CURRVAL",
          "NEXT_VALUE",
          "CURRENT_VALUE",
          "SETVAL",
          "NOW",
          "CURRENT_TIMESTAMP",
          "LOCALTIMESTAMP",
          "CURRENT_DATE",
          "CURRENT_TIME",
          "LOCALTIME",
          "USER",
          "CURRENT_USER",
          "SESSION_USER",
          "CURRENT_SCHEMA",
          "RAND",
          "RANDOM",
          "SYSTEM_USER",
          "CURRENT_ROLE",
          "CURRENT_CATALOG",
          "CURRENT_DATABASE",
          "DATABASE",
          "SCHEMA",
          "VERSION",
          "UUID",
          "GEN_RANDOM_UUID",
          "UUID_GENERATE_V4",
          "CLOCK_TIMESTAMP",
          "STATEMENT_TIMESTAMP",
          "TRANSACTION_TIMESTAMP",
          "UNIX_TIMESTAMP",
          "SYSDATE",
          "CURDATE",
          "CURTIME",
          "UTC_TIMESTAMP",
          "LASTVAL",
          "CURRENT_SCHEMAS",
          "CURRENT_SETTING",
          "SET_CONFIG",
          "PG_BACKEND_PID",
          "LAST_INSERT_ID");

  private final CommandContext session;

  private SchemaRunner(CommandContext session) {
    this.session = session;
  }

  /**
   * Runs a schema statement. A statement that is a transaction of its own may leave large indexes
   * to be built afterwards, by separate transactions.
   *
   * @return the number of rows that it inserted
   */
  static long run(CommandContext session, Prepared.SchemaStatement change) {
    DatabaseServices services = session.services();
    SessionTransaction transaction = session.transaction();
    if (isTemporary(change.statement(), session)) {
      transaction.useTemporaryTables();
    }
    boolean alone = transaction.autoCommit() && !transaction.isActive();
    Done done =
        session.statements().run(() -> run(session, change, services.indexBuilds(alone), null));
    for (IndexBuildPlan.Pending build : done.pending) {
      new IndexBackfill(
              session.database(),
              session.catalogs(),
              services.builds(),
              session.preparer().formulas(),
              build,
              transaction,
              session.interruption(),
              session.facts()::setProgress)
          .run();
    }
    return done.rows;
  }

  /**
   * Runs a CREATE TABLE AS, and measures the plan that fills the table.
   *
   * @param report makes the result from the measurements of the run that succeeds
   */
  static <T> T runMeasured(
      CommandContext session, Prepared.SchemaStatement change, Function<PlanMeter, T> report) {
    if (isTemporary(change.statement(), session)) {
      session.transaction().useTemporaryTables();
    }
    return session
        .statements()
        .run(
            () -> {
              PlanMeter meter = new PlanMeter(session);
              run(session, change, session.services().indexBuilds(false), meter);
              return report.apply(meter);
            });
  }

  /**
   * The effect of a statement.
   *
   * @param pending indexes to build after the commit
   * @param rows that it inserted
   */
  record Done(List<IndexBuildPlan.Pending> pending, long rows) implements RetryingRunner.Counted {
    static final Done NOTHING = new Done(List.of(), 0);

    @Override
    public long updateCount() {
      return rows;
    }
  }

  /** Runs a schema statement in the session's transaction. */
  private static Done run(
      CommandContext session,
      Prepared.SchemaStatement change,
      IndexBuildPlan builds,
      @Nullable PlanMeter meter) {
    SessionTransaction transaction = session.transaction();
    AccountPrivileges privileges = session.rights().privileges();
    if (isTemporary(change.statement(), session)) {
      return new TemporarySchemaRunner(session, new SchemaRunner(session))
          .run(change.statement(), meter);
    }
    if (GrantStatements.handles(change.statement())) {
      new GrantStatements(
              transaction.current(),
              session.catalogs().read(transaction.current()),
              session.schema(),
              privileges,
              session.database().accounts())
          .run(change.statement());
      transaction.invalidateCatalog();
      return Done.NOTHING;
    }
    if (!privileges.hasAllPrivileges()) {
      Catalog catalog = session.catalogs().read(transaction.current());
      new SchemaPrivilegeChecker(privileges, catalog, session.schema(), session.database().name())
          .require(change.statement());
    }
    SqlNode statement = change.statement();
    if (statement instanceof CreateSchema create
        && (create.name() == null || create.owner() != null)) {
      return createSchema(session, create, builds);
    }
    if (statement instanceof CommentOn comment) {
      requireThisDatabase(comment, session);
    }
    CreateTableAsRunner filled =
        statement instanceof CreateTableAs create
            ? new CreateTableAsRunner(session, create, meter)
            : null;
    if (filled != null) {
      Catalog catalog = session.catalogs().read(transaction.current());
      if (filled.relationExists(catalog)) {
        return Done.NOTHING;
      }
      statement = filled.table(catalog);
    }
    if (statement instanceof CreateTable create) {
      Catalog catalog = session.catalogs().read(transaction.current());
      statement = new TableLikeClause(catalog, session.schema()).expanded(create);
    }
    // A statement sees its own changes to the catalog from one step to the next.
    new SchemaStatements(
            transaction.current(),
            () -> session.catalogs().read(transaction.current()),
            session.schema(),
            new SchemaRunner(session),
            builds,
            privileges.account())
        .run(statement);
    transaction.invalidateCatalog();
    transaction.setPartOfStatement(!builds.pending().isEmpty());
    return new Done(builds.pending(), filled == null ? 0 : filled.insertRows());
  }

  private static boolean isTemporary(SqlNode statement, CommandContext session) {
    return TemporarySchemaRunner.handles(statement, session);
  }

  /** Creates a schema with AUTHORIZATION: for another owner, or with the name of its owner. */
  private static Done createSchema(
      CommandContext session, CreateSchema create, IndexBuildPlan builds) {
    SqlParserPos pos = create.getParserPosition();
    SqlIdentifier user = new SqlIdentifier(session.facts().user(), pos);
    SqlIdentifier owner = create.owner() == null ? user : create.owner();
    SqlIdentifier name = create.name() == null ? owner : create.name();
    boolean exists =
        session.catalogs().read(session.transaction().current()).hasSchema(name.getSimple());
    Done created =
        run(
            session,
            new Prepared.SchemaStatement(new CreateSchema(pos, name, null, create.ifNotExists())),
            builds,
            null);
    if (exists || owner.getSimple().equals(user.getSimple())) {
      return created;
    }
    AlterOwner change = new AlterOwner(pos, GrantPrivileges.ObjectKind.SCHEMA, false, name, owner);
    return run(session, new Prepared.SchemaStatement(change), builds, null);
  }

  /** Comments on a database are stored in that database, so it must be the current one. */
  private static void requireThisDatabase(CommentOn comment, CommandContext session) {
    String name = session.database().name();
    if (comment.kind() == CommentOn.Kind.DATABASE && !comment.name().names.equals(List.of(name))) {
      throw SqlErrorMessage.COMMENT_ON_OTHER_DATABASE.error(name);
    }
  }

  @Override
  public Predicate<@Nullable Object[]> violationTest(
      String checkSql, TableDef table, Catalog catalog, Transaction transaction) {
    PlanCompiler compiler = session.preparer().compiler(catalog);
    return compiler.checkViolation(
        planner().planCheck(checkSql, table, catalog), context(compiler, catalog, transaction));
  }

  private ExecutionContext context(
      PlanCompiler compiler, Catalog catalog, Transaction transaction) {
    return compiler.context(
        transaction, catalog, session.plans().sequences(), session.facts(), session.interruption());
  }

  @Override
  public @Nullable Object constantDefault(
      String defaultSql, SqlType type, Catalog catalog, Transaction transaction) {
    RexNode expression = planner().planDefault(defaultSql, type, catalog);
    if (isVolatile(MosqlParser.parseExpression(defaultSql))) {
      return null;
    }
    PlanCompiler compiler = session.preparer().compiler(catalog);
    Object value = compiler.value(expression, context(compiler, catalog, transaction));
    return Coercion.assign(value, type);
  }

  @Override
  public void requireValidExpression(ColumnDef column, TableDef table, Catalog catalog) {
    String formula = Objects.requireNonNull(column.generatedSql());
    RexNode planned = planner().planFormula(formula, column, table, catalog);
    if (isVolatile(MosqlParser.parseExpression(formula))
        || !RexUtil.isDeterministic(planned)
        || TimeZoneDependence.dependsOnTimeZone(planned)) {
      throw SqlErrorMessage.GENERATION_NOT_IMMUTABLE.error(column.name());
    }
  }

  @Override
  public SqlType expressionType(String sql, boolean condition, TableDef table, Catalog catalog) {
    RexNode planned = unplaced(() -> planner().planExpression(sql, table, catalog));
    if (isVolatile(MosqlParser.parseExpression(sql))
        || !RexUtil.isDeterministic(planned)
        || TimeZoneDependence.dependsOnTimeZone(planned)) {
      throw SqlErrorMessage.INDEX_EXPRESSION_NOT_IMMUTABLE.error(sql);
    }
    SqlType type = RelTypes.sqlType(planned.getType());
    if (condition && type.kind() != TypeKind.BOOLEAN) {
      throw SqlErrorMessage.INDEX_PREDICATE_NOT_BOOLEAN.error();
    }
    return type;
  }

  @Override
  public SequenceAccess sequences() {
    return session.plans().sequences();
  }

  @Override
  public TableExpressionProvider tableExpressions() {
    return session.preparer().formulas();
  }

  @Override
  public Function<@Nullable Object[], @Nullable Object> values(
      String sql, ColumnDef column, TableDef table, Catalog catalog, Transaction transaction) {
    PlanCompiler compiler = session.preparer().compiler(catalog);
    return compiler.values(
        planner().planFormula(sql, column, table, catalog),
        context(compiler, catalog, transaction));
  }

  @Override
  public List<ColumnInfo> queryColumns(String sql, Catalog catalog, boolean judged) {
    SqlNode query = MosqlParser.parse(sql);
    if (ParameterCounter.count(query) > 0 || SequenceCallFinder.occurIn(query)) {
      throw SqlErrorMessage.VIEW_WITH_PARAMETERS.error();
    }
    PlannedStatement planned =
        judged
            ? session.rights().planning(catalog, seen -> plan(query, seen))
            : plan(query, catalog);
    if (judged) {
      session.rights().require(planned.requiredPrivileges(), catalog);
    }
    return planned.columns();
  }

  private Planner planner() {
    return session.preparer().planner();
  }

  private PlannedStatement plan(SqlNode query, Catalog catalog) {
    return unplaced(
        () ->
            planner()
                .plan(null, query, catalog, session.schema(), List.of(), session.interruption()));
  }

  private static <T> T unplaced(Supplier<T> planning) {
    try {
      return planning.get();
    } catch (MosqlException e) {
      // The position of the error refers to another text than the user's.
      throw e.withMessage(String.valueOf(e.getMessage()));
    }
  }

  private static boolean isVolatile(SqlNode expression) {
    boolean[] found = {false};
    expression.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
            // the age of one moment is counted from today
            found[0] |= VOLATILE.contains(name) || name.equals("AGE") && call.operandCount() == 1;
            return super.visit(call);
          }

          @Override
          public @Nullable Void visit(SqlIdentifier id) {
            found[0] |=
                VOLATILE.contains(id.names.get(id.names.size() - 1).toUpperCase(Locale.ROOT));
            return null;
          }

          @Override
          public @Nullable Void visit(SqlDynamicParam parameter) {
            throw SqlErrorMessage.DEFAULT_WITH_PARAMETERS.error();
          }
        });
    return found[0];
  }
}
