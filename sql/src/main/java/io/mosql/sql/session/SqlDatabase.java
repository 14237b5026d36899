package io.mosql.sql.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.Interrupts;
import io.mosql.core.port.LogStatistics;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.CatalogCodec;
import io.mosql.sql.catalog.Grant;
import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.copy.CopyFiles;
import io.mosql.sql.exec.runtime.HeapGuard;
import io.mosql.sql.exec.runtime.WorkerPool;
import io.mosql.sql.planner.Planner;
import io.mosql.sql.planner.physical.PlannerMethods;
import io.mosql.sql.privilege.AccountService;
import io.mosql.sql.privilege.Principal;
import io.mosql.sql.session.command.AutomaticAnalyzer;
import io.mosql.sql.session.command.BackupDestination;
import io.mosql.sql.session.command.CommandRunner;
import io.mosql.sql.session.command.DatabaseServices;
import io.mosql.sql.session.command.IndexBuildOptions;
import io.mosql.sql.session.command.PersistedSettings;
import io.mosql.sql.session.context.DatabaseCatalog;
import io.mosql.sql.session.context.DatabaseContext;
import io.mosql.sql.session.context.SessionEndReason;
import io.mosql.sql.session.prepare.StatementPreparer;
import io.mosql.sql.session.transaction.IdleTransactionMonitor;
import io.mosql.sql.session.transaction.LargeObjectSweeper;
import io.mosql.sql.session.transaction.RetryCounters;
import io.mosql.sql.session.transaction.SessionMonitor;
import io.mosql.sql.session.view.DatabaseMetrics;
import io.mosql.sql.session.view.StoreTableStatistics;
import io.mosql.sql.session.view.SystemViews;
import io.mosql.sql.session.view.ViewContext;
import io.mosql.storage.Store;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.SystemTrees;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * An open database that speaks SQL: one store with its catalog, plan cache and sessions.
 * Thread-safe; it owns neither the store nor the log.
 */
public final class SqlDatabase {
  /** Name of the schema that a new database has. */
  public static final String PUBLIC = DatabaseContext.PUBLIC_SCHEMA;

  private final DatabaseContext context;
  private final StatementPreparer preparer;
  private final SessionMonitor monitor;
  private final Set<SqlSession> sessions = ConcurrentHashMap.newKeySet();
  private final IdleTransactionMonitor idleTransactions = new IdleTransactionMonitor(sessions);
  private final RetryCounters retryCounters = new RetryCounters();
  private final DatabaseCatalog catalogs;
  private final DatabaseMetrics metrics;
  private final DatabaseServices services;
  private final AutomaticAnalyzer statistics;
  private final LargeObjectSweeper largeObjects;

  /**
   * The process runs nothing but databases: statements are refused memory (53200) before the heap
   * is as full as an application that embeds a database may have it.
   */
  public static void useEntireHeap() {
    HeapGuard.PROCESS.enable();
  }

  /** The memory limiter that refuses such requests. */
  public static Interrupts.Memory memory() {
    return HeapGuard.PROCESS;
  }

  /**
   * @param name of the database, for display
   * @param log figures of the store's log
   * @param shutdown run by the SHUTDOWN statement; must close this database
   * @param builds limits of index builds; leftover files of earlier sorts are deleted
   * @param copyFiles that COPY may touch
   * @param backups that BACKUP TO may write
   * @param monitor of its sessions; shared with the other databases of a server
   * @param authority of the node that it belongs to
   */
  public SqlDatabase(
      String name,
      Store store,
      Clock clock,
      Supplier<LogStatistics> log,
      Runnable shutdown,
      IndexBuildOptions builds,
      CopyFiles copyFiles,
      BackupDestination backups,
      SessionMonitor monitor,
      AccountService authority) {
    this(
        name,
        store,
        clock,
        log,
        shutdown,
        builds,
        copyFiles,
        backups,
        monitor,
        authority,
        PlannerMethods.CHEAPEST);
  }

  /**
   * Creates an unmonitored database without access to files, except those of its sorts; for tests.
   *
   * @param shape of its plans
   */
  public SqlDatabase(
      String name, Store store, Clock clock, IndexBuildOptions builds, PlannerMethods shape) {
    this(
        name,
        store,
        clock,
        () -> LogStatistics.NONE,
        () -> {},
        builds,
        CopyFiles.NONE,
        BackupDestination.NONE,
        SessionMonitor.unmonitored(),
        AccountService.NONE,
        shape);
  }

  private SqlDatabase(
      String name,
      Store store,
      Clock clock,
      Supplier<LogStatistics> log,
      Runnable shutdown,
      IndexBuildOptions builds,
      CopyFiles copyFiles,
      BackupDestination backups,
      SessionMonitor monitor,
      AccountService authority,
      PlannerMethods shape) {
    this.context =
        new DatabaseContext(
            name,
            store,
            clock,
            authority,
            new WorkerPool(
                Runtime.getRuntime().availableProcessors(), monitor.sessions()::running));
    this.preparer =
        new StatementPreparer(
            name, new Planner(new StoreTableStatistics(store), shape), CommandRunner::columns);
    this.monitor = monitor;
    ViewContext views =
        new ViewContext(context, monitor, sessions, retryCounters, preparer::cachedPlans, log);
    this.catalogs = new DatabaseCatalog(store, () -> SystemViews.all(views));
    this.metrics = new DatabaseMetrics(views);
    this.services =
        new DatabaseServices(copyFiles, backups, builds, monitor, shutdown, metrics::now);
    this.statistics = new AutomaticAnalyzer(context, catalogs);
    this.largeObjects = new LargeObjectSweeper(store);
    builds.sorting().deleteLeftovers();
    if (!store.isReplicated()) {
      createPublicSchema(false);
    }
  }

  /**
   * Whether the schema of a new database exists. In a replicated database it arrives through the
   * log, after the leader has {@linkplain #createPublicSchema created} it.
   */
  public boolean hasPublicSchema() {
    return context.store().trees().stream()
        .anyMatch(t -> t.id() == SystemTrees.CATALOG && t.position() > 0);
  }

  /**
   * Creates the schema of a new database, unless it exists already.
   *
   * @param forEverybody whether every account gets USAGE on it
   */
  public void createPublicSchema(boolean forEverybody) {
    while (true) {
      Transaction transaction = context.store().begin(false);
      if (catalogs.read(transaction).schemaId(PUBLIC) != 0 || hasPublicSchema()) {
        transaction.rollback();
        return;
      }
      long id = transaction.newId();
      transaction.put(
          SystemTrees.CATALOG, CatalogCodec.schemaKey(id), CatalogCodec.encodeSchema(PUBLIC));
      if (forEverybody) {
        transaction.put(
            SystemTrees.CATALOG,
            CatalogCodec.grantKey(id, AccountPrivileges.PUBLIC),
            CatalogCodec.encode(new Grant(id, AccountPrivileges.PUBLIC, Privilege.USAGE.bit(), 0)));
      }
      if (transaction.commit() instanceof CommitResult.Committed) {
        return;
      }
    }
  }

  /**
   * Opens a session of the process itself, which may do everything.
   *
   * @param closed run after the session has been closed
   * @throws MosqlException 57P01 when the database is closed, 3F000 for an unknown schema
   */
  public Session connect(Map<SessionProperty, String> properties, Runnable closed) {
    String user =
        properties.getOrDefault(SessionProperty.USER, System.getProperty("user.name", "mosql"));
    return connect(properties, Principal.trusted(user), closed);
  }

  /**
   * Opens a session that acts for an account.
   *
   * @param closed run after the session has been closed
   * @throws MosqlException 57P01 when the database is closed, 3F000 for an unknown schema
   */
  public Session connect(
      Map<SessionProperty, String> properties, Principal principal, Runnable closed) {
    context.requireOpen();
    SqlSession session =
        new SqlSession(
            this,
            monitor.sessions().nextNumber(),
            PersistedSettings.withPersistedDefaults(properties, catalogs.newest()),
            principal,
            closed);
    sessions.add(session);
    monitor.sessions().add(session);
    if (session.times().idleLimitSeconds() != 0) {
      idleTransactions.ensureStarted();
    }
    if (!context.isOpen()) {
      session.close();
      context.requireOpen();
    }
    return session;
  }

  /** Called, without delay, when this node has begun to lead the database. */
  public void leads() {
    largeObjects.leads();
  }

  /** Starts the automatic analysis of tables, with a check every so many seconds. */
  public void startAutomaticAnalyze(long seconds) {
    statistics.start(TimeUnit.SECONDS.toNanos(seconds));
  }

  public AutomaticAnalyzer statistics() {
    return statistics;
  }

  /** Metrics of this database alone, by view and column, such as {@code log.commits}. */
  public Map<String, Long> metrics() {
    return metrics.now();
  }

  /** Refuses new work and closes all sessions. The store may be closed afterwards. */
  public void close() {
    context.close();
    idleTransactions.close();
    statistics.close();
    largeObjects.close();
    for (SqlSession session : List.copyOf(sessions)) {
      session.end(SessionEndReason.SHUT_DOWN);
    }
    context.workers().close();
    services.builds().sorting().close();
  }

  DatabaseContext context() {
    return context;
  }

  DatabaseCatalog catalogs() {
    return catalogs;
  }

  StatementPreparer preparer() {
    return preparer;
  }

  DatabaseServices services() {
    return services;
  }

  void removeSession(SqlSession session) {
    monitor.sessions().remove(session);
    sessions.remove(session);
  }

  public IdleTransactionMonitor idleTransactions() {
    return idleTransactions;
  }

  RetryCounters retryCounters() {
    return retryCounters;
  }
}
