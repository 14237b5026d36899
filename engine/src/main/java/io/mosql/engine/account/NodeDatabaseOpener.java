package io.mosql.engine.account;

import io.mosql.consensus.local.LogOptions;
import io.mosql.core.port.Clock;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.SessionProperty;
import io.mosql.engine.database.CopyDirectory;
import io.mosql.engine.database.DatabaseSettings;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.database.StoreBackups;
import io.mosql.engine.options.ClusterOptions;
import io.mosql.engine.options.NodeDirectory;
import io.mosql.engine.options.NodeOptions;
import io.mosql.sql.privilege.AccountService;
import io.mosql.storage.page.PageOptions;

/**
 * Opens the system database and the user databases of a node with the node's options. Thread-safe.
 */
public final class NodeDatabaseOpener {
  /** Cache size of the system database, which is small and written only by account commands. */
  private static final long SYSTEM_CACHE_BYTES = 4L << 20;

  private static final LogOptions SYSTEM_LOG =
      new LogOptions(1 << 20, 64 << 10, 1, 1 << 20, true, 0);

  private final NodeDirectory directory;
  private final NodeOptions options;
  private final OpenDatabase.Ports users;
  private volatile AccountService accountService = AccountService.NONE;

  public NodeDatabaseOpener(NodeDirectory directory, NodeOptions options) {
    this.directory = directory;
    this.options = options;
    DatabaseSettings settings = DatabaseSettings.of(options.settings());
    OpenDatabase.Ports ports = settings.on(options.ports());
    String copyDirectory = settings.given().get(SessionProperty.COPY_DIRECTORY);
    if (copyDirectory != null) {
      ports =
          ports.withCopyFiles(
              CopyDirectory.of(copyDirectory, directory.path(), options.ports().random()));
    }
    String backupDirectory = settings.given().get(SessionProperty.BACKUP_DIRECTORY);
    if (backupDirectory != null) {
      ports = ports.withBackupRoot(StoreBackups.root(backupDirectory, directory.path()));
    }
    this.users = ports;
  }

  /** The clock of the node and its databases. */
  public Clock clock() {
    return options.ports().clock();
  }

  public RandomSource random() {
    return options.ports().random();
  }

  public OpenDatabase openSystem() {
    return OpenDatabase.inDirectory(directory.system(), systemPorts(), () -> {});
  }

  private OpenDatabase.Ports systemPorts() {
    OpenDatabase.Ports base = options.ports();
    return new OpenDatabase.Ports(
        base.clock(),
        base.random(),
        SYSTEM_LOG,
        base.options(),
        base.checkpoints(),
        PageOptions.withCache(SYSTEM_CACHE_BYTES));
  }

  /** Size of the log of a user database that is retained for restores to earlier moments. */
  public long historyBytes() {
    return users.log().retainedBytes();
  }

  /** Sets the account service of user databases opened from now on. */
  public void setAccountService(AccountService other) {
    accountService = other;
  }

  public OpenDatabase openUser(NodeCatalog.Database database) {
    return OpenDatabase.inDirectory(
        directory.database(database.id()),
        database.name(),
        users.withAccountService(accountService),
        options.shutdown());
  }

  /**
   * Opens this node's replica of the system database.
   *
   * @param log closed with the database
   */
  public OpenDatabase openSystem(ClusterOptions cluster, CommitLog log) {
    OpenDatabase.Ports ports = systemPorts().asNode(cluster.nodeNumber());
    return OpenDatabase.in(
        OpenDatabase.files(directory.system()), "system", () -> log, ports, () -> {});
  }

  /**
   * Opens this node's replica of a user database.
   *
   * @param log closed with the database
   */
  public OpenDatabase openUser(
      NodeCatalog.Database database, ClusterOptions cluster, CommitLog log) {
    return OpenDatabase.in(
        OpenDatabase.files(directory.database(database.id())),
        database.name(),
        () -> log,
        users.withAccountService(accountService).asNode(cluster.nodeNumber()),
        options.shutdown());
  }
}
