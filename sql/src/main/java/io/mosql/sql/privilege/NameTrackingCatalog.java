package io.mosql.sql.privilege;

import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ForwardingCatalog;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A catalog that records the tables and views looked up by name, so that an error in a statement
 * reveals none that the account may not see. Used by one thread.
 */
public final class NameTrackingCatalog extends ForwardingCatalog {
  private final List<LookedUp> lookups = new ArrayList<>();

  private record LookedUp(long id, String kind, String schema, String qualifiedName) {}

  public NameTrackingCatalog(Catalog all) {
    super(all);
  }

  /**
   * Checks that all objects looked up by name are visible to the account.
   *
   * @throws io.mosql.core.error.MosqlException 42501 when one is not
   */
  public void requireVisible(AccountPrivileges account) {
    PrivilegeChecker access = new PrivilegeChecker(account, all());
    for (LookedUp relation : lookups) {
      access.requireUsage(relation.schema);
      if (!access.canSee(relation.id)) {
        throw PrivilegeChecker.denied("SELECT", relation.kind, relation.qualifiedName);
      }
    }
  }

  @Override
  public @Nullable TableDef table(String schema, String name) {
    TableDef table = all().table(schema, name);
    if (table != null) {
      lookups.add(new LookedUp(table.id(), "table", schema, table.qualifiedName()));
    }
    return table;
  }

  @Override
  public @Nullable ViewDef view(String schema, String name) {
    ViewDef view = all().view(schema, name);
    if (view != null) {
      lookups.add(new LookedUp(view.id(), "view", schema, view.qualifiedName()));
    }
    return view;
  }
}
