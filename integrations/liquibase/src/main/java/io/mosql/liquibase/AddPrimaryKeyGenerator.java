package io.mosql.liquibase;

import java.util.Arrays;
import liquibase.database.Database;
import liquibase.sql.Sql;
import liquibase.sqlgenerator.SqlGeneratorChain;
import liquibase.statement.core.AddPrimaryKeyStatement;

/** Without {@code CLUSTER}: rows are always stored in the order of the primary key. */
public final class AddPrimaryKeyGenerator
    extends liquibase.sqlgenerator.core.AddPrimaryKeyGenerator {
  /** Called by {@link java.util.ServiceLoader}. */
  public AddPrimaryKeyGenerator() {}

  @Override
  public int getPriority() {
    return PRIORITY_DATABASE;
  }

  @Override
  public boolean supports(AddPrimaryKeyStatement statement, Database database) {
    return database instanceof MosqlDatabase;
  }

  @Override
  public Sql[] generateSql(
      AddPrimaryKeyStatement statement, Database database, SqlGeneratorChain chain) {
    return Arrays.stream(super.generateSql(statement, database, chain))
        .filter(sql -> !sql.toSql().startsWith("CLUSTER "))
        .toArray(Sql[]::new);
  }
}
