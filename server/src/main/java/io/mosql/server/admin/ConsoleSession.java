package io.mosql.server.admin;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.Session;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who has logged in to the console. What he runs goes through one session, which keeps its
 * transaction from one statement to the next; what the pages show through another, so that they go
 * on while a statement runs. Both are opened when they are needed first, and again after they were
 * killed. Thread-safe.
 */
final class ConsoleSession implements AutoCloseable {
  private final ConsoleLogin.Account account;
  private final ReentrantLock working = new ReentrantLock();
  private final ReentrantLock looking = new ReentrantLock();
  private volatile String database;
  private volatile long usedNanos;
  private volatile @Nullable Session work;
  private volatile @Nullable Session look;
  private volatile boolean closed;

  ConsoleSession(ConsoleLogin.Account account, String database, Session look) {
    this.account = account;
    this.database = database;
    this.look = look;
  }

  ConsoleLogin.Account account() {
    return account;
  }

  String database() {
    return database;
  }

  void used(long nowNanos) {
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
  <T> T work(Use<T> use) {
    if (!working.tryLock()) {
      throw new MosqlException(
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "another statement is still running");
    }
    try {
      Session session = usable(work);
      work = session;
      requireOpen(session);
      return use.with(session);
    } finally {
      working.unlock();
    }
  }

  /** Looks at something for a page. */
  <T> T look(Use<T> use) {
    looking.lock();
    try {
      Session session = usable(look);
      look = session;
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
    Session session = work;
    return session != null && session.transactionStatus() == Session.TransactionStatus.ACTIVE;
  }

  /** Asks the running statement to end. */
  void cancel() {
    Session session = work;
    if (session != null) {
      session.cancel();
    }
  }

  /**
   * Goes on in another database; what was open in this one is rolled back.
   *
   * @throws MosqlException as {@link ConsoleLogin.Account#connect}; nothing has changed then
   */
  void change(String wanted) {
    work(
        current -> {
          Session next = account.connect(wanted);
          current.close();
          work = next;
          looking.lock();
          try {
            Session before = look;
            look = null;
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
    for (Session session : new Session[] {work, look}) {
      if (session != null) {
        session.close();
      }
    }
    account.left();
  }
}
