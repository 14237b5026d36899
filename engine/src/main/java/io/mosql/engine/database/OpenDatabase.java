package io.mosql.engine.database;

import io.mosql.consensus.local.LocalLog;
import io.mosql.consensus.local.LogOptions;
import io.mosql.consensus.memory.MemoryLog;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.files.DiskDirectory;
import io.mosql.core.port.Clock;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.LocalCommitLog;
import io.mosql.core.port.RandomSource;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.engine.error.EngineErrorMessage;
import io.mosql.sql.copy.CopyFiles;
import io.mosql.sql.exec.runtime.HeapGuard;
import io.mosql.sql.privilege.AccountService;
import io.mosql.sql.privilege.Principal;
import io.mosql.sql.session.AccountDependencies;
import io.mosql.sql.session.SqlDatabase;
import io.mosql.sql.session.command.IndexBuildOptions;
import io.mosql.sql.session.transaction.SessionMonitor;
import io.mosql.sql.sort.TemporaryFiles;
import io.mosql.storage.Store;
import io.mosql.storage.backup.Backup;
import io.mosql.storage.checkpoint.CheckpointOptions;
import io.mosql.storage.commit.StoreEvents;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.page.Manifest;
import io.mosql.storage.page.PageOptions;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.version.ContentDigest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An open database with its store, log and files. Thread-safe; closing it ends its sessions. */
public final class OpenDatabase implements AutoCloseable {
  private final Store store;
  private final SqlDatabase sql;
  private final @Nullable StorageDirectory files;
  private final @Nullable AutoCloseable lock;
  private final Clock clock;
  private final String name;

  private OpenDatabase(
      String name,
      Store store,
      CommitLog log,
      @Nullable StorageDirectory files,
      @Nullable AutoCloseable lock,
      Ports ports,
      Runnable shutdown) {
    this.name = name;
    this.files = files;
    this.lock = lock;
    this.clock = ports.clock();
    this.store = store;
    TemporaryFiles sorting = temporaryFiles(files, ports);
    this.sql =
        new SqlDatabase(
            name,
            store,
            ports.clock(),
            log::statistics,
            shutdown,
            IndexBuildOptions.of(sorting),
            ports.copyFiles(),
            new StoreBackups(store, files, ports.clock(), ports.backupRoot()),
            ports.sessionMonitor() == null ? SessionMonitor.unmonitored() : ports.sessionMonitor(),
            ports.accountService());
    if (ports.analyzeSeconds() > 0) {
      sql.startAutomaticAnalyze(ports.analyzeSeconds());
    }
  }

  private static TemporaryFiles temporaryFiles(@Nullable StorageDirectory files, Ports ports) {
    StorageDirectory chosen = ports.temporary();
    if (chosen != null) {
      return TemporaryFiles.shared(chosen, ports.random().nextLong());
    }
    return files == null
        ? TemporaryFiles.inMemory()
        : new TemporaryFiles(files, TemporaryFiles.MEMORY_BYTES_DEFAULT);
  }

  /**
   * The environment of a database: clock, randomness, limits and services.
   *
   * @param copyFiles files that COPY may access
   * @param backupRoot directory that BACKUP TO may write in; null for none
   * @param temporary directory for the temporary files of statements, which other databases may
   *     use, too; null for that of the database, if it has one
   * @param sessionMonitor monitor of the database's sessions; null for a separate one
   * @param accountService account service of the node that the database belongs to
   * @param analyzeSeconds interval of the check for tables to analyze; 0 for never
   */
  public record Ports(
      Clock clock,
      RandomSource random,
      LogOptions log,
      StoreOptions options,
      CheckpointOptions checkpoints,
      PageOptions pages,
      CopyFiles copyFiles,
      @Nullable Path backupRoot,
      @Nullable StorageDirectory temporary,
      @Nullable SessionMonitor sessionMonitor,
      AccountService accountService,
      long analyzeSeconds) {
    /** Memory for classes and plans, at most a third of the heap. */
    private static final long BESIDE_DATA = 24L << 20;

    private static final long ANALYZE_SECONDS_USUAL = 60;

    /** Measured when it is needed: databases in memory may never ask. */
    private static final class Heap {
      private static final long FOR_DATA = heapForData(HeapGuard.oldGenerationBytes());

      private static final Ports SYSTEM =
          new Ports(
                  Clock.SYSTEM,
                  RandomSource.SECURE,
                  LogOptions.defaults(),
                  StoreOptions.forHeap(() -> FOR_DATA))
              .withAnalyzeSeconds(ANALYZE_SECONDS_USUAL);
    }

    /** The machine's clock and randomness, limits by the size of the heap. */
    public static Ports system() {
      return Heap.SYSTEM;
    }

    /** The same for databases in memory, which have neither pages nor checkpoints. */
    public static Ports ofMemory() {
      return new Ports(
              Clock.SYSTEM,
              RandomSource.UNIQUE,
              LogOptions.defaults(),
              StoreOptions.forHeap(() -> Heap.FOR_DATA),
              CheckpointOptions.forHeap(Runtime.getRuntime().maxMemory()),
              PageOptions.withCache(Runtime.getRuntime().maxMemory() / 3))
          .withAnalyzeSeconds(ANALYZE_SECONDS_USUAL);
    }

    /** An environment without a directory for BACKUP TO. */
    public Ports(
        Clock clock,
        RandomSource random,
        LogOptions log,
        StoreOptions options,
        CheckpointOptions checkpoints,
        PageOptions pages,
        CopyFiles copyFiles) {
      this(
          clock,
          random,
          log,
          options,
          checkpoints,
          pages,
          copyFiles,
          null,
          null,
          null,
          AccountService.NONE,
          0);
    }

    private static long heapForData(long heap) {
      return heap - Math.min(BESIDE_DATA, heap / 3);
    }

    /** Checkpoints and cache are sized by the heap; COPY may access no files. */
    public Ports(Clock clock, RandomSource random, LogOptions log, StoreOptions options) {
      this(
          clock,
          random,
          log,
          options,
          CheckpointOptions.forHeap(Heap.FOR_DATA),
          PageOptions.withCache(Heap.FOR_DATA / 3));
    }

    /** COPY may access no files. */
    public Ports(
        Clock clock,
        RandomSource random,
        LogOptions log,
        StoreOptions options,
        CheckpointOptions checkpoints,
        PageOptions pages) {
      this(clock, random, log, options, checkpoints, pages, CopyFiles.NONE);
    }

    public Ports withCopyFiles(CopyFiles files) {
      return with(files, backupRoot, temporary, sessionMonitor, accountService, analyzeSeconds);
    }

    Ports withAnalyzeSeconds(long seconds) {
      return with(copyFiles, backupRoot, temporary, sessionMonitor, accountService, seconds);
    }

    public Ports withBackupRoot(Path root) {
      return with(copyFiles, root, temporary, sessionMonitor, accountService, analyzeSeconds);
    }

    /** The same with a directory for the temporary files of statements. */
    public Ports withTemporary(StorageDirectory directory) {
      return with(copyFiles, backupRoot, directory, sessionMonitor, accountService, analyzeSeconds);
    }

    public Ports withAccountService(AccountService other) {
      return with(copyFiles, backupRoot, temporary, sessionMonitor, other, analyzeSeconds);
    }

    /** The same with a monitor of sessions that is shared with other databases. */
    public Ports withSessionMonitor(SessionMonitor shared) {
      return with(copyFiles, backupRoot, temporary, shared, accountService, analyzeSeconds);
    }

    private Ports with(
        CopyFiles files,
        @Nullable Path root,
        @Nullable StorageDirectory directory,
        @Nullable SessionMonitor shared,
        AccountService of,
        long seconds) {
      return new Ports(
          clock,
          random,
          log,
          options,
          checkpoints,
          pages,
          files,
          root,
          directory,
          shared,
          of,
          seconds);
    }

    /** The same with another clock, which dates rows, log records and conflicts. */
    public Ports withClock(Clock other) {
      return new Ports(
          other,
          random,
          log,
          options,
          checkpoints,
          pages,
          copyFiles,
          backupRoot,
          temporary,
          sessionMonitor,
          accountService,
          analyzeSeconds);
    }

    /** The same for a node of a cluster. */
    public Ports asNode(long number) {
      return new Ports(
          clock,
          random,
          log,
          options.withNode(number),
          checkpoints,
          pages,
          copyFiles,
          backupRoot,
          temporary,
          sessionMonitor,
          accountService,
          analyzeSeconds);
    }
  }

  /** Opens a database in the memory of this process. */
  public static OpenDatabase inMemory(String name, Ports ports, Runnable shutdown) {
    CommitLog log = new MemoryLog();
    Store store = Store.open(log, ports.clock(), ports.random(), ports.options());
    return new OpenDatabase(name, store, log, null, null, ports, shutdown);
  }

  /**
   * Opens a database in the memory of this process that begins with the committed contents of this
   * one, which must be in memory, too. Both share what neither changes: the cost does not depend on
   * the number of rows. A sequence goes on after the last number that this database issued.
   *
   * @throws MosqlException 55006 when this database has prepared transactions
   */
  public OpenDatabase copyInMemory(String copyName, Ports ports, Runnable shutdown) {
    if (!store.prepared().isEmpty()) {
      throw EngineErrorMessage.TEMPLATE_WITH_PREPARED_TRANSACTIONS.error(name);
    }
    CommitLog log = new MemoryLog();
    Store copy = store.copy(log, ports.clock(), ports.random(), ports.options());
    return new OpenDatabase(copyName, copy, log, null, null, ports, shutdown);
  }

  /** Opens, or creates, the database in a directory. */
  public static OpenDatabase inDirectory(
      DatabaseLocation.Directory directory, Ports ports, Runnable shutdown) {
    return inDirectory(directory, directory.path().getFileName().toString(), ports, shutdown);
  }

  /**
   * The same.
   *
   * @param name of the database in messages
   */
  public static OpenDatabase inDirectory(
      DatabaseLocation.Directory directory, String name, Ports ports, Runnable shutdown) {
    return in(files(directory), name, ports, shutdown);
  }

  /**
   * The files in a directory, which is created when absent.
   *
   * @throws MosqlException 08001 when it cannot be used
   */
  public static StorageDirectory files(DatabaseLocation.Directory directory) {
    try {
      return DiskDirectory.open(directory.path());
    } catch (IOException e) {
      throw EngineErrorMessage.DIRECTORY_NOT_OPENED.causedBy(
          e, directory.path(), String.valueOf(e.getMessage()));
    }
  }

  /**
   * Opens, or creates, the database in some files.
   *
   * @param files closed with the database
   * @param shutdown run by the statement SHUTDOWN; must close this database
   */
  public static OpenDatabase in(
      StorageDirectory files, String name, Ports ports, Runnable shutdown) {
    return in(
        files,
        name,
        () -> new LocalLog(files, ports.clock(), ports.random(), ports.log()),
        ports,
        shutdown);
  }

  /**
   * The same on a log supplied by the caller.
   *
   * @param logs creates the log after the files are locked; the log is closed with the database
   */
  public static OpenDatabase in(
      StorageDirectory files,
      String name,
      Supplier<CommitLog> logs,
      Ports ports,
      Runnable shutdown) {
    AutoCloseable lock = null;
    try {
      lock = DatabaseDirectory.enter(files);
      CommitLog log = logs.get();
      PageStore pages = openPages(files, ports);
      try {
        if (log instanceof LocalCommitLog) {
          requireOwnLog(files, pages.manifest());
        }
        Store store =
            Store.open(
                log, pages, ports.clock(), ports.random(), ports.options(), ports.checkpoints());
        return on(store, name, log, files, lock, ports, shutdown);
      } catch (MosqlException e) {
        close(log, pages);
        throw opening(files, e);
      } catch (RuntimeException | Error e) {
        close(log, pages);
        throw e;
      }
    } catch (RuntimeException | Error e) {
      DatabaseDirectory.release(lock);
      files.close();
      throw e;
    }
  }

  /**
   * Checks that the database has a log of its own: a node's replica can only be opened on the
   * node's log.
   */
  private static void requireOwnLog(StorageDirectory files, @Nullable Manifest manifest) {
    if (manifest != null && manifest.log().entry() > 0) {
      throw EngineErrorMessage.REPLICA_OPENED_AS_DATABASE.error(files.describe());
    }
  }

  private static OpenDatabase on(
      Store store,
      String name,
      CommitLog log,
      StorageDirectory files,
      AutoCloseable lock,
      Ports ports,
      Runnable shutdown) {
    try {
      return new OpenDatabase(name, store, log, files, lock, ports, shutdown);
    } catch (RuntimeException | Error e) {
      // For example a damaged page of the catalog.
      store.abandon();
      throw e;
    }
  }

  private static void close(CommitLog log, PageStore pages) {
    log.close();
    pages.close();
  }

  private static PageStore openPages(StorageDirectory files, Ports ports) {
    try {
      return PageStore.open(files, ports.random(), ports.pages());
    } catch (IOException e) {
      throw EngineErrorMessage.PAGES_NOT_READABLE.causedBy(e, files.describe());
    }
  }

  /**
   * Converts a failure of the log during the first record of a database: it is no client's commit.
   */
  private static MosqlException opening(StorageDirectory files, MosqlException thrown) {
    return thrown.state() == SqlState.COMMIT_OUTCOME_UNKNOWN
        ? EngineErrorMessage.DATABASE_NOT_WRITTEN.causedBy(thrown, files.describe())
        : thrown;
  }

  /**
   * Writes a backup while the database stays open for work.
   *
   * @param target closed by the caller
   * @throws MosqlException 0A000 for a database in memory, else as {@link Backup#write}
   */
  public Backup.Figures backup(StorageDirectory target, boolean verify, Backup.Progress progress) {
    return StoreBackups.write(store, files, target, verify, clock, progress);
  }

  /** Metrics for monitoring; see {@link SqlDatabase#metrics}. */
  public Map<String, Long> figures() {
    return sql.metrics();
  }

  /** Digest of the content; see {@link Store#contentDigest}. */
  public ContentDigest content() {
    return store.contentDigest();
  }

  /** Opens a session; see {@link SqlDatabase#connect}. */
  public Session connect(Map<SessionProperty, String> properties, Runnable closed) {
    return sql.connect(properties, closed);
  }

  /** Opens a session for a principal; see {@link SqlDatabase#connect}. */
  public Session connect(
      Map<SessionProperty, String> properties, Principal principal, Runnable closed) {
    return sql.connect(properties, principal, closed);
  }

  /** The uses of accounts in this database. */
  public AccountDependencies accountTraces() {
    return new AccountDependencies(sql);
  }

  /** Name of the database in messages. */
  public String name() {
    return name;
  }

  /** Whether the database accepts commits; false once a failure has stopped it. */
  public boolean isOpen() {
    return store.isOpen();
  }

  /** Whether a failure has stopped the database. */
  public boolean hasFailed() {
    return !store.isOpen() && !store.isReplaced();
  }

  /**
   * Sets a listener that is called, without delay, when the database gains or loses leadership, and
   * when it fails.
   */
  public void onChange(Runnable listener) {
    store.listen(
        new StoreEvents() {
          @Override
          public void leadershipChanged(boolean leads, long epoch) {
            if (leads) {
              sql.leads();
            }
            listener.run();
          }

          @Override
          public void failed(Throwable cause) {
            listener.run();
          }
        });
  }

  /** Whether this node leads the database, so that it validates commits. */
  public boolean leads() {
    return store.leads();
  }

  /**
   * Waits until the newest version has reached a position.
   *
   * @return false when the time is over
   */
  public boolean awaitPosition(long position, Duration within) {
    return store.awaitPosition(position, within);
  }

  /** Position of the newest version. */
  public long position() {
    return store.position();
  }

  /** Writes a checkpoint of the newest version. */
  public void checkpoint() {
    store.checkpoint();
  }

  /**
   * Whether the database is initialized, not only an empty log; see {@link
   * SqlDatabase#hasPublicSchema}.
   */
  public boolean isInitialized() {
    return sql.hasPublicSchema();
  }

  /** Creates the initial contents of a new database; see {@link SqlDatabase#createPublicSchema}. */
  public void initialize(boolean grantToPublic) {
    sql.createPublicSchema(grantToPublic);
  }

  @Override
  public void close() {
    close(store::close);
  }

  /**
   * Closes the database without a checkpoint: its files are about to be replaced, or are unusable.
   */
  public void abandon() {
    close(store::abandon);
  }

  private void close(Runnable closeStore) {
    try {
      sql.close();
    } finally {
      try {
        closeStore.run();
      } finally {
        DatabaseDirectory.release(lock);
        if (files != null) {
          files.close();
        }
      }
    }
  }
}
