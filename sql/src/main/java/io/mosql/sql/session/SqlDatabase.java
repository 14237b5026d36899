package io.mosql.sql.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.Interrupts;
import io.mosql.core.port.LogStatistics;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.StatementKind;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.PlannedStatement;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCache;
import io.mosql.sql.catalog.CatalogCodec;
import io.mosql.sql.catalog.Grant;
import io.mosql.sql.catalog.Right;
import io.mosql.sql.catalog.Standing;
import io.mosql.sql.copy.CopyFiles;
import io.mosql.sql.ddl.IndexBuilds;
import io.mosql.sql.ddl.SchemaStatements;
import io.mosql.sql.exec.CompiledPlan;
import io.mosql.sql.exec.PlanCompiler;
import io.mosql.sql.exec.PlanInstrumentation;
import io.mosql.sql.exec.runtime.HeapGuard;
import io.mosql.sql.exec.runtime.MemoryAccount;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.admin.AccountStatement;
import io.mosql.sql.parser.ast.query.LockingQuery;
import io.mosql.sql.planner.Planner;
import io.mosql.sql.planner.physical.PlannerMethods;
import io.mosql.sql.rights.Authority;
import io.mosql.sql.rights.ObjectGrants;
import io.mosql.sql.rights.Principal;
import io.mosql.storage.Store;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.transaction.ConflictHistory;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.SystemTrees;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * An open database that speaks SQL: one store with its catalog, plan cache and sessions.
 * Thread-safe; it owns neither the store nor the log.
 */
public final class SqlDatabase {
  /** Name of the schema that a new database has. */
  public static final String PUBLIC = "public";

  private static final int PLANS = 1_000;

  /** Plans take such a part of the heap, by estimate. */
  private static final int PLANS_OF_HEAP = 16;

  private final String name;
  private final Store store;
  private final Clock clock;
  private final Runnable shutdown;
  private final CopyFiles copyFiles;
  private final Backups backups;
  private final Oversight oversight;
  private final Authority authority;
  private final CatalogCache catalogs;
  private final DatabaseFigures figures;
  private final Planner planner;
  private final PlannedFormulas formulas;
  private final BuildOptions builds;
  private final PlanCache plans =
      new PlanCache(PLANS, Runtime.getRuntime().maxMemory() / PLANS_OF_HEAP);
  private final Set<SqlSession> sessions = ConcurrentHashMap.newKeySet();
  private final IdleTransactions idleTransactions = new IdleTransactions(sessions);
  private final StatisticsKeeper statistics = new StatisticsKeeper(this);
  private final Reruns reruns = new Reruns();
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile boolean open = true;

  /**
   * The process runs nothing but databases: statements are refused memory (53200) before the heap
   * is as full as an application that embeds a database may have it.
   */
  public static void ownHeap() {
    HeapGuard.PROCESS.enable();
  }

  /** What refuses that memory. */
  public static Interrupts.Memory memory() {
    return HeapGuard.PROCESS;
  }

  /**
   * @param name as people call it
   * @param log figures of the store's log
   * @param shutdown run when somebody says SHUTDOWN; must close this database
   * @param builds what builds of indexes take; the leftovers of their sorts are deleted
   * @param copyFiles that COPY may touch
   * @param backups that BACKUP TO may write
   * @param oversight of its sessions; shared with the other databases of a server
   * @param authority of the node that it belongs to
   */
  public SqlDatabase(
      String name,
      Store store,
      Clock clock,
      Supplier<LogStatistics> log,
      Runnable shutdown,
      BuildOptions builds,
      CopyFiles copyFiles,
      Backups backups,
      Oversight oversight,
      Authority authority) {
    this(
        name,
        store,
        clock,
        log,
        shutdown,
        builds,
        copyFiles,
        backups,
        oversight,
        authority,
        PlannerMethods.CHEAPEST);
  }

  /**
   * One that nobody watches and that touches no files but those of its sorts, for tests.
   *
   * @param shape of its plans
   */
  public SqlDatabase(String name, Store store, Clock clock, BuildOptions builds, PlannerMethods shape) {
    this(
        name,
        store,
        clock,
        () -> LogStatistics.NONE,
        () -> {},
        builds,
        CopyFiles.NONE,
        Backups.NONE,
        Oversight.none(),
        Authority.NONE,
        shape);
  }

  private SqlDatabase(
      String name,
      Store store,
      Clock clock,
      Supplier<LogStatistics> log,
      Runnable shutdown,
      BuildOptions builds,
      CopyFiles copyFiles,
      Backups backups,
      Oversight oversight,
      Authority authority,
      PlannerMethods shape) {
    this.oversight = oversight;
    this.name = name;
    this.store = store;
    this.clock = clock;
    this.shutdown = shutdown;
    this.copyFiles = copyFiles;
    this.backups = backups;
    this.authority = authority;
    this.catalogs = new CatalogCache(SystemViews.all(this, log));
    this.figures = new DatabaseFigures(this, log);
    this.planner = new Planner(new StoreFigures(store), shape);
    this.formulas = new PlannedFormulas(planner);
    this.builds = builds;
    builds.sorting().deleteLeftovers();
    if (!store.isReplicated()) {
      found(false);
    }
  }

  /**
   * Whether the schema is there that a new database has. In a replicated database it comes through
   * the log, after whoever {@linkplain #found leads} has made it.
   */
  public boolean isFounded() {
    return store.trees().stream().anyMatch(t -> t.id() == SystemTrees.CATALOG && t.position() > 0);
  }

  /**
   * Makes the schema that a new database has, unless it was made before.
   *
   * @param forEverybody whether every account may look into it
   */
  public void found(boolean forEverybody) {
    while (true) {
      Transaction transaction = store.begin(false);
      if (catalogs.read(transaction).schemaId(PUBLIC) != 0 || isFounded()) {
        transaction.rollback();
        return;
      }
      long id = transaction.newId();
      transaction.put(
          SystemTrees.CATALOG, CatalogCodec.schemaKey(id), CatalogCodec.encodeSchema(PUBLIC));
      if (forEverybody) {
        transaction.put(
            SystemTrees.CATALOG,
            CatalogCodec.rightsKey(id, Standing.PUBLIC),
            CatalogCodec.encode(new Grant(id, Standing.PUBLIC, Right.USAGE.bit(), 0)));
      }
      if (transaction.commit() instanceof CommitResult.Committed) {
        return;
      }
    }
  }

  /**
   * Opens a session of the process itself, which may do everything.
   *
   * @param closed told when the session was closed
   * @throws MosqlException 57P01 when the database is closed, 3F000 for an unknown schema
   */
  public Session connect(Map<SessionProperty, String> properties, Runnable closed) {
    String user =
        properties.getOrDefault(SessionProperty.USER, System.getProperty("user.name", "mosql"));
    return connect(properties, Principal.trusted(user), closed);
  }

  /**
   * Opens a session that acts for somebody.
   *
   * @param closed told when the session was closed
   * @throws MosqlException 57P01 when the database is closed, 3F000 for an unknown schema
   */
  public Session connect(
      Map<SessionProperty, String> properties, Principal principal, Runnable closed) {
    requireOpen();
    SqlSession session =
        new SqlSession(
            this,
            oversight.sessions().nextNumber(),
            PersistedSettings.under(properties, newestCatalog()),
            principal,
            closed);
    sessions.add(session);
    oversight.sessions().add(session);
    if (session.times().idleLimitSeconds() != 0) {
      idleTransactions.limited();
    }
    if (!open) {
      session.close();
      requireOpen();
    }
    return session;
  }

  /** From now on looks every so many seconds for tables that are to be analyzed. */
  public void analyzeEvery(long seconds) {
    statistics.begin(TimeUnit.SECONDS.toNanos(seconds));
  }

  StatisticsKeeper statistics() {
    return statistics;
  }

  /** Figures by view and column, such as {@code log.commits}; of this database alone. */
  public Map<String, Long> figures() {
    return figures.now();
  }

  /** Refuses new work and closes all sessions. The store may be closed afterwards. */
  public void close() {
    open = false;
    idleTransactions.close();
    statistics.close();
    for (SqlSession session : List.copyOf(sessions)) {
      session.end(SessionEnd.SHUT_DOWN);
    }
  }

  void requireOpen() {
    if (!open) {
      throw SessionEnd.SHUT_DOWN.error();
    }
  }

  String name() {
    return name;
  }

  Store store() {
    return store;
  }

  Clock clock() {
    return clock;
  }

  CopyFiles copyFiles() {
    return copyFiles;
  }

  Backups backups() {
    return backups;
  }

  /**
   * Has the leader write a record that tells the time; one asks for all who wait.
   *
   * @return why that did not work, for people; null otherwise
   */
  @Nullable String askLeader(Principal by) {
    if (!asking.compareAndSet(false, true)) {
      return null;
    }
    try {
      authority.askLeader(name, by);
      return null;
    } catch (MosqlException e) {
      return e.getMessage();
    } finally {
      asking.set(false);
    }
  }

  Authority authority() {
    return authority;
  }

  /** The catalog as it was committed last. */
  Catalog newestCatalog() {
    Transaction transaction = store.begin(true);
    try {
      return catalogs.look(transaction);
    } finally {
      transaction.rollback();
    }
  }

  Oversight oversight() {
    return oversight;
  }

  void forget(SqlSession session) {
    oversight.sessions().remove(session);
    sessions.remove(session);
  }

  Collection<SqlSession> sessions() {
    return sessions;
  }

  IdleTransactions idleTransactions() {
    return idleTransactions;
  }

  Reruns reruns() {
    return reruns;
  }

  void shutdown() {
    shutdown.run();
  }

  int cachedPlans() {
    return plans.size();
  }

  /** All of it counts as read. */
  Catalog catalog(Transaction transaction) {
    return catalogs.read(transaction);
  }

  /** Nothing of it counts as read before a plan says what it used. */
  Catalog catalogToPlan(Transaction transaction) {
    return catalogs.look(transaction);
  }

  BuildOptions builds() {
    return builds;
  }

  /**
   * How a schema statement builds indexes.
   *
   * @param alone whether it is a transaction of its own
   */
  IndexBuilds indexBuilds(boolean alone) {
    return alone
        ? new IndexBuilds(builds.sorting(), builds.rowsAtOnceMax())
        : IndexBuilds.atOnce(builds.sorting());
  }

  Planner planner() {
    return planner;
  }

  /** Makes a statement ready under the catalog, from the cache where it can. */
  Prepared prepare(
      String sql,
      Catalog catalog,
      String schema,
      List<@Nullable SqlType> parameterTypes,
      BooleanSupplier cancelled,
      MemoryAccount memory) {
    PlanCache.Key key =
        new PlanCache.Key(sql, schema, catalog.version(), Prepared.typesKey(parameterTypes));
    if (catalog.version() >= 0) {
      Prepared known = plans.get(key);
      if (known != null) {
        return known;
      }
    }
    if (sql.isBlank()) {
      return new Prepared.Nothing();
    }
    Prepared made;
    try (PlanningMemory planning = PlanningMemory.begin(sql, memory, cancelled)) {
      made = classify(sql, catalog, schema, parameterTypes, planning);
    }
    // Passwords are not kept.
    boolean secret =
        made instanceof Prepared.Command command && command.statement() instanceof AccountStatement;
    if (catalog.version() >= 0 && !secret) {
      plans.put(key, made, PlanningMemory.estimate(sql));
    }
    return made;
  }

  private Prepared classify(
      String sql,
      Catalog catalog,
      String schema,
      List<@Nullable SqlType> parameterTypes,
      BooleanSupplier cancelled) {
    SqlNode node = MosqlParser.parse(sql);
    if (SchemaStatements.handles(node) || ObjectGrants.handles(node)) {
      return new Prepared.SchemaStatement(node);
    }
    if (node.isA(SqlKind.QUERY) || node.isA(SqlKind.DML) || node instanceof LockingQuery) {
      return planned(sql, node, catalog, schema, parameterTypes, compiler(catalog), cancelled);
    }
    return new Prepared.Command(sql, node, Commands.columns(node));
  }

  /**
   * Plans a statement, for one use.
   *
   * @param compiler for this plan alone
   * @param cancelled whether to give up
   */
  Prepared.Planned planned(
      String sql,
      SqlNode node,
      Catalog catalog,
      String schema,
      List<@Nullable SqlType> parameterTypes,
      PlanCompiler compiler,
      BooleanSupplier cancelled) {
    // Asked before planning, which uses the tree up.
    boolean eager = SequenceCalls.occurIn(node);
    boolean locking = node instanceof LockingQuery;
    StatementKind kind = StatementKinds.of(node);
    PlannedStatement statement =
        planner.plan(sql, node, catalog, schema, parameterTypes, cancelled);
    CompiledPlan plan = compiler.compile(statement);
    return new Prepared.Planned(
        plan,
        catalog.version(),
        schema,
        ParameterSlots.of(statement),
        kind,
        eager,
        locking,
        new ConflictHistory(),
        PlanBasis.keys(catalog, statement));
  }

  /** The expressions of tables, planned. */
  PlannedFormulas formulas() {
    return formulas;
  }

  PlanCompiler compiler(Catalog catalog) {
    return new PlanCompiler(catalog, formulas);
  }

  /** One whose plan is run once, and measured. */
  PlanCompiler compiler(Catalog catalog, PlanInstrumentation meter) {
    return new PlanCompiler(catalog, formulas, meter);
  }
}
