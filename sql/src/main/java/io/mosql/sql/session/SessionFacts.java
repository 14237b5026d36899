package io.mosql.sql.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.type.ZonedTimes;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.Right;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.Standing;
import io.mosql.sql.copy.CopyProgress;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.LockWaitStatistics;
import io.mosql.sql.rights.Principal;
import io.mosql.storage.lock.LockWaitPolicy;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a session, for expressions and for people. Written by its own thread, read by
 * any.
 */
final class SessionFacts implements ExecutionContext.SessionEnvironment {
  static final String VERSION = "0.1.0";

  /** A moment that nobody looked at the clock at. */
  static final long UNKNOWN = Long.MIN_VALUE;

  private final DatabaseContext database;
  private final Oversight.Limits limits;
  private final TransactionSettings transactions;
  private final SessionTransaction transaction;
  private final String user;
  private final SessionRights rights;
  private final @Nullable String application;
  private final @Nullable String clientAddress;
  private final LockWaitStatistics waits;
  private final long connectedMicros;
  private final ZoneId givenZone;
  private volatile ZoneId zone;
  private volatile String schema = DatabaseContext.PUBLIC_SCHEMA;
  private volatile @Nullable String statement;
  private volatile long statements;
  private volatile long sinceNanos = UNKNOWN;
  private volatile @Nullable CopyProgress progress;

  /** When the running statement began, once it was asked for. */
  private long statementMicros = UNKNOWN;

  SessionFacts(
      DatabaseContext database,
      Oversight.Limits limits,
      Map<SessionProperty, String> properties,
      Principal principal,
      SessionRights rights,
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
      throw new MosqlException(
          SqlState.INVALID_PARAMETER, "queryTimeout must be a number of seconds", e);
    }
  }

  private long localMicros() {
    return LocalTimes.ofMicros(database.clock().wallMicros());
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // Only the session's own thread counts.
  void began(String shown) {
    statement = shown;
    statements++;
    statementMicros = UNKNOWN;
  }

  void ended() {
    statement = null;
  }

  /** The session's state is another from now on, or from when nobody knows. */
  void changedState(long nanoTime) {
    if (sinceNanos != nanoTime) {
      sinceNanos = nanoTime;
    }
  }

  /** When that was; {@link #UNKNOWN} where nobody looks at the clock. */
  long sinceNanos() {
    return sinceNanos;
  }

  @Nullable String clientAddress() {
    return clientAddress;
  }

  @Override
  public String version() {
    return VERSION;
  }

  @Override
  public LockWaitStatistics lockWaits() {
    return waits;
  }

  /** How far the running COPY is; null when none is running. */
  @Nullable CopyProgress progress() {
    return progress;
  }

  void setProgress(@Nullable CopyProgress running) {
    progress = running;
  }

  /** The statement that is running, as people may see it. */
  @Nullable String statement() {
    return statement;
  }

  long statements() {
    return statements;
  }

  @Nullable String application() {
    return application;
  }

  long connectedMicros() {
    return connectedMicros;
  }

  void setSchema(String schema) {
    this.schema = schema;
  }

  /** Local time. */
  long nowMicros() {
    return localMicros();
  }

  @Override
  public long transactionMicros() {
    long since = transaction.sharedSinceMicros();
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

  /** SET TIME ZONE; null for what the connection said. */
  void setZone(@Nullable String name) {
    zone =
        name == null
            ? givenZone
            : name.equalsIgnoreCase("local") ? ZoneId.systemDefault() : ZonedTimes.zone(name);
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
  public Standing privileges() {
    return rights.standing();
  }

  @Override
  public Catalog visible(Catalog catalog) {
    return rights.visible(catalog);
  }

  @Override
  public void requireSequence(SequenceDef sequence, Right first, Right second) {
    rights.requireSequence(sequence, first, second);
  }

  @Override
  public LockWaitPolicy lockWaitPolicy() {
    return transactions.patience();
  }

  @Override
  public String database() {
    return database.name();
  }
}
