package io.mosql.server.admin;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.Session;
import io.mosql.server.error.ServerErrorMessage;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Login of one user to the console. It owns two sessions: one executes the user's statements and
 * keeps its transaction from one statement to the next; the other executes the queries of the
 * pages, so that these continue while a statement runs. Each session is opened on first use and
 * reopened after it was killed. Thread-safe.
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

  /** Action executed with a session. */
  @FunctionalInterface
  interface Use<T> {
    T with(Session session);
  }

  /**
   * Executes a statement of the user.
   *
   * @throws MosqlException 55000 while another statement runs
   */
  <T> T runStatement(Use<T> use) {
    if (!working.tryLock()) {
      throw ServerErrorMessage.STATEMENT_IN_PROGRESS.error();
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

  /** Executes a query of a page. */
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
      throw ServerErrorMessage.SESSION_ENDED.error();
    }
  }

  /** Whether a transaction is open between statements. */
  boolean inTransaction() {
    Session session = runStatement;
    return session != null && session.transactionStatus() == Session.TransactionStatus.ACTIVE;
  }

  /** Requests cancellation of the running statement. */
  void cancel() {
    Session session = runStatement;
    if (session != null) {
      session.cancel();
    }
  }

  /**
   * Switches to another database; an open transaction in the current one is rolled back.
   *
   * @throws MosqlException as {@link ConsoleAuthenticator.Account#connect}; the current database
   *     then remains selected
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
