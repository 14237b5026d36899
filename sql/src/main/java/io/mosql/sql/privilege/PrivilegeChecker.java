package io.mosql.sql.privilege;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCodec;
import io.mosql.sql.catalog.Grant;
import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.catalog.RequiredPrivilege;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.sql.error.SqlErrorMessage;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Checks the privileges of an account by one catalog. It records the catalog rows that grant them:
 * a transaction that reads these rows cannot commit once a REVOKE has changed them. Not
 * thread-safe.
 *
 * <p>An account with all privileges is not checked, except for the owners of the views that it
 * reads.
 */
public final class PrivilegeChecker {
  private final AccountPrivileges account;
  private final Catalog catalog;
  private final List<byte[]> keys = new ArrayList<>();

  public PrivilegeChecker(AccountPrivileges account, Catalog catalog) {
    this.account = account;
    this.catalog = catalog;
  }

  /** Keys of the catalog rows that the results of the checks depend on. */
  public List<byte[]> keys() {
    return List.copyOf(keys);
  }

  /** The error for a missing privilege. */
  public static MosqlException denied(String what, String kind, String object) {
    return SqlErrorMessage.PERMISSION_DENIED.error(what, kind, object);
  }

  /**
   * @param owners returns the privileges of owners of views; null for dropped accounts
   * @throws MosqlException 42501 when a privilege is missing
   */
  public void require(
      List<RequiredPrivilege> required, LongFunction<@Nullable AccountPrivileges> owners) {
    for (RequiredPrivilege each : required) {
      if (each.view() == 0) {
        require(each);
      } else {
        requireOfOwner(each, owners);
      }
    }
  }

  /**
   * Whether owners of views need some of the privileges, besides the account that runs the
   * statement.
   */
  public static boolean requiresOwnerCheck(List<RequiredPrivilege> required) {
    return !required.isEmpty() && required.get(0).view() != 0;
  }

  private void require(RequiredPrivilege required) {
    if (account.hasAllPrivileges()) {
      return;
    }
    TableDef table = catalog.table(required.relation());
    ViewDef view = catalog.view(required.relation());
    if (table != null) {
      requireUsage(table.schema());
      requirePrivileges(required.privileges(), table.id(), "table", table.qualifiedName());
    } else if (view != null) {
      requireUsage(view.schema());
      requirePrivileges(required.privileges(), view.id(), "view", view.qualifiedName());
    }
  }

  /** Checks the owner of a view; a view without an owner may read everything. */
  private void requireOfOwner(
      RequiredPrivilege required, LongFunction<@Nullable AccountPrivileges> owners) {
    long owner = catalog.owner(required.view());
    if (owner == 0) {
      return;
    }
    keys.add(CatalogCodec.ownerKey(required.view()));
    AccountPrivileges of = owners.apply(owner);
    ViewDef view = catalog.view(required.view());
    if (of == null) {
      throw denied("SELECT", "view", view == null ? "" : view.qualifiedName());
    }
    PrivilegeChecker access = new PrivilegeChecker(of, catalog);
    access.require(new RequiredPrivilege(required.relation(), required.privileges()));
    keys.addAll(access.keys);
  }

  public void requireTable(TableDef table, Privilege privilege) {
    require(new RequiredPrivilege(table.id(), privilege.bit()));
  }

  /** Requires one of the privileges. */
  public void requireSequence(SequenceDef sequence, Privilege first, Privilege... others) {
    requireUsage(sequence.schema());
    String name = sequence.schema() + "." + sequence.name();
    if (sequence.ownerTable() != 0 && owns(sequence.ownerTable())) {
      return;
    }
    for (Privilege privilege : EnumSet.of(first, others)) {
      if (missing(privilege.bit(), sequence.id()).isEmpty()) {
        return;
      }
    }
    throw denied(first.name(), "sequence", name);
  }

  /** Requires USAGE on the schema. */
  public void requireUsage(String schema) {
    requireSchema(schema, Privilege.USAGE);
  }

  public void requireSchema(String schema, Privilege privilege) {
    long id = catalog.schemaId(schema);
    if (id != 0) {
      requirePrivileges(privilege.bit(), id, "schema", schema);
    }
  }

  private void requirePrivileges(int privileges, long object, String kind, String name) {
    Set<Privilege> missing = missing(privileges, object);
    if (!missing.isEmpty()) {
      throw denied(missing.iterator().next().name(), kind, name);
    }
  }

  /** The missing ones of some privileges on an object; its owner has all of them. */
  private Set<Privilege> missing(int privileges, long object) {
    int left = privileges;
    if (owns(object)) {
      return Set.of();
    }
    for (Grant grant : catalog.grants(object)) {
      if ((grant.privileges() & left) != 0 && account.identities().contains(grant.grantee())) {
        left &= ~grant.privileges();
        keys.add(CatalogCodec.grantKey(object, grant.grantee()));
      }
    }
    return Privilege.of(left);
  }

  /** Whether the account or one of its roles owns the object. */
  public boolean owns(long object) {
    long owner = catalog.owner(object);
    if (owner != 0 && account.identities().contains(owner)) {
      keys.add(CatalogCodec.ownerKey(object));
      return true;
    }
    return false;
  }

  public void requireOwner(long object, String kind, String name) {
    if (!owns(object)) {
      throw denied("ownership", kind, name);
    }
  }

  /**
   * Requires the grant option for some privileges.
   *
   * @throws MosqlException 42501 when a grant option is missing
   */
  void requireGrantable(int privileges, long object, String kind, String name) {
    if (owns(object)) {
      return;
    }
    int left = privileges;
    for (Grant grant : catalog.grants(object)) {
      if (account.identities().contains(grant.grantee())) {
        left &= ~grant.grantable();
      }
    }
    if (left != 0) {
      throw denied("GRANT OPTION FOR " + Privilege.of(left).iterator().next().name(), kind, name);
    }
  }

  /** Whether the object is visible: the account owns it or has some privilege on it. */
  boolean canSee(long object) {
    if (owns(object)) {
      return true;
    }
    for (Grant grant : catalog.grants(object)) {
      if (grant.privileges() != 0 && account.identities().contains(grant.grantee())) {
        return true;
      }
    }
    return false;
  }
}
