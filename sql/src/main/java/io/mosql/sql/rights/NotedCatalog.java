package io.mosql.sql.rights;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.Standing;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A catalog that notes which tables and views a statement asked for by name, so that an error in a
 * statement does not tell about those that whoever wrote it may not see. Used by one thread.
 */
public final class NotedCatalog extends ForwardingCatalog {
  private final List<Asked> asked = new ArrayList<>();

  private record Asked(long id, String kind, String schema, String qualifiedName) {}

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
    for (Asked relation : asked) {
      access.requireUsage(relation.schema);
      if (!access.sees(relation.id)) {
        throw Access.denied("SELECT", relation.kind, relation.qualifiedName);
      }
    }
  }

  @Override
  public @Nullable TableDef table(String schema, String name) {
    TableDef table = all().table(schema, name);
    if (table != null) {
      asked.add(new Asked(table.id(), "table", schema, table.qualifiedName()));
    }
    return table;
  }

  @Override
  public @Nullable ViewDef view(String schema, String name) {
    ViewDef view = all().view(schema, name);
    if (view != null) {
      asked.add(new Asked(view.id(), "view", schema, view.qualifiedName()));
    }
    return view;
  }
}
