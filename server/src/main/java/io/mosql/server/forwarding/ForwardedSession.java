package io.mosql.server.forwarding;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.WouldBlock;
import io.mosql.core.session.BatchFailure;
import io.mosql.core.session.CommitOutcome;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.type.SqlType;
import io.mosql.jdbc.remote.RemoteSession;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Session at another node, forwarded for a client of this node. It stays at that node: when it is
 * lost, or that node leads no more, the client is told so in a way that has it come anew, and ask
 * what became of what was under way. Only the client may do that: it knows the names that its
 * transactions had, and what it has asked for.
 */
final class ForwardedSession implements Session {
  private final RemoteSession there;
  private TransactionToken lastToken;
  private long lastPosition;
  private @Nullable ZoneId lastZone;

  ForwardedSession(RemoteSession there) {
    this.there = there;
    this.lastToken = there.token();
  }

  /** Each call has to wait for the other node. */
  private <T> T call(Supplier<T> work) {
    WouldBlock.throwIfForbidden();
    try {
      return work.get();
    } catch (BatchFailure e) {
      throw there.isBroken() ? connectionLost(e) : e;
    } catch (MosqlException e) {
      throw there.isBroken() ? connectionLost(e) : e;
    }
  }

  private void call(Runnable work) {
    call(
        () -> {
          work.run();
          return true;
        });
  }

  private static MosqlException connectionLost(RuntimeException why) {
    // Not 57P01, which says that the request failed: this one may have been executed.
    return new MosqlException(
        SqlState.CONNECTION_LOST, "the connection to the leader is lost", why);
  }

  /** What the last answer told, which stands as long as the session does. */
  private <T> T cachedState(Supplier<T> state, T otherwise) {
    try {
      return state.get();
    } catch (MosqlException e) {
      return otherwise;
    }
  }

  @Override
  public PreparedStatementHandle prepare(String sql, List<@Nullable SqlType> parameterTypes) {
    return call(
        () -> {
          PreparedStatementHandle handle = there.prepare(sql, parameterTypes);
          // Asked now: who wants to know it later may be a thread that must not wait.
          handle.returnsRows();
          return handle;
        });
  }

  @Override
  public StatementResult execute(
      PreparedStatementHandle statement, @Nullable Object[] parameters, ExecutionOptions options) {
    return call(() -> there.execute(statement, parameters, options));
  }

  @Override
  public long[] executeBatch(
      PreparedStatementHandle statement,
      List<@Nullable Object[]> tuples,
      ExecutionOptions options) {
    return call(() -> there.executeBatch(statement, tuples, options));
  }

  @Override
  public TransactionStatus transactionStatus() {
    return cachedState(there::transactionStatus, TransactionStatus.IDLE);
  }

  @Override
  public TransactionToken token() {
    lastToken = cachedState(there::token, lastToken);
    return lastToken;
  }

  @Override
  public CommitOutcome commitOutcome(TransactionToken token) {
    return call(() -> there.commitOutcome(token));
  }

  @Override
  public CommitStatus commitStatus(TransactionToken token) {
    return call(() -> there.commitStatus(token));
  }

  @Override
  public long position() {
    lastPosition = cachedState(there::position, lastPosition);
    return lastPosition;
  }

  @Override
  public boolean autoCommit() {
    return cachedState(there::autoCommit, true);
  }

  @Override
  public void setAutoCommit(boolean on) {
    call(() -> there.setAutoCommit(on));
  }

  @Override
  public void commit() {
    call(there::commit);
  }

  @Override
  public void rollback() {
    call(there::rollback);
  }

  @Override
  public void savepoint(String name) {
    call(() -> there.savepoint(name));
  }

  @Override
  public void rollbackTo(String savepoint) {
    call(() -> there.rollbackTo(savepoint));
  }

  @Override
  public void release(String savepoint) {
    call(() -> there.release(savepoint));
  }

  @Override
  public Isolation isolation() {
    return cachedState(there::isolation, Isolation.SERIALIZABLE);
  }

  @Override
  public void setIsolation(Isolation isolation) {
    call(() -> there.setIsolation(isolation));
  }

  @Override
  public boolean readOnly() {
    return cachedState(there::readOnly, false);
  }

  @Override
  public void setReadOnly(boolean readOnly) {
    call(() -> there.setReadOnly(readOnly));
  }

  @Override
  public String schema() {
    return cachedState(there::schema, "");
  }

  @Override
  public @Nullable ZoneId timeZone() {
    try {
      lastZone = there.timeZone();
    } catch (MosqlException e) {
      // what was told last stands, as in told(..)
      return lastZone;
    }
    return lastZone;
  }

  @Override
  public void setSchema(String schema) {
    call(() -> there.setSchema(schema));
  }

  @Override
  public void cancel() {
    there.cancel();
  }

  @Override
  public List<Notice> takeNotices() {
    return cachedState(there::takeNotices, List.of());
  }

  @Override
  public boolean isValid() {
    return !there.isBroken() && there.isValid();
  }

  @Override
  public DatabaseInfo databaseInfo() {
    return there.databaseInfo();
  }

  @Override
  public void close() {
    there.close();
  }
}
