package io.mosql.flyway;

import java.sql.SQLException;
import org.flywaydb.core.internal.database.base.Table;
import org.flywaydb.core.internal.jdbc.JdbcTemplate;

/** A table, read from {@code information_schema}. */
final class MosqlTable extends Table<MosqlDatabase, MosqlSchema> {
  MosqlTable(JdbcTemplate template, MosqlDatabase database, MosqlSchema schema, String name) {
    super(template, database, schema, name);
  }

  @Override
  protected void doDrop() throws SQLException {
    jdbcTemplate.execute("DROP TABLE IF EXISTS " + this + " CASCADE");
  }

  @Override
  protected boolean doExists() throws SQLException {
    return jdbcTemplate.queryForInt(
            "SELECT count(*) FROM information_schema.tables WHERE table_schema = ? AND table_name = ?",
            schema.getName(),
            name)
        > 0;
  }

  /** {@link MosqlConnection#lock} locks a row instead. */
  @Override
  protected void doLock() {}
}
