package io.mosql.liquibase;

import java.util.ArrayList;
import java.util.List;
import liquibase.database.Database;
import liquibase.exception.LiquibaseException;
import liquibase.sql.Sql;
import liquibase.sql.UnparsedSql;
import liquibase.sqlgenerator.SqlGeneratorChain;
import liquibase.statement.core.InsertOrUpdateStatement;

/**
 * An UPDATE, and an INSERT where there is no row. The key need not have an index; PostgreSQL's
 * generator makes a block of PL/pgSQL.
 */
public final class InsertOrUpdateGenerator
    extends liquibase.sqlgenerator.core.InsertOrUpdateGenerator {
  /** Before the one of PostgreSQL. */
  private static final int PRIORITY = PRIORITY_DATABASE + 1;

  private static final String VALUES = ") VALUES (";

  /** Called by {@link java.util.ServiceLoader}. */
  public InsertOrUpdateGenerator() {}

  @Override
  public int getPriority() {
    return PRIORITY;
  }

  @Override
  public boolean supports(InsertOrUpdateStatement statement, Database database) {
    return database instanceof MosqlDatabase;
  }

  @Override
  public Sql[] generateSql(
      InsertOrUpdateStatement statement, Database database, SqlGeneratorChain chain) {
    String where = getWhereClause(statement, database);
    List<Sql> sql = new ArrayList<>();
    try {
      sql.add(
          new UnparsedSql(
              withoutEnd(getUpdateStatement(statement, database, where, chain)),
              getAffectedTable(statement)));
    } catch (LiquibaseException e) {
      // There are no columns beside the key.
    }
    if (!statement.getOnlyUpdate()) {
      String insert = withoutEnd(getInsertStatement(statement, database, chain));
      int values = insert.indexOf(VALUES);
      sql.add(
          new UnparsedSql(
              "%s) SELECT %s WHERE NOT EXISTS (SELECT 1 FROM %s WHERE %s)"
                  .formatted(
                      insert.substring(0, values),
                      insert.substring(values + VALUES.length(), insert.length() - 1),
                      database.escapeTableName(
                          statement.getCatalogName(),
                          statement.getSchemaName(),
                          statement.getTableName()),
                      where),
              getAffectedTable(statement)));
    }
    return sql.toArray(new Sql[0]);
  }

  private static String withoutEnd(String statement) {
    String text = statement.strip();
    return text.endsWith(";") ? text.substring(0, text.length() - 1).strip() : text;
  }

  @Override
  protected String getElse(Database database) {
    throw new UnsupportedOperationException();
  }

  @Override
  protected String getRecordCheck(
      InsertOrUpdateStatement statement, Database database, String where) {
    throw new UnsupportedOperationException();
  }
}
