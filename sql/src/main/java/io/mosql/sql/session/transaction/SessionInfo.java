package io.mosql.sql.session.transaction;

import io.mosql.core.codec.ColumnCache;
import io.mosql.core.session.ProductVersion;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.type.ZonedTimes;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.copy.CopyProgress;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.DeferredConstraints;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.LockWaitStatistics;
import io.mosql.sql.exec.runtime.Parallelism;
import io.mosql.sql.privilege.Principal;
import io.mosql.sql.session.context.DatabaseContext;
import io.mosql.sql.session.result.LocalTimestamps;
import io.mosql.storage.LargeObjects;
import io.mosql.storage.lock.LockWaitPolicy;
import java.time.ZoneId;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The state of a session that expressions and monitoring views show. Written by its own thread,
 * read by any.
 */
public final class SessionInfo implements ExecutionContext.SessionEnvironment {
  public static final String VERSION = ProductVersion.NUMBER;

  /** An unknown time, because the clock was not read. */
  public static final long UNKNOWN = Long.MIN_VALUE;

  private final DatabaseContext database;
  private final SessionMonitor.Limits limits;
  private final TransactionSettings transactions;
  private final SessionTransaction transaction;
  private final String user;
  private final SessionPrivileges rights;
  private final @Nullable String application;
  private final @Nullable String clientAddress;
  private final LockWaitStatistics waits;
  private final long connectedMicros;
  private final ZoneId givenZone;
  private volatile ZoneId zone;
  private volatile String schema = DatabaseContext.PUBLIC_SCHEMA;
  private volatile @Nullable String statement;
  private volatile long statements;
  private volatile long stateSinceNanos = UNKNOWN;
  private volatile @Nullable CopyProgress progress;
  private @Nullable SettingAccess settings;
  private long id;

  /** Start time of the running statement; read on first use. */
  private long statementMicros = UNKNOWN;

  public SessionInfo(
      DatabaseContext database,
      SessionMonitor.Limits limits,
      Map<SessionProperty, String> properties,
      Principal principal,
      SessionPrivileges rights,
      TransactionSettings transactions,
      SessionTransaction transaction) {
    this.database = database;
    this.limits = limits;
    this.transactions = transactions;
    this.transaction = transaction;
    this.user = principal.user();
    this.rights = rights;
    this.application = properties.get(SessionProperty.APPLICATION_NAME);
    this.clientAddress = principal.clientAddress();
    this.waits = new LockWaitStatistics(database.clock());
    this.connectedMicros = localMicros();
    String zoneName = properties.get(SessionProperty.TIME_ZONE);
    this.givenZone = zoneName == null ? ZoneId.systemDefault() : ZonedTimes.zone(zoneName);
    this.zone = givenZone;
  }

  long queryTimeoutMillis(Map<SessionProperty, String> properties) {
    String seconds = properties.get(SessionProperty.QUERY_TIMEOUT);
    if (seconds == null) {
      return limits.statementTimeoutMillis();
    }
    try {
      return Math.multiplyExact(Long.parseUnsignedLong(seconds), 1_000L);
    } catch (ArithmeticException | NumberFormatException e) {
      throw SqlErrorMessage.QUERY_TIMEOUT_NOT_A_NUMBER.causedBy(e);
    }
  }

  @Override
  public LargeObjects largeObjects() {
    return database.store().largeObjects();
  }

  @Override
  public ColumnCache columnCache() {
    return database.columnCache();
  }

  private long localMicros() {
    return LocalTimestamps.ofMicros(database.clock().wallMicros());
  }

  @SuppressWarnings("NonAtomicVolatileUpdate")
  public // Written by the session's own thread only.
  void statementStarted(String shown) {
    statement = shown;
    statements++;
    statementMicros = UNKNOWN;
  }

  public void statementEnded() {
    statement = null;
  }

  /** Records the time of a change of the session's state, or {@link #UNKNOWN}. */
  void stateChanged(long nanoTime) {
    if (stateSinceNanos != nanoTime) {
      stateSinceNanos = nanoTime;
    }
  }

  /** The time of the last change of state; {@link #UNKNOWN} where the clock is not read. */
  public long stateSinceNanos() {
    return stateSinceNanos;
  }

  public @Nullable String clientAddress() {
    return clientAddress;
  }

  @Override
  public String version() {
    return VERSION;
  }

  /** Gives functions access to the settings, and to the number of the session. */
  public void setSettings(SettingAccess access, long number) {
    settings = access;
    id = number;
  }

  @Override
  public int backendPid() {
    return (int) id;
  }

  @Override
  public @Nullable String setting(String name) {
    return Objects.requireNonNull(settings).value(name);
  }

  @Override
  public String setSetting(String name, @Nullable String value, boolean local) {
    SettingAccess access = Objects.requireNonNull(settings);
    access.set(name, value, local);
    return Objects.requireNonNullElse(access.value(name), "");
  }

  @Override
  public DeferredConstraints deferredConstraints() {
    return transaction.deferredConstraints();
  }

  @Override
  public LockWaitStatistics lockWaits() {
    return waits;
  }

  /** The progress of the running COPY; null when none is running. */
  public @Nullable CopyProgress progress() {
    return progress;
  }

  public void setProgress(@Nullable CopyProgress running) {
    progress = running;
  }

  /** The text of the running statement for display, without secrets. */
  public @Nullable String statement() {
    return statement;
  }

  public long statements() {
    return statements;
  }

  public @Nullable String application() {
    return application;
  }

  public long connectedMicros() {
    return connectedMicros;
  }

  public void setSchema(String schema) {
    this.schema = schema;
  }

  /** Local time. */
  long nowMicros() {
    return localMicros();
  }

  @Override
  public long transactionMicros() {
    long since = transaction.startedMicros();
    return since == UNKNOWN ? statementMicros() : since;
  }

  @Override
  public long statementMicros() {
    if (statementMicros == UNKNOWN) {
      statementMicros = database.clock().wallMicros();
    }
    return statementMicros;
  }

  @Override
  public ZoneId zone() {
    return zone;
  }

  /** Sets the time zone; null for that of the connection. */
  public void setZone(@Nullable String name) {
    zone =
        name == null
            ? givenZone
            : name.equalsIgnoreCase("local") ? ZoneId.systemDefault() : ZonedTimes.zone(name);
  }

  /** Restores a zone that was in force before. */
  public void restoreZone(ZoneId previous) {
    zone = previous;
  }

  @Override
  public long clockMicros() {
    return database.clock().wallMicros();
  }

  @Override
  public String user() {
    return user;
  }

  @Override
  public String schema() {
    return schema;
  }

  @Override
  public AccountPrivileges privileges() {
    return rights.privileges();
  }

  @Override
  public Catalog visible(Catalog catalog) {
    return rights.visible(catalog);
  }

  @Override
  public void requireSequence(SequenceDef sequence, Privilege first, Privilege second) {
    rights.requireSequence(sequence, first, second);
  }

  @Override
  public @Nullable Parallelism parallelism() {
    return transactions.postgres().parallelism(database.workers());
  }

  @Override
  public LockWaitPolicy lockWaitPolicy() {
    return transactions.lockWaitPolicy();
  }

  @Override
  public String database() {
    return database.name();
  }
}
