package io.mosql.jdbc;

import io.mosql.core.error.SqlState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a transaction manager, with its resource. It takes part in one branch at a time:
 * from {@code start} until the branch is prepared, committed in one phase or rolled back. Branches
 * that are prepared end by any connection. A branch that was suspended is resumed here, and is not
 * joined by others. Used by one thread at a time.
 *
 * <p>A branch without statements is not prepared ({@code XA_RDONLY}). There are no heuristic
 * decisions of the database: a prepared branch waits for ever. An administrator may end one by SQL;
 * then its manager is told {@code XAER_NOTA}.
 */
final class MosqlXAConnection extends MosqlPooledConnection implements XAConnection, XAResource {
  private final Connection physical;

  /** The branch that the connection takes part in; null for none. */
  private @Nullable Xid branch;

  private State state = State.IDLE;
  private boolean autoCommitBefore;
  private int timeoutSeconds;

  private enum State {
    /** In no branch. */
    IDLE,
    ACTIVE,
    SUSPENDED,

    /** The work of the branch is done; it is to be prepared, committed or rolled back. */
    ENDED,

    /** The same, and it can only be rolled back. */
    FAILED
  }

  MosqlXAConnection(Connection physical) {
    super(physical);
    this.physical = physical;
  }

  @Override
  public XAResource getXAResource() {
    return this;
  }

  private static boolean same(Xid a, @Nullable Xid b) {
    return b != null && XidCodec.encode(a).equals(XidCodec.encode(b));
  }

  private static XAException failure(int code, @Nullable Throwable cause) {
    XAException failure = new XAException(code);
    if (cause != null) {
      failure.initCause(cause);
    }
    return failure;
  }

  private void requireState(Xid xid, boolean so) throws XAException {
    if (!same(xid, branch)) {
      throw failure(XAException.XAER_NOTA, null);
    }
    if (!so) {
      throw failure(XAException.XAER_PROTO, null);
    }
  }

  @Override
  public void start(@Nullable Xid xid, int flags) throws XAException {
    if (xid == null || flags != TMNOFLAGS && flags != TMJOIN && flags != TMRESUME) {
      throw failure(XAException.XAER_INVAL, null);
    }
    if (flags == TMRESUME) {
      requireState(xid, state == State.SUSPENDED);
      state = State.ACTIVE;
      return;
    }
    if (flags == TMJOIN && state == State.ENDED && same(xid, branch)) {
      state = State.ACTIVE;
      return;
    }
    if (flags == TMJOIN || state != State.IDLE) {
      throw failure(
          state != State.IDLE && same(xid, branch)
              ? XAException.XAER_DUPID
              : XAException.XAER_PROTO,
          null);
    }
    try {
      autoCommitBefore = physical.getAutoCommit();
      if (!autoCommitBefore && ((MosqlConnection) physical).isInTransaction()) {
        throw failure(XAException.XAER_OUTSIDE, null);
      }
      physical.setAutoCommit(false);
    } catch (SQLException e) {
      throw failure(XAException.XAER_RMFAIL, e);
    }
    branch = xid;
    state = State.ACTIVE;
    setManaged(true);
  }

  @Override
  public void end(@Nullable Xid xid, int flags) throws XAException {
    if (xid == null || flags != TMSUCCESS && flags != TMFAIL && flags != TMSUSPEND) {
      throw failure(XAException.XAER_INVAL, null);
    }
    requireState(xid, state == State.ACTIVE || state == State.SUSPENDED && flags != TMSUSPEND);
    state = flags == TMSUSPEND ? State.SUSPENDED : flags == TMFAIL ? State.FAILED : State.ENDED;
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    requireState(xid, state == State.ENDED || state == State.FAILED);
    try {
      if (state == State.FAILED) {
        physical.rollback();
        throw failure(XAException.XA_RBROLLBACK, null);
      }
      if (!((MosqlConnection) physical).isInTransaction()) {
        return XA_RDONLY;
      }
      execute("PREPARE TRANSACTION", xid);
      return XA_OK;
    } catch (SQLException e) {
      throw failure(codeOfFirstPhase(e), e);
    } finally {
      leave();
    }
  }

  private static int codeOfFirstPhase(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    if (state.equals(SqlState.DUPLICATE_OBJECT.code())) {
      return XAException.XAER_DUPID;
    }
    if (state.equals(SqlState.DEADLOCK.code())) {
      return XAException.XA_RBDEADLOCK;
    }
    if (state.equals(SqlState.SERIALIZATION_FAILURE.code())
        || state.equals(SqlState.LOCK_NOT_AVAILABLE.code())) {
      return XAException.XA_RBTRANSIENT;
    }
    if (state.equals(SqlState.IDLE_TRANSACTION_TIMEOUT.code())) {
      return XAException.XA_RBTIMEOUT;
    }
    if (state.startsWith("23")) {
      return XAException.XA_RBINTEGRITY;
    }
    // After these it is unknown whether the branch is prepared: recover() tells.
    return state.startsWith("08") || state.equals(SqlState.COMMIT_OUTCOME_UNKNOWN.code())
        ? XAException.XAER_RMFAIL
        : XAException.XA_RBOTHER;
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    if (!onePhase) {
      second("COMMIT PREPARED", xid);
      return;
    }
    requireState(xid, state == State.ENDED || state == State.FAILED);
    try {
      if (state == State.FAILED) {
        physical.rollback();
        throw failure(XAException.XA_RBROLLBACK, null);
      }
      physical.commit();
    } catch (SQLException e) {
      throw failure(codeOfFirstPhase(e), e);
    } finally {
      leave();
    }
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    if (!same(xid, branch)) {
      second("ROLLBACK PREPARED", xid);
      return;
    }
    requireState(xid, state != State.IDLE && state != State.ACTIVE);
    try {
      physical.rollback();
    } catch (SQLException e) {
      throw failure(XAException.XAER_RMFAIL, e);
    } finally {
      leave();
    }
  }

  /** Ends the part of the connection in its branch. */
  private void leave() throws XAException {
    branch = null;
    state = State.IDLE;
    setManaged(false);
    try {
      if (!physical.isClosed()) {
        physical.setAutoCommit(autoCommitBefore);
      }
    } catch (SQLException e) {
      throw failure(XAException.XAER_RMFAIL, e);
    }
  }

  /** Ends a prepared branch, of this or another connection. */
  private void second(String what, Xid xid) throws XAException {
    if (state != State.IDLE) {
      throw failure(XAException.XAER_PROTO, null);
    }
    try {
      boolean autoCommit = physical.getAutoCommit();
      if (!autoCommit) {
        if (((MosqlConnection) physical).isInTransaction()) {
          throw failure(XAException.XAER_PROTO, null);
        }
        physical.setAutoCommit(true);
      }
      try {
        execute(what, xid);
      } finally {
        if (!autoCommit) {
          physical.setAutoCommit(false);
        }
      }
    } catch (SQLException e) {
      String state = String.valueOf(e.getSQLState());
      throw failure(
          state.equals(SqlState.UNDEFINED_OBJECT.code())
              ? XAException.XAER_NOTA
              : state.startsWith("08")
                      || state.startsWith("57")
                      || state.equals(SqlState.COMMIT_OUTCOME_UNKNOWN.code())
                  ? XAException.XAER_RMFAIL
                  : XAException.XAER_RMERR,
          e);
    }
  }

  private void execute(String what, Xid xid) throws SQLException {
    try (Statement statement = physical.createStatement()) {
      statement.execute(what + " '" + XidCodec.encode(xid) + "'");
    }
  }

  /** All prepared branches of the account, at the start of a scan; else none. */
  @Override
  public Xid[] recover(int flags) throws XAException {
    if ((flags & ~(TMSTARTRSCAN | TMENDRSCAN)) != 0) {
      throw failure(XAException.XAER_INVAL, null);
    }
    if ((flags & TMSTARTRSCAN) == 0) {
      return new Xid[0];
    }
    try (Statement statement = physical.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT gid FROM mosql.prepared_transactions ORDER BY 1")) {
      List<Xid> found = new ArrayList<>();
      while (rows.next()) {
        Xid xid = XidCodec.decode(rows.getString(1));
        if (xid != null) {
          found.add(xid);
        }
      }
      return found.toArray(new Xid[0]);
    } catch (SQLException e) {
      throw failure(XAException.XAER_RMFAIL, e);
    }
  }

  /** Nothing is to be forgotten: the database decides no branch by itself. */
  @Override
  public void forget(Xid xid) throws XAException {
    throw failure(XAException.XAER_NOTA, null);
  }

  @Override
  public boolean isSameRM(XAResource other) {
    return other == this;
  }

  @Override
  public int getTransactionTimeout() {
    return timeoutSeconds;
  }

  /**
   * Returns false: the database ends a branch that is idle for too long by the setting {@code
   * idle_transaction_timeout} alone.
   */
  @Override
  public boolean setTransactionTimeout(int seconds) {
    return false;
  }
}
