package io.mosql.flyway;

import java.sql.SQLException;
import java.util.List;
import org.flywaydb.core.internal.database.base.Schema;
import org.flywaydb.core.internal.database.base.Table;
import org.flywaydb.core.internal.jdbc.JdbcTemplate;

/** A schema, read from {@code information_schema}. */
final class MosqlSchema extends Schema<MosqlDatabase, MosqlTable> {
  MosqlSchema(JdbcTemplate template, MosqlDatabase database, String name) {
    super(template, database, name);
  }

  @Override
  protected boolean doExists() throws SQLException {
    return jdbcTemplate.queryForInt(
            "SELECT count(*) FROM information_schema.schemata WHERE schema_name = ?", name)
        > 0;
  }

  @Override
  protected boolean doEmpty() throws SQLException {
    return names("table", "tables").isEmpty() && names("sequence", "sequences").isEmpty();
  }

  @Override
  protected void doCreate() throws SQLException {
    jdbcTemplate.execute("CREATE SCHEMA " + database.quote(name));
  }

  @Override
  protected void doDrop() throws SQLException {
    jdbcTemplate.execute("DROP SCHEMA " + database.quote(name) + " CASCADE");
  }

  @Override
  protected void doClean() throws SQLException {
    for (String view : names("table", "views")) {
      jdbcTemplate.execute("DROP VIEW IF EXISTS " + database.quote(name, view) + " CASCADE");
    }
    for (MosqlTable table : doAllTables()) {
      table.drop();
    }
    for (String sequence : names("sequence", "sequences")) {
      jdbcTemplate.execute("DROP SEQUENCE IF EXISTS " + database.quote(name, sequence));
    }
  }

  @Override
  protected MosqlTable[] doAllTables() throws SQLException {
    List<String> views = names("table", "views");
    return names("table", "tables").stream()
        .filter(table -> !views.contains(table))
        .map(this::table)
        .toArray(MosqlTable[]::new);
  }

  private List<String> names(String kind, String view) throws SQLException {
    return jdbcTemplate.queryForStringList(
        "SELECT %1$s_name FROM information_schema.%2$s WHERE %1$s_schema = ?".formatted(kind, view),
        name);
  }

  @Override
  public Table<?, ?> getTable(String table) {
    return table(table);
  }

  private MosqlTable table(String table) {
    return new MosqlTable(jdbcTemplate, database, this, table);
  }
}
