package io.mosql.jdbc;

import io.mosql.jdbc.base.DriverErrorMessage;
import java.sql.SQLException;
import java.sql.Savepoint;

/**
 * A savepoint of one connection, identified by its name in the engine.
 *
 * @param owner connection of its transaction
 * @param id of an unnamed one, 0 of a named one
 * @param name in the engine
 */
record MosqlSavepoint(MosqlConnection owner, int id, String name) implements Savepoint {
  static MosqlSavepoint unnamed(MosqlConnection owner, int id) {
    return new MosqlSavepoint(owner, id, "jdbc savepoint " + id);
  }

  @Override
  public int getSavepointId() throws SQLException {
    if (id == 0) {
      throw DriverErrorMessage.NAMED_SAVEPOINT.sqlException();
    }
    return id;
  }

  @Override
  public String getSavepointName() throws SQLException {
    if (id != 0) {
      throw DriverErrorMessage.UNNAMED_SAVEPOINT.sqlException();
    }
    return name;
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
