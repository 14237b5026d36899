package io.mosql.sql.privilege;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCodec;
import io.mosql.sql.catalog.Grant;
import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.catalog.RequiredPrivilege;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
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
  private final AccountPrivileges standing;
  private final Catalog catalog;
  private final List<byte[]> keys = new ArrayList<>();

  public PrivilegeChecker(AccountPrivileges standing, Catalog catalog) {
    this.standing = standing;
    this.catalog = catalog;
  }

  /** Keys of the catalog rows that the results of the checks depend on. */
  public List<byte[]> keys() {
    return List.copyOf(keys);
  }

  /** The error for a missing privilege. */
  public static MosqlException denied(String what, String kind, String object) {
    return new MosqlException(
        SqlState.PRIVILEGE, "permission denied: " + what + " on " + kind + " \"" + object + "\"");
  }

  /**
   * @param owners returns the privileges of owners of views; null for dropped accounts
   * @throws MosqlException 42501 when a privilege is missing
   */
  public void require(
      List<RequiredPrivilege> needs, LongFunction<@Nullable AccountPrivileges> owners) {
    for (RequiredPrivilege need : needs) {
      if (need.view() == 0) {
        require(need);
      } else {
        requireOfOwner(need, owners);
      }
    }
  }

  /**
   * Whether owners of views need some of the privileges, besides the account that runs the
   * statement.
   */
  public static boolean requiresOwnerCheck(List<RequiredPrivilege> needs) {
    return !needs.isEmpty() && needs.get(0).view() != 0;
  }

  private void require(RequiredPrivilege need) {
    if (standing.hasAllPrivileges()) {
      return;
    }
    TableDef table = catalog.table(need.relation());
    ViewDef view = catalog.view(need.relation());
    if (table != null) {
      requireUsage(table.schema());
      requirePrivileges(need.privileges(), table.id(), "table", table.qualifiedName());
    } else if (view != null) {
      requireUsage(view.schema());
      requirePrivileges(need.privileges(), view.id(), "view", view.qualifiedName());
    }
  }

  /** Checks the owner of a view; a view without an owner may read everything. */
  private void requireOfOwner(
      RequiredPrivilege need, LongFunction<@Nullable AccountPrivileges> owners) {
    long owner = catalog.owner(need.view());
    if (owner == 0) {
      return;
    }
    keys.add(CatalogCodec.ownerKey(need.view()));
    AccountPrivileges of = owners.apply(owner);
    ViewDef view = catalog.view(need.view());
    if (of == null) {
      throw denied("SELECT", "view", view == null ? "" : view.qualifiedName());
    }
    PrivilegeChecker access = new PrivilegeChecker(of, catalog);
    access.require(new RequiredPrivilege(need.relation(), need.privileges()));
    keys.addAll(access.keys);
  }

  public void requireTable(TableDef table, Privilege right) {
    require(new RequiredPrivilege(table.id(), right.bit()));
  }

  /** Requires one of the privileges. */
  public void requireSequence(SequenceDef sequence, Privilege first, Privilege... others) {
    requireUsage(sequence.schema());
    String name = sequence.schema() + "." + sequence.name();
    if (sequence.ownerTable() != 0 && owns(sequence.ownerTable())) {
      return;
    }
    for (Privilege right : EnumSet.of(first, others)) {
      if (missing(right.bit(), sequence.id()).isEmpty()) {
        return;
      }
    }
    throw denied(first.name(), "sequence", name);
  }

  /** Requires USAGE on the schema. */
  public void requireUsage(String schema) {
    requireSchema(schema, Privilege.USAGE);
  }

  public void requireSchema(String schema, Privilege right) {
    long id = catalog.schemaId(schema);
    if (id != 0) {
      requirePrivileges(right.bit(), id, "schema", schema);
    }
  }

  private void requirePrivileges(int rights, long object, String kind, String name) {
    Set<Privilege> missing = missing(rights, object);
    if (!missing.isEmpty()) {
      throw denied(missing.iterator().next().name(), kind, name);
    }
  }

  /** The missing ones of some privileges on an object; its owner has all of them. */
  private Set<Privilege> missing(int rights, long object) {
    int left = rights;
    if (owns(object)) {
      return Set.of();
    }
    for (Grant grant : catalog.grants(object)) {
      if ((grant.privileges() & left) != 0 && standing.identities().contains(grant.grantee())) {
        left &= ~grant.privileges();
        keys.add(CatalogCodec.grantKey(object, grant.grantee()));
      }
    }
    return Privilege.of(left);
  }

  /** Whether the account or one of its roles owns the object. */
  public boolean owns(long object) {
    long owner = catalog.owner(object);
    if (owner != 0 && standing.identities().contains(owner)) {
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
  void requireGrantable(int rights, long object, String kind, String name) {
    if (owns(object)) {
      return;
    }
    int left = rights;
    for (Grant grant : catalog.grants(object)) {
      if (standing.identities().contains(grant.grantee())) {
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
      if (grant.privileges() != 0 && standing.identities().contains(grant.grantee())) {
        return true;
      }
    }
    return false;
  }
}
