package io.mosql.sql.session.transaction;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.Session.Isolation;
import io.mosql.core.session.SessionProperty;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.session.result.StatementCancellation;
import io.mosql.storage.lock.LockWaitPolicy;
import io.mosql.storage.transaction.CertificationLevel;
import io.mosql.storage.transaction.TransactionOptions;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The transaction settings of a session, and those of its next transaction only. Not thread-safe.
 */
public final class TransactionSettings {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final String NUMBER = "[0-9]{1,12}";
  private static final long MAX = 999_999_999_999L;

  private final StatementCancellation cancelled;
  private final Isolation givenIsolation;
  private final long givenLockTimeoutMillis;
  private final ReadConsistency readConsistency;
  private final PostgresSettings postgres = new PostgresSettings();
  private Isolation isolation;
  private boolean readOnly;
  private @Nullable Isolation nextIsolation;
  private @Nullable Boolean nextReadOnly;
  private long lockTimeoutMillis;
  private LockWaitPolicy lockWaitPolicy;

  /**
   * @param cancelled cancellation state of the running statement
   * @param recency read consistency of the session
   * @throws MosqlException 22023 for an invalid value
   */
  public TransactionSettings(
      Map<SessionProperty, String> properties,
      StatementCancellation cancelled,
      ReadConsistency recency) {
    this.cancelled = cancelled;
    this.givenIsolation =
        isolation(SessionProperty.ISOLATION.key(), value(properties, SessionProperty.ISOLATION));
    this.isolation = givenIsolation;
    this.readOnly = Boolean.parseBoolean(value(properties, SessionProperty.READ_ONLY));
    this.givenLockTimeoutMillis =
        number(SessionProperty.LOCK_TIMEOUT.key(), value(properties, SessionProperty.LOCK_TIMEOUT));
    this.lockTimeoutMillis = givenLockTimeoutMillis;
    this.lockWaitPolicy = lockWaitPolicy(lockTimeoutMillis);
    this.readConsistency = recency;
  }

  public ReadConsistency readConsistency() {
    return readConsistency;
  }

  public PostgresSettings postgres() {
    return postgres;
  }

  static String value(Map<SessionProperty, String> properties, SessionProperty property) {
    String value = properties.get(property);
    String otherwise = property.defaultValue();
    return value != null ? value : otherwise == null ? "" : otherwise;
  }

  /**
   * @throws MosqlException 22023
   */
  public static long number(String name, String text) {
    if (!text.matches(NUMBER)) {
      throw SqlErrorMessage.SETTING_NOT_A_NUMBER.error(name);
    }
    return Long.parseLong(text);
  }

  /**
   * An amount in base units, possibly written with a unit.
   *
   * @throws MosqlException 22023
   */
  public static long amount(String name, String text, SettingUnits base) {
    Long amount = base.read(text);
    if (amount == null || amount > MAX) {
      throw SqlErrorMessage.SETTING_NOT_AN_AMOUNT.error(name);
    }
    return amount;
  }

  /**
   * A level by any of its names: {@code readCommitted}, {@code READ COMMITTED}, {@code
   * read-committed}.
   *
   * @throws MosqlException 22023
   */
  public static Isolation isolation(String name, String text) {
    return switch (text.toLowerCase(Locale.ROOT).replaceAll("[ _-]", "")) {
      // Uncommitted data cannot be read, so READ UNCOMMITTED becomes the next stricter level.
      case "readuncommitted", "readcommitted" -> Isolation.READ_COMMITTED;
      case "repeatableread" -> Isolation.REPEATABLE_READ;
      case "serializable" -> Isolation.SERIALIZABLE;
      default -> throw SqlErrorMessage.UNKNOWN_ISOLATION_LEVEL.error(name);
    };
  }

  /** A level as SHOW returns it, such as {@code read committed}. */
  public static String displayName(Isolation level) {
    return level.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Replaces a failure by its cause, if the statement was cancelled. */
  MosqlException withReason(MosqlException failure) {
    return cancelled.withReason(failure);
  }

  /** The setting for the next transaction. */
  public Isolation isolation() {
    Isolation next = nextIsolation;
    return next == null ? isolation : next;
  }

  /** The setting for the next transaction. */
  public boolean readOnly() {
    Boolean next = nextReadOnly;
    return next == null ? readOnly : next;
  }

  /** Changes the settings for all later transactions; null keeps a setting. */
  public void set(@Nullable Isolation level, @Nullable Boolean wantReadOnly) {
    if (level != null) {
      isolation = level;
      nextIsolation = null;
    }
    if (wantReadOnly != null) {
      readOnly = wantReadOnly;
      nextReadOnly = null;
    }
  }

  /** Restores the value that the session was opened with. */
  public void resetIsolation() {
    set(givenIsolation, null);
  }

  /** Changes the settings for the next transaction only; null keeps a setting. */
  public void setNext(@Nullable Isolation level, @Nullable Boolean wantReadOnly) {
    nextIsolation = level == null ? nextIsolation : level;
    nextReadOnly = wantReadOnly == null ? nextReadOnly : wantReadOnly;
  }

  /** Discards the settings for one transaction. */
  void clearNext() {
    nextIsolation = null;
    nextReadOnly = null;
  }

  /** Options of the transaction that begins now; consumes the settings for one transaction. */
  TransactionOptions takeOptions(long owner, boolean asReadOnly) {
    TransactionOptions options =
        new TransactionOptions(level(isolation()), asReadOnly, owner, !asReadOnly);
    clearNext();
    return options;
  }

  private static CertificationLevel level(Isolation isolation) {
    return switch (isolation) {
      case READ_COMMITTED -> CertificationLevel.READ_COMMITTED;
      case REPEATABLE_READ -> CertificationLevel.REPEATABLE_READ;
      case SERIALIZABLE -> CertificationLevel.SERIALIZABLE;
    };
  }

  static Isolation isolation(CertificationLevel level) {
    return switch (level) {
      case READ_COMMITTED -> Isolation.READ_COMMITTED;
      case REPEATABLE_READ -> Isolation.REPEATABLE_READ;
      case SERIALIZABLE -> Isolation.SERIALIZABLE;
    };
  }

  public long lockTimeoutMillis() {
    return lockTimeoutMillis;
  }

  /**
   * @param millis 0 for no limit
   */
  public void setLockTimeoutMillis(long millis) {
    lockTimeoutMillis = millis;
    lockWaitPolicy = lockWaitPolicy(millis);
  }

  /** Restores the value that the session was opened with. */
  public void resetLockTimeout() {
    setLockTimeoutMillis(givenLockTimeoutMillis);
  }

  private LockWaitPolicy lockWaitPolicy(long millis) {
    return LockWaitPolicy.upTo(millis == 0 ? Long.MAX_VALUE : millis * NANOS_PER_MILLI, cancelled);
  }

  /**
   * The wait policy for rows locked by other transactions, for statements without one of their own.
   */
  LockWaitPolicy lockWaitPolicy() {
    return lockWaitPolicy;
  }
}
