package io.mosql.engine.account;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.session.ScramVerifier;
import io.mosql.sql.catalog.AccountPrivileges;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An immutable snapshot of the system database: accounts, memberships, databases and their
 * privileges. Immutable, so that it is read without a lock.
 */
public final class NodeCatalog {
  private final Map<String, Account> byName = new TreeMap<>();
  private final Map<Long, Account> byId = new HashMap<>();
  private final Map<String, Database> databasesByName = new TreeMap<>();
  private final Map<Long, Set<Long>> rolesOf = new HashMap<>();
  private final Map<Long, List<DatabaseRight>> rightsOn = new HashMap<>();
  private final Map<String, ClientAddress> addressOf = new HashMap<>();
  private final List<DroppedDatabase> dropped;
  private final ClusterCatalog cluster;

  /** Catalog of a node that has not read the system database yet. */
  static final NodeCatalog NONE =
      new NodeCatalog(
          List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), ClusterCatalog.NONE);

  NodeCatalog(
      Collection<Account> accounts,
      Collection<RoleMembership> memberships,
      Collection<Database> databases,
      Collection<DatabaseRight> rights,
      Collection<DroppedDatabase> dropped,
      Collection<ClientAddress> addresses,
      ClusterCatalog cluster) {
    this.dropped = List.copyOf(dropped);
    this.cluster = cluster;
    for (ClientAddress address : addresses) {
      InvariantViolation.check(
          addressOf.put(address.node, address) == null, "a node has one address for clients");
    }
    for (Account account : accounts) {
      InvariantViolation.check(account.id > 0, "ids of accounts are positive", account.id, 1);
      InvariantViolation.check(
          byName.put(account.name, account) == null, "names of accounts are unique");
      InvariantViolation.check(byId.put(account.id, account) == null, "ids of accounts are unique");
    }
    Set<Long> ids = new HashSet<>();
    Set<UUID> groups = new HashSet<>();
    for (Database database : databases) {
      InvariantViolation.check(database.id > 0, "ids of databases are positive", database.id, 1);
      InvariantViolation.check(
          databasesByName.put(database.name, database) == null, "names of databases are unique");
      InvariantViolation.check(ids.add(database.id), "ids of databases are unique");
      InvariantViolation.check(
          database.group() == null || groups.add(database.group()),
          "groups of databases are unique");
    }
    for (DroppedDatabase drop : dropped) {
      InvariantViolation.check(
          ids.add(drop.id),
          "the id of a dropped database is not used again",
          () -> "id " + drop.id);
      InvariantViolation.check(
          groups.add(drop.group), "the group of a dropped database is not used again");
    }
    for (RoleMembership membership : memberships) {
      InvariantViolation.check(
          membership.role != membership.member, "a role is not a member of itself");
      rolesOf.computeIfAbsent(membership.member, id -> new HashSet<>()).add(membership.role);
    }
    for (DatabaseRight right : rights) {
      rightsOn.merge(
          right.database,
          List.of(right),
          (a, b) -> java.util.stream.Stream.concat(a.stream(), b.stream()).toList());
    }
  }

  /**
   * A user or a role: a role is a user that may not log in.
   *
   * @param verifier null without a password
   */
  public record Account(
      long id, String name, boolean login, boolean admin, @Nullable ScramVerifier verifier) {}

  /** Membership of an account in a role. */
  record RoleMembership(long role, long member) {}

  /**
   * A database.
   *
   * @param owner account, 0 when it belongs to the administrators
   * @param state whether it is complete
   * @param placement in a cluster; null for a single server
   */
  public record Database(
      long id, String name, long owner, State state, ClusterCatalog.@Nullable Placement placement) {
    /** Raft group of the log in a cluster; null for a single server. */
    public @Nullable UUID group() {
      return placement == null ? null : placement.group();
    }

    /** Only a ready database is visible; others are cleaned up when the node starts. */
    public enum State {
      CREATING,
      READY,
      DROPPING
    }
  }

  /**
   * Rights on a database.
   *
   * @param rights bits of {@link io.mosql.sql.catalog.Privilege}
   * @param grantable those with grant option
   */
  record DatabaseRight(long database, long grantee, int rights, int grantable) {}

  /** A dropped database of a cluster; nodes that were offline at the drop read it from this row. */
  public record DroppedDatabase(long id, UUID group) {}

  /** Address of a node for clients. */
  public record ClientAddress(String node, String host, int port) {}

  public @Nullable Account account(String name) {
    return byName.get(name);
  }

  @Nullable Account account(long id) {
    return byId.get(id);
  }

  /** By name. */
  public Collection<Account> accounts() {
    return Collections.unmodifiableCollection(byName.values());
  }

  /** The ready database of this name, or null. */
  public @Nullable Database database(String name) {
    Database database = databasesByName.get(name);
    return database == null || database.state != Database.State.READY ? null : database;
  }

  /** All databases by name, including incomplete ones. */
  public Collection<Database> databases() {
    return Collections.unmodifiableCollection(databasesByName.values());
  }

  public List<DroppedDatabase> dropped() {
    return dropped;
  }

  /** The nodes of the cluster. */
  public ClusterCatalog cluster() {
    return cluster;
  }

  /** Address of a node for clients; null when unknown. */
  public @Nullable ClientAddress address(String node) {
    return addressOf.get(node);
  }

  /** The roles granted directly to an account, without roles of those roles. */
  Set<Long> rolesOf(long account) {
    return rolesOf.getOrDefault(account, Set.of());
  }

  List<DatabaseRight> rightsOn(long database) {
    return rightsOn.getOrDefault(database, List.of());
  }

  /** The account itself, its direct and indirect roles, and PUBLIC. */
  Set<Long> identities(long account) {
    Set<Long> all = new HashSet<>();
    ArrayDeque<Long> open = new ArrayDeque<>(List.of(account));
    while (!open.isEmpty()) {
      long id = open.remove();
      if (all.add(id)) {
        open.addAll(rolesOf(id));
      }
    }
    all.add(AccountPrivileges.PUBLIC);
    return all;
  }

  /** The privileges of an account in a database; inactive when it was dropped or may not log in. */
  AccountPrivileges privileges(long id, @Nullable Database database) {
    Account account = byId.get(id);
    Set<Long> identities = identities(id);
    boolean owner = database != null && database.owner != 0 && identities.contains(database.owner);
    return new AccountPrivileges(
        account != null && account.login,
        id,
        account != null && account.admin,
        owner,
        database == null ? 0 : rights(identities, database.id),
        identities);
  }

  private int rights(Set<Long> identities, long database) {
    int bits = 0;
    for (DatabaseRight right : rightsOn(database)) {
      if (identities.contains(right.grantee)) {
        bits |= right.rights;
      }
    }
    return bits;
  }
}
