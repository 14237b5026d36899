package io.mosql.sql.exec.runtime;

import io.mosql.core.codec.ColumnCache;
import io.mosql.core.port.RandomSource;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.storage.LargeObjects;
import io.mosql.storage.lock.LockWaitPolicy;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a session that a worker may use: those that do not change during a statement,
 * as they were when it began. All others refuse. Immutable.
 */
final class WorkerEnvironment implements ExecutionContext.SessionEnvironment {
  private final ZoneId zone;
  private final String user;
  private final String schema;
  private final String database;
  private final String version;
  private final int backendPid;
  private final ColumnCache columns;

  WorkerEnvironment(ExecutionContext.SessionEnvironment session) {
    this.zone = session.zone();
    this.user = session.user();
    this.schema = session.schema();
    this.database = session.database();
    this.version = session.version();
    this.backendPid = session.backendPid();
    this.columns = session.columnCache();
  }

  @Override
  public ZoneId zone() {
    return zone;
  }

  @Override
  public String user() {
    return user;
  }

  @Override
  public String schema() {
    return schema;
  }

  @Override
  public String database() {
    return database;
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public int backendPid() {
    return backendPid;
  }

  @Override
  public ColumnCache columnCache() {
    return columns;
  }

  @Override
  public long transactionMicros() {
    throw new ParallelRestrictedException();
  }

  @Override
  public long statementMicros() {
    throw new ParallelRestrictedException();
  }

  @Override
  public long clockMicros() {
    throw new ParallelRestrictedException();
  }

  @Override
  public RandomSource random() {
    throw new ParallelRestrictedException();
  }

  @Override
  public @Nullable String setting(String name) {
    throw new ParallelRestrictedException();
  }

  @Override
  public String setSetting(String name, @Nullable String value, boolean local) {
    throw new ParallelRestrictedException();
  }

  @Override
  public LargeObjects largeObjects() {
    throw new ParallelRestrictedException();
  }

  @Override
  public DeferredConstraints deferredConstraints() {
    throw new ParallelRestrictedException();
  }

  @Override
  public AccountPrivileges privileges() {
    throw new ParallelRestrictedException();
  }

  @Override
  public Catalog visible(Catalog catalog) {
    throw new ParallelRestrictedException();
  }

  @Override
  public void requireSequence(SequenceDef sequence, Privilege first, Privilege second) {
    throw new ParallelRestrictedException();
  }

  @Override
  public LockWaitPolicy lockWaitPolicy() {
    throw new ParallelRestrictedException();
  }

  @Override
  public LockWaitStatistics lockWaits() {
    throw new ParallelRestrictedException();
  }
}
