package io.mosql.jdbc;

import io.mosql.jdbc.base.DriverErrorMessage;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.PooledConnection;
import javax.sql.StatementEvent;
import javax.sql.StatementEventListener;
import org.jspecify.annotations.Nullable;

/**
 * A physical connection of a pool. Applications get handles of it, one at a time: a new handle
 * closes the one before. The close of a handle rolls back its open transaction, closes its
 * statements and tells the listeners; so does an error after which the connection is lost.
 *
 * <p>Handles and their statements are proxies, so that {@code getConnection} of a statement returns
 * the handle. Used by one thread at a time, apart from the listeners.
 */
class MosqlPooledConnection implements PooledConnection {
  private final Connection physical;

  /** Whether a transaction manager ends the open transaction, so that no handle may. */
  private boolean managed;

  private final List<ConnectionEventListener> listeners = new CopyOnWriteArrayList<>();
  private final List<StatementEventListener> statementListeners = new CopyOnWriteArrayList<>();
  private @Nullable Handle handle;

  MosqlPooledConnection(Connection physical) {
    this.physical = physical;
  }

  @Override
  public final Connection getConnection() throws SQLException {
    Handle before = handle;
    if (before != null) {
      before.closeQuietly();
    }
    if (physical.isClosed()) {
      SQLException failure = DriverErrorMessage.CONNECTION_CLOSED.sqlException();
      failed(failure);
      throw failure;
    }
    if (!managed) {
      physical.setAutoCommit(true);
    }
    physical.clearWarnings();
    Handle opened = new Handle();
    handle = opened;
    return opened.proxy;
  }

  @Override
  public void close() throws SQLException {
    Handle open = handle;
    if (open != null) {
      open.closeQuietly();
    }
    physical.close();
  }

  @Override
  public void addConnectionEventListener(ConnectionEventListener listener) {
    listeners.add(listener);
  }

  @Override
  public void removeConnectionEventListener(ConnectionEventListener listener) {
    listeners.remove(listener);
  }

  @Override
  public void addStatementEventListener(StatementEventListener listener) {
    statementListeners.add(listener);
  }

  @Override
  public void removeStatementEventListener(StatementEventListener listener) {
    statementListeners.remove(listener);
  }

  final Connection physical() {
    return physical;
  }

  /** Sets whether a transaction manager ends the open transaction. */
  final void setManaged(boolean byManager) {
    managed = byManager;
  }

  private static boolean endsTransaction(Method method, @Nullable Object @Nullable [] args) {
    return switch (method.getName()) {
      case "commit" -> true;
      case "rollback" -> args == null;
      case "setAutoCommit" -> args != null && Boolean.TRUE.equals(args[0]);
      default -> false;
    };
  }

  private void failed(SQLException failure) {
    ConnectionEvent event = new ConnectionEvent(this, failure);
    listeners.forEach(listener -> listener.connectionErrorOccurred(event));
  }

  /** The exception of a call; tells the listeners when the connection is lost. */
  private SQLException noted(SQLException failure) {
    String state = failure.getSQLState();
    if (state != null && (state.startsWith("08") || state.startsWith("57P"))) {
      try {
        if (physical.isClosed()) {
          failed(failure);
        }
      } catch (SQLException e) {
        failure.addSuppressed(e);
      }
    }
    return failure;
  }

  /** The connection of an application. */
  private final class Handle implements InvocationHandler {
    private final List<Statement> statements = new CopyOnWriteArrayList<>();
    private final Connection proxy = proxy(Connection.class, this);
    private boolean closed;

    @Override
    public @Nullable Object invoke(Object self, Method method, @Nullable Object @Nullable [] args)
        throws Throwable {
      switch (method.getName()) {
        case "equals" -> {
          return args != null && self == args[0];
        }
        case "hashCode" -> {
          return System.identityHashCode(self);
        }
        case "toString" -> {
          return "handle of " + physical;
        }
        case "isClosed" -> {
          return closed || physical.isClosed();
        }
        case "isValid" -> {
          if (closed) {
            return false;
          }
        }
        case "close" -> {
          closeByApplication();
          return null;
        }
        case "abort" -> {
          closed = true;
        }
        default -> {
          if (closed) {
            throw DriverErrorMessage.CONNECTION_CLOSED.sqlException();
          }
          if (managed && endsTransaction(method, args)) {
            throw DriverErrorMessage.TRANSACTION_IS_MANAGED.sqlException();
          }
        }
      }
      Object result = call(physical, method, args);
      return result instanceof Statement statement ? wrapped(statement) : result;
    }

    private Object wrapped(Statement statement) {
      statements.add(statement);
      Class<? extends Statement> type =
          statement instanceof CallableStatement
              ? CallableStatement.class
              : statement instanceof PreparedStatement ? PreparedStatement.class : Statement.class;
      return proxy(type, new StatementHandle(this, statement));
    }

    private void closeByApplication() throws SQLException {
      if (closed) {
        return;
      }
      try {
        release();
      } finally {
        ConnectionEvent event = new ConnectionEvent(MosqlPooledConnection.this);
        listeners.forEach(listener -> listener.connectionClosed(event));
      }
    }

    /** Closes the handle without events. */
    void closeQuietly() throws SQLException {
      if (!closed) {
        release();
      }
    }

    private void release() throws SQLException {
      closed = true;
      if (handle == this) {
        handle = null;
      }
      if (physical.isClosed()) {
        return;
      }
      for (Statement statement : statements) {
        statement.close();
      }
      if (!managed && !physical.getAutoCommit()) {
        physical.rollback();
      }
    }
  }

  /** A statement of a handle. */
  private final class StatementHandle implements InvocationHandler {
    private final Handle owner;
    private final Statement statement;

    StatementHandle(Handle owner, Statement statement) {
      this.owner = owner;
      this.statement = statement;
    }

    @Override
    public @Nullable Object invoke(Object self, Method method, @Nullable Object @Nullable [] args)
        throws Throwable {
      switch (method.getName()) {
        case "equals" -> {
          return args != null && self == args[0];
        }
        case "hashCode" -> {
          return System.identityHashCode(self);
        }
        case "getConnection" -> {
          call(statement, method, args);
          return owner.proxy;
        }
        case "close" -> {
          boolean first = owner.statements.remove(statement);
          Object nothing = call(statement, method, args);
          if (first && self instanceof PreparedStatement prepared) {
            StatementEvent event = new StatementEvent(MosqlPooledConnection.this, prepared);
            statementListeners.forEach(listener -> listener.statementClosed(event));
          }
          return nothing;
        }
        default -> {}
      }
      try {
        return call(statement, method, args);
      } catch (SQLException e) {
        if (self instanceof PreparedStatement prepared && statement.isClosed()) {
          StatementEvent event = new StatementEvent(MosqlPooledConnection.this, prepared, e);
          statementListeners.forEach(listener -> listener.statementErrorOccurred(event));
        }
        throw e;
      }
    }
  }

  private @Nullable Object call(Object target, Method method, @Nullable Object @Nullable [] args)
      throws Throwable {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof SQLException failure ? noted(failure) : e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            MosqlPooledConnection.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
