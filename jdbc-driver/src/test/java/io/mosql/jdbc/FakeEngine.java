package io.mosql.jdbc;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.EmbeddedEngine;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import java.util.Map;

/** A fake engine, found by ServiceLoader; its databases are named by their locations. */
public final class FakeEngine implements EmbeddedEngine {
  @Override
  public Session connect(String location, Map<SessionProperty, String> properties) {
    if (location.equals("file:busy")) {
      throw new MosqlException(SqlState.OBJECT_IN_USE, "Another process has the database");
    }
    if (location.equals("file:broken")) {
      throw new NoClassDefFoundError("io/mosql/Missing");
    }
    return new FakeSession(location);
  }
}
