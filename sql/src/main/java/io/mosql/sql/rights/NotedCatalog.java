package io.mosql.sql.rights;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.Grant;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.Standing;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A catalog that notes which tables a statement asked for by name, so that an error in a statement
 * does not tell about tables that whoever wrote it may not see. Used by one thread.
 */
public final class NotedCatalog implements Catalog {
  private final Catalog all;
  private final List<TableDef> asked = new ArrayList<>();

  public NotedCatalog(Catalog all) {
    this.all = all;
  }

  /**
   * Makes sure that what was asked for may be seen.
   *
   * @throws io.mosql.core.error.MosqlException 42501 when some of it may not
   */
  public void requireSeen(Standing standing) {
    Access access = new Access(standing, all);
    for (TableDef table : asked) {
      access.requireUsage(table.schema());
      if (!access.sees(table.id())) {
        throw Access.denied("SELECT", "table", table.qualifiedName());
      }
    }
  }

  @Override
  public long version() {
    return all.version();
  }

  @Override
  public @Nullable TableDef table(String schema, String name) {
    TableDef table = all.table(schema, name);
    if (table != null) {
      asked.add(table);
    }
    return table;
  }

  @Override
  public @Nullable TableDef table(long id) {
    return all.table(id);
  }

  @Override
  public @Nullable SequenceDef sequence(String schema, String name) {
    return all.sequence(schema, name);
  }

  @Override
  public @Nullable SequenceDef sequence(long id) {
    return all.sequence(id);
  }

  @Override
  public boolean hasSchema(String schema) {
    return all.hasSchema(schema);
  }

  @Override
  public long schemaId(String schema) {
    return all.schemaId(schema);
  }

  @Override
  public List<String> schemas() {
    return all.schemas();
  }

  @Override
  public List<TableDef> tables() {
    return all.tables();
  }

  @Override
  public List<SequenceDef> sequences() {
    return all.sequences();
  }

  @Override
  public long owner(long object) {
    return all.owner(object);
  }

  @Override
  public Collection<Grant> grants(long object) {
    return all.grants(object);
  }

  @Override
  public List<SystemView> systemViews() {
    return all.systemViews();
  }

  @Override
  public @Nullable SystemView systemView(String schema, String name) {
    return all.systemView(schema, name);
  }
}
