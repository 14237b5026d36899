package io.mosql.jdbc;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.Session;
import io.mosql.core.session.TransactionToken;
import io.mosql.jdbc.base.SqlErrors;
import io.mosql.jdbc.session.JdbcUrl;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;

/** Access to the session of a JDBC connection, and the reverse. Thread-safe. */
public final class SessionAccess {
  private SessionAccess() {}

  /** A connection that owns a session of a database without a URL. */
  public static Connection connection(Session session) throws SQLException {
    return new MosqlConnection(session, JdbcUrl.parse("jdbc:mosql:mem:test", null));
  }

  /** Token of the open transaction, or of the next one. */
  public static TransactionToken token(Connection connection) throws SQLException {
    return ask(connection, Session::token);
  }

  /** See {@link Session#position}. */
  public static long position(Connection connection) throws SQLException {
    return ask(connection, Session::position);
  }

  private static <T> T ask(Connection connection, Function<Session, T> question)
      throws SQLException {
    SessionLock gate = ((MosqlConnection) connection).sessionLock();
    Session session = gate.acquire(null);
    try {
      return question.apply(session);
    } catch (MosqlException e) {
      throw SqlErrors.of(e);
    } finally {
      gate.release();
    }
  }
}
