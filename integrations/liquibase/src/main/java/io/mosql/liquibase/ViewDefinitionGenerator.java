package io.mosql.liquibase;

import liquibase.CatalogAndSchema;
import liquibase.database.Database;
import liquibase.sql.Sql;
import liquibase.sql.UnparsedSql;
import liquibase.sqlgenerator.SqlGeneratorChain;
import liquibase.sqlgenerator.core.GetViewDefinitionGenerator;
import liquibase.statement.core.GetViewDefinitionStatement;

/** Reads the query of a view from {@code information_schema}. */
public final class ViewDefinitionGenerator extends GetViewDefinitionGenerator {
  /** Before the one of PostgreSQL. */
  private static final int PRIORITY = PRIORITY_DATABASE + 1;

  /** Called by {@link java.util.ServiceLoader}. */
  public ViewDefinitionGenerator() {}

  @Override
  public int getPriority() {
    return PRIORITY;
  }

  @Override
  public boolean supports(GetViewDefinitionStatement statement, Database database) {
    return database instanceof MosqlDatabase;
  }

  @Override
  public Sql[] generateSql(
      GetViewDefinitionStatement statement, Database database, SqlGeneratorChain chain) {
    CatalogAndSchema schema =
        new CatalogAndSchema(statement.getCatalogName(), statement.getSchemaName())
            .customize(database);
    return new Sql[] {
      new UnparsedSql(
          "SELECT view_definition FROM information_schema.views WHERE table_schema = '%s' AND table_name = '%s'"
              .formatted(literal(schema.getSchemaName()), literal(statement.getViewName())))
    };
  }

  private static String literal(String name) {
    return name.replace("'", "''");
  }
}
