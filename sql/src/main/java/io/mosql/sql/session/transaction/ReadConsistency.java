package io.mosql.sql.session.transaction;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.WouldBlock;
import io.mosql.core.session.SessionProperty;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.privilege.Principal;
import io.mosql.sql.session.context.DatabaseContext;
import io.mosql.storage.Store;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The read consistency of a session: the commits that its reads must see.
 *
 * <pre>
 * strict    every commit before the read began; asks the log, so on the leader only
 * session   every commit that the session has seen: versions only advance; a new session waits
 *           for the position that it was opened with
 * bounded   every commit older than maxStaleness: a record has the time of its writing. Where
 *           none came for that long, the leader is asked to write one
 * </pre>
 *
 * A database without replicas always satisfies every level. Used by one thread at a time.
 */
public final class ReadConsistency {
  /** Longest wait for a replica to reach the required version. */
  private static final Duration WITHIN = Duration.ofSeconds(2);

  /** Wait for a requested record before it is requested again; most records arrive within it. */
  private static final Duration ANSWER_WITHIN = Duration.ofMillis(200);

  private static final long MICROS_PER_MILLI = 1_000;

  private final DatabaseContext database;
  private final Principal reader;
  private final Level givenLevel;
  private final long givenMillis;
  private Level level;
  private long maxStalenessMillis;

  private enum Level {
    STRICT,
    SESSION,
    BOUNDED
  }

  /**
   * @throws MosqlException 22023 for an invalid value
   */
  public ReadConsistency(
      DatabaseContext database, Principal reader, Map<SessionProperty, String> properties) {
    this.database = database;
    this.reader = reader;
    SessionProperty consistency = SessionProperty.READ_CONSISTENCY;
    SessionProperty staleness = SessionProperty.MAX_STALENESS;
    this.givenLevel = level(consistency.key(), TransactionSettings.value(properties, consistency));
    this.givenMillis =
        TransactionSettings.number(
            staleness.key(), TransactionSettings.value(properties, staleness));
    this.level = givenLevel;
    this.maxStalenessMillis = givenMillis;
  }

  private static Level level(String name, String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "strict" -> Level.STRICT;
      case "session" -> Level.SESSION;
      case "bounded" -> Level.BOUNDED;
      default -> throw SqlErrorMessage.UNKNOWN_READ_CONSISTENCY.error(name);
    };
  }

  /** The checked name of a level, in lower case. */
  public static String checked(String name, String text) {
    return level(name, text).name().toLowerCase(Locale.ROOT);
  }

  /** Whether reads have to ask the log. */
  boolean isStrict() {
    return level == Level.STRICT && database.store().isReplicated();
  }

  /**
   * @param text null for the value of the connection
   * @throws MosqlException 22023 for an invalid level, and for one that this node cannot serve
   */
  public void setLevel(String name, @Nullable String text) {
    Level wanted = text == null ? givenLevel : level(name, text);
    if (wanted == Level.STRICT && level != wanted && !database.store().leads()) {
      throw SqlErrorMessage.STRICT_READS_WITHOUT_LEADER.error(name);
    }
    level = wanted;
  }

  public String level() {
    return level.name().toLowerCase(Locale.ROOT);
  }

  /**
   * @param text null for the value of the connection
   */
  public void setMaxStaleness(String name, @Nullable String text) {
    maxStalenessMillis =
        text == null
            ? givenMillis
            : TransactionSettings.amount(name, text, SettingUnits.MILLISECONDS);
  }

  public long maxStalenessMillis() {
    return maxStalenessMillis;
  }

  /**
   * Waits until the newest local version satisfies the level.
   *
   * @throws MosqlException 57P06 when that takes too long
   */
  void awaitVersion() {
    if (level != Level.BOUNDED) {
      return;
    }
    Store store = database.store();
    long since = database.clock().wallMicros() - maxStalenessMillis * MICROS_PER_MILLI;
    if (store.isFreshSince(since)) {
      return;
    }
    WouldBlock.throwIfForbidden();
    long end = database.clock().nanoTime() + WITHIN.toNanos();
    String problem;
    do {
      problem = database.requestTimestampRecord(reader);
      if (store.awaitFreshSince(since, ANSWER_WITHIN)) {
        return;
      }
    } while (database.clock().nanoTime() - end < 0);
    throw SqlErrorMessage.REPLICA_TOO_STALE.error(problem == null ? "" : ": " + problem);
  }
}
