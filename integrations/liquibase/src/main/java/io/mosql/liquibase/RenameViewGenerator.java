package io.mosql.liquibase;

import liquibase.database.Database;
import liquibase.sql.Sql;
import liquibase.sql.UnparsedSql;
import liquibase.sqlgenerator.SqlGeneratorChain;
import liquibase.statement.core.RenameViewStatement;
import liquibase.structure.core.Relation;
import liquibase.structure.core.View;

/** {@code ALTER VIEW}: {@code ALTER TABLE} does not rename views. */
public final class RenameViewGenerator extends liquibase.sqlgenerator.core.RenameViewGenerator {
  /** Called by {@link java.util.ServiceLoader}. */
  public RenameViewGenerator() {}

  @Override
  public int getPriority() {
    return PRIORITY_DATABASE;
  }

  @Override
  public boolean supports(RenameViewStatement statement, Database database) {
    return database instanceof MosqlDatabase;
  }

  @Override
  public Sql[] generateSql(
      RenameViewStatement statement, Database database, SqlGeneratorChain chain) {
    Relation view =
        new View()
            .setName(statement.getNewViewName())
            .setSchema(statement.getCatalogName(), statement.getSchemaName());
    return new Sql[] {
      new UnparsedSql(
          "ALTER VIEW %s RENAME TO %s"
              .formatted(
                  database.escapeViewName(
                      statement.getCatalogName(),
                      statement.getSchemaName(),
                      statement.getOldViewName()),
                  database.escapeObjectName(statement.getNewViewName(), View.class)),
          view)
    };
  }
}
