package io.mosql.server.forwarding;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.WouldBlock;
import io.mosql.core.session.BatchFailure;
import io.mosql.core.session.CommitOutcome;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.LargeObjectSink;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.session.Session;
import io.mosql.core.session.StatementResult;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlType;
import io.mosql.jdbc.remote.RemoteSession;
import io.mosql.server.error.ServerErrorMessage;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Session at another node, forwarded on behalf of a client of this node. The session stays at that
 * node. When the connection is lost, or that node is no longer the leader, the client receives an
 * error upon which its driver reconnects and queries the outcome of transactions in progress. Only
 * the client can do so: it has the identifiers of its transactions and the requests it has sent.
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

  /** Executes a call, which blocks until the other node responds. */
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
    // Not 57P01, which states that the request failed: the outcome of this request is unknown.
    return ServerErrorMessage.LEADER_CONNECTION_LOST.causedBy(why);
  }

  /**
   * Returns state reported with the last response, which remains valid as long as the session
   * exists.
   */
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
          // Queried now: a later caller may be a thread that must not block.
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
  public boolean hasLargeObjects() {
    return there.hasLargeObjects();
  }

  @Override
  public LargeObjectSink createLargeObject(boolean text) {
    LargeObjectSink sink = call(() -> there.createLargeObject(text));
    return new LargeObjectSink() {
      @Override
      public void write(byte[] bytes, int from, int count) {
        call(() -> sink.write(bytes, from, count));
      }

      @Override
      public LargeObject finish() {
        return call(sink::finish);
      }

      @Override
      public void close() {
        sink.close();
      }
    };
  }

  @Override
  public byte[] readLargeObject(LargeObject object, int from, int count) {
    return call(() -> there.readLargeObject(object, from, count));
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
      // Keep the last reported time zone, as in cachedState.
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
