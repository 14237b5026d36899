package io.mosql.liquibase;

import liquibase.changelog.ChangeSet;
import liquibase.changelog.DatabaseChangeLog;
import liquibase.changelog.visitor.ChangeExecListener;
import liquibase.database.Database;
import liquibase.exception.PreconditionErrorException;
import liquibase.exception.PreconditionFailedException;
import liquibase.precondition.PreconditionFactory;
import liquibase.precondition.core.ColumnExistsPrecondition;
import liquibase.precondition.core.SequenceExistsPrecondition;
import liquibase.statement.core.RawParameterizedSqlStatement;

/**
 * Preconditions that Liquibase checks by the catalog of PostgreSQL, checked by {@code
 * information_schema}. Liquibase knows preconditions by their names alone, so these replace its own
 * ones, and leave other databases to them.
 */
final class CatalogPreconditions {
  private CatalogPreconditions() {}

  static void register() {
    PreconditionFactory.getInstance().register(new ColumnExists());
    PreconditionFactory.getInstance().register(new SequenceExists());
  }

  /** Replaces {@code columnExists}. Public for Liquibase, which creates it by reflection. */
  public static final class ColumnExists extends ColumnExistsPrecondition {
    /** Called by Liquibase. */
    public ColumnExists() {}

    @Override
    public void check(
        Database database, DatabaseChangeLog log, ChangeSet changes, ChangeExecListener listener)
        throws PreconditionFailedException, PreconditionErrorException {
      if (!(database instanceof MosqlDatabase mosql)) {
        super.check(database, log, changes, listener);
      } else if (!mosql.returnsRow(
          new RawParameterizedSqlStatement(
              """
              SELECT count(*) FROM information_schema.columns WHERE lower(table_schema) = lower(?)
                AND lower(table_name) = lower(?) AND lower(column_name) = lower(?)
              """,
              mosql.schemaOr(getSchemaName()),
              getTableName(),
              getColumnName()))) {
        throw new PreconditionFailedException(
            "Column %s.%s does not exist".formatted(getTableName(), getColumnName()), log, this);
      }
    }
  }

  /** Replaces {@code sequenceExists}. Public for Liquibase, which creates it by reflection. */
  public static final class SequenceExists extends SequenceExistsPrecondition {
    /** Called by Liquibase. */
    public SequenceExists() {}

    @Override
    public void check(
        Database database, DatabaseChangeLog log, ChangeSet changes, ChangeExecListener listener)
        throws PreconditionFailedException, PreconditionErrorException {
      if (!(database instanceof MosqlDatabase mosql)) {
        super.check(database, log, changes, listener);
      } else if (!mosql.returnsRow(
          new RawParameterizedSqlStatement(
              """
              SELECT count(*) FROM information_schema.sequences
              WHERE lower(sequence_schema) = lower(?) AND lower(sequence_name) = lower(?)
              """,
              mosql.schemaOr(getSchemaName()),
              getSequenceName()))) {
        throw new PreconditionFailedException(
            "Sequence %s does not exist".formatted(getSequenceName()), log, this);
      }
    }
  }
}
