package io.mosql.sql.rights;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.Standing;
import io.mosql.sql.catalog.TableDef;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A catalog that notes which tables a statement asked for by name, so that an error in a statement
 * does not tell about tables that whoever wrote it may not see. Used by one thread.
 */
public final class NotedCatalog extends ForwardingCatalog {
  private final List<TableDef> asked = new ArrayList<>();

  public NotedCatalog(Catalog all) {
    super(all);
  }

  /**
   * Makes sure that what was asked for may be seen.
   *
   * @throws io.mosql.core.error.MosqlException 42501 when some of it may not
   */
  public void requireSeen(Standing standing) {
    Access access = new Access(standing, all());
    for (TableDef table : asked) {
      access.requireUsage(table.schema());
      if (!access.sees(table.id())) {
        throw Access.denied("SELECT", "table", table.qualifiedName());
      }
    }
  }

  @Override
  public @Nullable TableDef table(String schema, String name) {
    TableDef table = all().table(schema, name);
    if (table != null) {
      asked.add(table);
    }
    return table;
  }
}
