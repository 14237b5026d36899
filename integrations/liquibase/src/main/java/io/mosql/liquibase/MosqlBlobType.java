package io.mosql.liquibase;

import liquibase.change.core.LoadDataChange;
import liquibase.database.Database;
import liquibase.datatype.DataTypeInfo;
import liquibase.datatype.DatabaseDataType;
import liquibase.datatype.LiquibaseDataType;
import liquibase.datatype.core.BlobType;

/** Bytes of any length, which for PostgreSQL are references to large objects. */
@DataTypeInfo(
    name = "blob",
    aliases = {
      "longblob",
      "longvarbinary",
      "java.sql.Types.BLOB",
      "java.sql.Types.LONGBLOB",
      "java.sql.Types.LONGVARBINARY",
      "java.sql.Types.VARBINARY",
      "java.sql.Types.BINARY",
      "varbinary",
      "binary",
      "image",
      "tinyblob",
      "mediumblob",
      "long binary",
      "long varbinary"
    },
    minParameters = 0,
    maxParameters = 1,
    priority = LiquibaseDataType.PRIORITY_DATABASE)
public final class MosqlBlobType extends BlobType {
  /** Called by {@link java.util.ServiceLoader}. */
  public MosqlBlobType() {}

  @Override
  public boolean supports(Database database) {
    return database instanceof MosqlDatabase;
  }

  @Override
  public DatabaseDataType toDatabaseDataType(Database database) {
    return new DatabaseDataType("BYTEA");
  }

  @Override
  public LoadDataChange.LOAD_DATA_TYPE getLoadTypeName() {
    return LoadDataChange.LOAD_DATA_TYPE.BLOB;
  }
}
