package io.mosql.server.admin;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.Session;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Login of one user to the console, with one session for statements and one for the pages. What he
 * runs goes through one session, which keeps its transaction from one statement to the next; what
 * the pages show through another, so that they go on while a statement runs. Both are opened when
 * they are needed first, and again after they were killed. Thread-safe.
 */
final class ConsoleSession implements AutoCloseable {
  private final ConsoleAuthenticator.Account account;
  private final ReentrantLock working = new ReentrantLock();
  private final ReentrantLock looking = new ReentrantLock();
  private volatile String database;
  private volatile long usedNanos;
  private volatile @Nullable Session runStatement;
  private volatile @Nullable Session runPageQuery;
  private volatile boolean closed;

  ConsoleSession(ConsoleAuthenticator.Account account, String database, Session look) {
    this.account = account;
    this.database = database;
    this.runPageQuery = look;
  }

  ConsoleAuthenticator.Account account() {
    return account;
  }

  String database() {
    return database;
  }

  void touch(long nowNanos) {
    usedNanos = nowNanos;
  }

  long usedNanos() {
    return usedNanos;
  }

  /** Something done with a session. */
  @FunctionalInterface
  interface Use<T> {
    T with(Session session);
  }

  /**
   * Runs a statement of the user's.
   *
   * @throws MosqlException 55000 while another one runs
   */
  <T> T runStatement(Use<T> use) {
    if (!working.tryLock()) {
      throw new MosqlException(
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "another statement is still running");
    }
    try {
      Session session = usable(runStatement);
      runStatement = session;
      requireOpen(session);
      return use.with(session);
    } finally {
      working.unlock();
    }
  }

  /** Looks at something for a page. */
  <T> T runPageQuery(Use<T> use) {
    looking.lock();
    try {
      Session session = usable(runPageQuery);
      runPageQuery = session;
      requireOpen(session);
      return use.with(session);
    } finally {
      looking.unlock();
    }
  }

  private Session usable(@Nullable Session known) {
    return known != null && known.isValid() ? known : account.connect(database);
  }

  private void requireOpen(Session session) {
    if (closed) {
      session.close();
      throw new MosqlException(SqlState.CONNECTION_CLOSED, "the console has logged out");
    }
  }

  /** Whether a transaction is open between statements. */
  boolean inTransaction() {
    Session session = runStatement;
    return session != null && session.transactionStatus() == Session.TransactionStatus.ACTIVE;
  }

  /** Asks the running statement to end. */
  void cancel() {
    Session session = runStatement;
    if (session != null) {
      session.cancel();
    }
  }

  /**
   * Goes on in another database; what was open in this one is rolled back.
   *
   * @throws MosqlException as {@link ConsoleAuthenticator.Account#connect}; nothing has changed
   *     then
   */
  void switchDatabase(String wanted) {
    runStatement(
        current -> {
          Session next = account.connect(wanted);
          current.close();
          runStatement = next;
          looking.lock();
          try {
            Session before = runPageQuery;
            runPageQuery = null;
            database = wanted;
            if (before != null) {
              before.close();
            }
          } finally {
            looking.unlock();
          }
          return next;
        });
  }

  @Override
  public void close() {
    closed = true;
    for (Session session : new Session[] {runStatement, runPageQuery}) {
      if (session != null) {
        session.close();
      }
    }
    account.loggedOut();
  }
}
