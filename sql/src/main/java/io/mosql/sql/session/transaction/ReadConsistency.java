package io.mosql.sql.session.transaction;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.WouldBlock;
import io.mosql.core.session.SessionProperty;
import io.mosql.sql.privilege.Principal;
import io.mosql.sql.session.context.DatabaseContext;
import io.mosql.storage.Store;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The read consistency of a session: how old a committed state its reads may see.
 *
 * <pre>
 * strict    nothing that was committed before they began; asks the log, so only where the store leads
 * session   nothing that the session has seen: versions only go forward here, and a new session waits
 *           for the position that it was opened with
 * bounded   nothing older than maxStaleness: the newest record says when its leader wrote it. Where
 *           none came for that long, the leader is asked to write one
 * </pre>
 *
 * A database that no other node has misses nothing. Used by one thread at a time.
 */
public final class ReadConsistency {
  /** A replica that has not heard of what it should by then is not waited for. */
  private static final Duration WITHIN = Duration.ofSeconds(2);

  /** A record is here by then, most often; if not, it is asked for again. */
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
   * @throws MosqlException 22023 for a value that is none
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
      default ->
          throw new MosqlException(
              SqlState.INVALID_PARAMETER, "\"" + name + "\" is strict, session or bounded");
    };
  }

  /** The level's word, in lower case. */
  public static String checked(String name, String text) {
    return level(name, text).name().toLowerCase(Locale.ROOT);
  }

  /** Whether reads have to ask the log. */
  boolean isStrict() {
    return level == Level.STRICT && database.store().isReplicated();
  }

  /**
   * @param text null for that of the connection
   * @throws MosqlException 22023 for a level that is none, and for one that this node cannot serve
   */
  public void setLevel(String name, @Nullable String text) {
    Level wanted = text == null ? givenLevel : level(name, text);
    if (wanted == Level.STRICT && level != wanted && !database.store().leads()) {
      throw new MosqlException(
          SqlState.INVALID_PARAMETER,
          "\"" + name + "\" cannot be strict here: this session reads where nobody leads");
    }
    level = wanted;
  }

  public String level() {
    return level.name().toLowerCase(Locale.ROOT);
  }

  /**
   * @param text null for that of the connection
   */
  public void setMaxStaleness(String name, @Nullable String text) {
    maxStalenessMillis = text == null ? givenMillis : TransactionSettings.number(name, text);
  }

  public long maxStalenessMillis() {
    return maxStalenessMillis;
  }

  /**
   * Waits until the newest version here is one to read.
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
    throw new MosqlException(
        SqlState.REPLICA_BEHIND,
        "this node has heard nothing of the leader for longer than maxStaleness"
            + (problem == null ? "" : ": " + problem));
  }
}
