package io.mosql.sql.privilege;

import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ForwardingCatalog;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A catalog restricted to the objects on which an account has some privilege, for views and lists.
 * A schema is visible to accounts with USAGE or CREATE on it; objects in a schema without USAGE are
 * not visible. A table is still found by its id, since an object that refers to it may be visible.
 * Immutable if the privileges are.
 */
public final class VisibleCatalog extends ForwardingCatalog {
  private final PrivilegeChecker access;

  private VisibleCatalog(Catalog all, PrivilegeChecker access) {
    super(all);
    this.access = access;
  }

  /** The catalog restricted to the objects visible to an account. */
  public static Catalog of(Catalog catalog, AccountPrivileges account) {
    return account.hasAllPrivileges()
        ? catalog
        : new VisibleCatalog(catalog, new PrivilegeChecker(account, catalog));
  }

  private boolean canSeeSchema(String schema) {
    long id = all().schemaId(schema);
    return id == 0 || access.canSee(id);
  }

  private boolean canSee(TableDef table) {
    return canSeeSchema(table.schema()) && access.canSee(table.id());
  }

  private boolean canSee(ViewDef view) {
    return canSeeSchema(view.schema()) && access.canSee(view.id());
  }

  private boolean canSee(SequenceDef sequence) {
    if (!canSeeSchema(sequence.schema())) {
      return false;
    }
    TableDef table = all().table(sequence.ownerTable());
    return access.canSee(sequence.id()) || table != null && canSee(table);
  }

  @Override
  public @Nullable TableDef table(String schema, String name) {
    TableDef table = all().table(schema, name);
    return table != null && canSee(table) ? table : null;
  }

  @Override
  public @Nullable SequenceDef sequence(String schema, String name) {
    SequenceDef sequence = all().sequence(schema, name);
    return sequence != null && canSee(sequence) ? sequence : null;
  }

  @Override
  public @Nullable ViewDef view(String schema, String name) {
    ViewDef view = all().view(schema, name);
    return view != null && canSee(view) ? view : null;
  }

  @Override
  public List<ViewDef> views() {
    return all().views().stream().filter(this::canSee).toList();
  }

  @Override
  public boolean hasSchema(String schema) {
    return all().hasSchema(schema) && canSeeSchema(schema);
  }

  @Override
  public long schemaId(String schema) {
    return canSeeSchema(schema) ? all().schemaId(schema) : 0;
  }

  @Override
  public List<String> schemas() {
    return all().schemas().stream().filter(this::canSeeSchema).toList();
  }

  @Override
  public List<TableDef> tables() {
    return all().tables().stream().filter(this::canSee).toList();
  }

  @Override
  public List<SequenceDef> sequences() {
    return all().sequences().stream().filter(this::canSee).toList();
  }
}
