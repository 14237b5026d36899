package io.mosql.liquibase;

import liquibase.database.Database;
import liquibase.snapshot.SnapshotGenerator;
import liquibase.snapshot.jvm.SequenceSnapshotGenerator;
import liquibase.statement.SqlStatement;
import liquibase.statement.core.RawParameterizedSqlStatement;
import liquibase.structure.DatabaseObject;
import liquibase.structure.core.Schema;

/** Reads sequences from {@code information_schema}, without those of identity columns. */
public final class MosqlSequenceSnapshotGenerator extends SequenceSnapshotGenerator {
  /** Called by {@link java.util.ServiceLoader}. */
  public MosqlSequenceSnapshotGenerator() {}

  @Override
  public int getPriority(Class<? extends DatabaseObject> type, Database database) {
    int priority = super.getPriority(type, database);
    return database instanceof MosqlDatabase && priority > PRIORITY_NONE
        ? priority + PRIORITY_DATABASE
        : PRIORITY_NONE;
  }

  @Override
  @SuppressWarnings("unchecked")
  public Class<? extends SnapshotGenerator>[] replaces() {
    return new Class[] {SequenceSnapshotGenerator.class};
  }

  @Override
  protected SqlStatement getSelectSequenceStatement(Schema schema, Database database) {
    String name = schema.getName() == null ? database.getDefaultSchemaName() : schema.getName();
    return new RawParameterizedSqlStatement(
        """
        SELECT sequence_name AS "SEQUENCE_NAME", start_value AS "START_VALUE",
          minimum_value AS "MIN_VALUE", maximum_value AS "MAX_VALUE", increment AS "INCREMENT_BY",
          cycle_option = 'YES' AS "WILL_CYCLE", data_type AS "SEQ_TYPE"
        FROM information_schema.sequences s WHERE sequence_schema = ? AND NOT EXISTS (
          SELECT 1 FROM information_schema.columns c WHERE c.table_schema = s.sequence_schema
            AND c.is_identity = 'YES' AND c.table_name || '_' || c.column_name || '_seq' = s.sequence_name)
        """,
        name);
  }
}
