package io.mosql.engine.account;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.AuditLog;
import io.mosql.core.session.DelegatedIdentity;
import io.mosql.core.session.ScramVerifier;
import io.mosql.engine.account.NodeCatalog.Account;
import io.mosql.engine.account.NodeCatalog.Database;
import io.mosql.engine.account.NodeCatalog.DatabaseRight;
import io.mosql.engine.error.EngineErrorMessage;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.Grant;
import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.privilege.AccountService;
import io.mosql.sql.privilege.NodeCommand;
import io.mosql.sql.privilege.Principal;
import io.mosql.sql.privilege.PrivilegeChange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The account service of a node: answers queries about accounts and executes account and database
 * commands. Thread-safe; changes are serialized, and each is checked against the state at its
 * execution.
 */
public final class NodeAccountService implements AccountService {
  private final NodeCatalogStore store;
  private final AuditLog audit;
  private final CommandForwarder forwarder;
  private final @Nullable MemberDirectory cluster;
  private final AlterClusterCommands nodes;

  /**
   * @param forwarder forwards commands that another node must execute
   * @param cluster of the node; null for a single server
   */
  public NodeAccountService(
      NodeCatalogStore store,
      AuditLog audit,
      CommandForwarder forwarder,
      @Nullable MemberDirectory cluster) {
    this.store = store;
    this.audit = audit;
    this.forwarder = forwarder;
    this.cluster = cluster;
    this.nodes =
        new AlterClusterCommands(
            store, database -> cluster == null ? null : cluster.leader(database));
  }

  @Override
  public @Nullable Long accountId(String name) {
    Account account = store.catalog().account(name);
    return account == null ? null : account.id();
  }

  @Override
  public @Nullable String accountName(long id) {
    Account account = store.catalog().account(id);
    return account == null ? null : account.name();
  }

  @Override
  public @Nullable AccountPrivileges privileges(long id, String database) {
    NodeCatalog now = store.catalog();
    return now.account(id) == null ? null : now.privileges(id, now.database(database));
  }

  @Override
  public List<AccountInfo> accounts() {
    NodeCatalog now = store.catalog();
    return now.accounts().stream()
        .map(
            a ->
                new AccountInfo(
                    a.id(),
                    a.name(),
                    a.login(),
                    a.admin(),
                    a.verifier() != null,
                    List.copyOf(now.rolesOf(a.id()))))
        .toList();
  }

  @Override
  public List<HostedDatabase> databases() {
    NodeCatalog now = store.catalog();
    List<HostedDatabase> all = new ArrayList<>();
    for (Database database : now.databases()) {
      if (database.state() == Database.State.READY) {
        List<Grant> grants =
            now.rightsOn(database.id()).stream()
                .map(r -> new Grant(r.database(), r.grantee(), r.rights(), r.grantable()))
                .toList();
        long sessions = store.databases().sessionCount(database.id());
        all.add(
            new HostedDatabase(database.id(), database.name(), database.owner(), sessions, grants));
      }
    }
    return all;
  }

  @Override
  public List<DatabaseReplica> members(String name) {
    Database database = store.catalog().database(name);
    return database == null || cluster == null ? List.of() : cluster.members(database);
  }

  @Override
  public List<ClusterMember> nodes() {
    return cluster == null ? List.of() : cluster.nodes();
  }

  @Override
  public AuditLog audit() {
    return audit;
  }

  @Override
  public void requestTimestampRecord(String database, Principal by) {
    forwarder.askLeader(database, by);
  }

  @Override
  public void execute(NodeCommand command, StatementOrigin wording, Principal by) {
    if (forwarder.forward(wording, by)) {
      return;
    }
    synchronized (store.lock()) {
      AccountPrivileges privileges = by.privileges();
      if (command instanceof NodeCommand.CreateAccount create) {
        requireAdministrator(privileges, "CREATE " + (create.role() ? "ROLE" : "USER"));
        create(create);
      } else if (command instanceof NodeCommand.AlterAccount alter) {
        alter(alter, privileges);
      } else if (command instanceof NodeCommand.DropAccounts drop) {
        requireAdministrator(privileges, "DROP USER");
        new AccountDrop(store, privileges.account()).run(drop);
      } else if (command instanceof NodeCommand.ChangeRoleMembers change) {
        requireAdministrator(privileges, change.revoke() ? "REVOKE of a role" : "GRANT of a role");
        changeMembers(change);
      } else if (command instanceof NodeCommand.CreateDatabase create) {
        requireAdministrator(privileges, "CREATE DATABASE");
        create(create, privileges);
      } else if (command instanceof NodeCommand.DropDatabase drop) {
        drop(drop, privileges);
      } else if (command instanceof NodeCommand.ClusterCommand change) {
        requireAdministrator(privileges, "ALTER CLUSTER");
        requireCluster();
        nodes.run(change);
      } else if (command instanceof NodeCommand.SetDatabaseOwner set) {
        setOwner(set, privileges);
      } else {
        changeRights((NodeCommand.ChangeDatabasePrivileges) command, privileges);
      }
    }
  }

  /** Sets the password of an account, on behalf of the operator of the process. */
  public void setPassword(String user, String password) {
    ScramVerifier verifier = store.passwords().verifier(password);
    synchronized (store.lock()) {
      Account account = existing(user);
      store.change(s -> s.setVerifier(account.id(), verifier));
    }
  }

  private static void requireAdministrator(AccountPrivileges privileges, String what) {
    if (!privileges.administrator()) {
      throw SqlErrorMessage.ADMINISTRATOR_REQUIRED.error(what);
    }
  }

  private void requireCluster() {
    if (cluster == null) {
      throw EngineErrorMessage.NOT_A_CLUSTER.error();
    }
  }

  private Account existing(String name) {
    Account account = store.catalog().account(name);
    if (account == null) {
      throw EngineErrorMessage.UNDEFINED_ROLE.error(name);
    }
    return account;
  }

  private void create(NodeCommand.CreateAccount create) {
    if (create.name().equals(DelegatedIdentity.NODE)) {
      throw EngineErrorMessage.RESERVED_NODE_NAME.error(DelegatedIdentity.NODE);
    }
    if (create.name().equals(PrivilegeChange.PUBLIC)) {
      throw EngineErrorMessage.RESERVED_ROLE_NAME.error();
    }
    if (store.catalog().account(create.name()) != null) {
      if (create.ifNotExists()) {
        return;
      }
      throw EngineErrorMessage.DUPLICATE_ROLE.error(create.name());
    }
    Boolean login = create.login();
    boolean mayLogin = login == null ? !create.role() : login;
    boolean admin = Boolean.TRUE.equals(create.admin());
    String password = create.password();
    ScramVerifier verifier = password == null ? null : store.passwords().verifier(password);
    store.change(s -> s.addAccount(create.name(), mayLogin, admin, verifier));
  }

  private void alter(NodeCommand.AlterAccount alter, AccountPrivileges privileges) {
    String name = alter.name() == null ? accountName(privileges.account()) : alter.name();
    Account account = name == null ? null : store.catalog().account(name);
    boolean own = account != null && account.id() == privileges.account();
    if (!own || alter.login() != null || alter.admin() != null) {
      requireAdministrator(privileges, "ALTER USER");
    }
    if (account == null) {
      if (alter.ifExists()) {
        return;
      }
      account = existing(name == null ? "" : name);
    }
    long id = account.id();
    boolean login = alter.login() == null ? account.login() : alter.login();
    boolean admin = alter.admin() == null ? account.admin() : alter.admin();
    if (account.admin() && account.login() && !(admin && login)) {
      AccountDrop.requireAnotherAdministrator(store.catalog(), account);
    }
    String password = alter.password();
    ScramVerifier verifier =
        password == null || password.isEmpty() ? null : store.passwords().verifier(password);
    store.change(
        s -> {
          s.setFlags(id, login, admin);
          if (password != null) {
            s.setVerifier(id, verifier);
          }
        });
  }

  private void changeMembers(NodeCommand.ChangeRoleMembers change) {
    List<Account> roles = change.roles().stream().map(this::existing).toList();
    List<Account> members = change.members().stream().map(this::existing).toList();
    for (Account role : roles) {
      for (Account member : members) {
        boolean is = store.catalog().rolesOf(member.id()).contains(role.id());
        if (change.revoke() && is) {
          store.change(s -> s.removeMember(role.id(), member.id()));
        } else if (!change.revoke() && !is) {
          if (store.catalog().identities(role.id()).contains(member.id())) {
            throw EngineErrorMessage.ROLE_MEMBERSHIP_CYCLE.error(role.name(), member.name());
          }
          store.change(s -> s.addMember(role.id(), member.id()));
        }
      }
    }
  }

  private void create(NodeCommand.CreateDatabase create, AccountPrivileges privileges) {
    String owner = create.owner();
    long ownerId = owner == null ? privileges.account() : existing(owner).id();
    if (store.catalog().database(create.name()) != null) {
      if (create.ifNotExists()) {
        return;
      }
      throw EngineErrorMessage.DUPLICATE_DATABASE.error(create.name());
    }
    if (!create.nodes().isEmpty()) {
      requireCluster();
    }
    nodes.requireNodes(create.nodes());
    store.createDatabase(create.name(), ownerId, create.nodes());
    nodes.balanceLeadership(create.name());
  }

  /** The database; null when it is absent and may be. */
  private @Nullable Database database(String name, boolean mayBeMissing) {
    Database database = store.catalog().database(name);
    if (database == null && !mayBeMissing) {
      throw EngineErrorMessage.UNDEFINED_DATABASE.error(name);
    }
    return database;
  }

  private boolean owns(AccountPrivileges privileges, Database database) {
    return privileges.administrator()
        || database.owner() != 0 && privileges.identities().contains(database.owner());
  }

  private void requireOwner(AccountPrivileges privileges, Database database) {
    if (!owns(privileges, database)) {
      throw denied("ownership", database);
    }
  }

  private static MosqlException denied(String what, Database database) {
    return EngineErrorMessage.DATABASE_PRIVILEGE_REQUIRED.error(what, database.name());
  }

  private void drop(NodeCommand.DropDatabase drop, AccountPrivileges privileges) {
    Database database = database(drop.name(), drop.ifExists());
    if (database != null) {
      requireOwner(privileges, database);
      store.dropDatabase(database);
    }
  }

  private void setOwner(NodeCommand.SetDatabaseOwner set, AccountPrivileges privileges) {
    Database database = database(set.name(), set.ifExists());
    if (database == null) {
      return;
    }
    requireOwner(privileges, database);
    Account owner = existing(set.owner());
    if (!privileges.administrator() && !privileges.identities().contains(owner.id())) {
      throw EngineErrorMessage.ROLE_MEMBERSHIP_REQUIRED.error(owner.name());
    }
    store.change(s -> s.setOwner(database.id(), owner.id()));
  }

  private void changeRights(
      NodeCommand.ChangeDatabasePrivileges command, AccountPrivileges privileges) {
    PrivilegeChange change = command.change();
    List<Long> accounts = new ArrayList<>();
    for (String name : command.accounts()) {
      boolean toPublic = name.equals(PrivilegeChange.PUBLIC);
      if (toPublic && change.withGrantOption()) {
        throw SqlErrorMessage.GRANT_OPTION_TO_PUBLIC.error();
      }
      accounts.add(toPublic ? AccountPrivileges.PUBLIC : existing(name).id());
    }
    for (String name : command.databases()) {
      Database database = java.util.Objects.requireNonNull(database(name, false));
      requireGrantable(privileges, database, change);
      for (long account : accounts) {
        DatabaseRight before = right(database, account);
        store.change(
            s ->
                s.setRights(
                    new DatabaseRight(
                        database.id(),
                        account,
                        change.privileges(before.rights()),
                        change.grantable(before.grantable()))));
      }
    }
  }

  private DatabaseRight right(Database database, long account) {
    return store.catalog().rightsOn(database.id()).stream()
        .filter(right -> right.grantee() == account)
        .findFirst()
        .orElse(new DatabaseRight(database.id(), account, 0, 0));
  }

  private void requireGrantable(
      AccountPrivileges privileges, Database database, PrivilegeChange change) {
    if (privileges.administrator()) {
      return;
    }
    // COPY reads and writes files of the server, not of the database.
    int left =
        owns(privileges, database)
            ? change.privileges() & Privilege.COPY.bit()
            : change.privileges();
    for (DatabaseRight right : store.catalog().rightsOn(database.id())) {
      if (privileges.identities().contains(right.grantee())) {
        left &= ~right.grantable();
      }
    }
    if (left != 0) {
      throw denied("GRANT OPTION FOR " + Privilege.of(left).iterator().next(), database);
    }
  }
}
