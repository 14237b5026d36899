package io.mosql.liquibase;

import java.sql.SQLException;
import liquibase.database.Database;
import liquibase.exception.LockException;
import liquibase.lockservice.StandardLockService;

/** The lock of Liquibase, taken again when another process took it at the same time. */
public final class MosqlLockService extends StandardLockService {
  private static final String SERIALIZATION_FAILURE = "40001";

  /** Called by {@link java.util.ServiceLoader}. */
  public MosqlLockService() {}

  @Override
  public int getPriority() {
    return PRIORITY_DATABASE;
  }

  @Override
  public boolean supports(Database database) {
    return database instanceof MosqlDatabase;
  }

  /** Seconds: an attempt is a query of one row. */
  @Override
  public Long getChangeLogLockRecheckTime() {
    return Math.min(super.getChangeLogLockRecheckTime(), 1);
  }

  @Override
  public boolean acquireLock() throws LockException {
    while (true) {
      try {
        return super.acquireLock();
      } catch (LockException e) {
        if (!isConflict(e)) {
          throw e;
        }
      }
    }
  }

  private static boolean isConflict(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && SERIALIZATION_FAILURE.equals(sql.getSQLState())) {
        return true;
      }
    }
    return false;
  }
}
