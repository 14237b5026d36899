package io.mosql.engine.account;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.ScramVerifier;
import io.mosql.engine.account.NodeCatalog.Account;
import io.mosql.engine.account.NodeCatalog.ClientAddress;
import io.mosql.engine.account.NodeCatalog.Database;
import io.mosql.engine.account.NodeCatalog.DatabaseRight;
import io.mosql.engine.account.NodeCatalog.DroppedDatabase;
import io.mosql.engine.account.NodeCatalog.RoleMembership;
import io.mosql.engine.database.OpenDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tables of the system database: accounts, databases, privileges and cluster metadata. They are
 * tables of an ordinary database to which no client connects; a change is durable when the call
 * returns.
 *
 * <pre>
 * accounts         id, name, login, admin, iterations, salt, stored_key, server_key    the last four NULL without a password
 * memberships      role, member                                                        ids of accounts
 * databases        id, name, owner, state                                              the id names the directory
 * database_rights  database_id, grantee, rights, grantable                             bits of Right; grantee 0 is PUBLIC
 * placements       database_id, group_id, founders, nodes                              of a cluster: log, founders, and nodes with a replica, NULL for all
 * dropped          id, group_id                                                        dropped databases of a cluster
 * addresses        node, host, port                                                    address of a node for clients
 * nodes            node, host, port, listener, joined, format                          nodes of a cluster with their addresses for each other
 * arrivals         id, node                                                            one row for each addition of a node
 * transfers        database_id, node                                                   requested leadership transfers
 * secrets          name, content                                                       'nodes': shared secret of the nodes of a cluster
 * </pre>
 *
 * Ids are never reused. Not thread-safe: {@link NodeCatalogStore} serializes access.
 */
public final class SystemDatabase {
  private static final List<String> TABLES =
      List.of(
          "create table if not exists accounts (id bigint auto_increment primary key,"
              + " name varchar(128) not null unique, login boolean not null,"
              + " admin boolean not null, iterations integer, salt bytea, stored_key bytea,"
              + " server_key bytea)",
          "create table if not exists memberships (role bigint, member bigint,"
              + " primary key (role, member))",
          "create table if not exists databases (id bigint auto_increment primary key,"
              + " name varchar(128) not null unique, owner bigint not null,"
              + " state varchar(16) not null)",
          "create table if not exists database_rights (database_id bigint, grantee bigint,"
              + " rights integer not null, grantable integer not null,"
              + " primary key (database_id, grantee))",
          "create table if not exists placements (database_id bigint primary key,"
              + " group_id varchar(36) not null, founders varchar(4000), nodes varchar(4000))",
          "create table if not exists dropped (id bigint primary key,"
              + " group_id varchar(36) not null)",
          "create table if not exists addresses (node varchar(64) primary key,"
              + " host varchar(255) not null, port integer not null)",
          "create table if not exists nodes (node varchar(64) primary key,"
              + " host varchar(255) not null, port integer not null, listener boolean not null,"
              + " joined boolean not null, format bigint not null)",
          "create table if not exists arrivals (id bigint auto_increment primary key,"
              + " node varchar(64) not null)",
          "create table if not exists transfers (database_id bigint primary key,"
              + " node varchar(64) not null)",
          "create table if not exists secrets (name varchar(64) primary key,"
              + " content bytea not null)");

  private final SystemSession session;
  private final SystemSession reader;

  /**
   * @param database the caller closes it
   */
  SystemDatabase(OpenDatabase database) {
    this.session = new SystemSession(database);
    this.reader = new SystemSession(database);
  }

  /** Creates missing tables. */
  void create() {
    session.inTransaction(() -> TABLES.forEach(session::change));
  }

  /** Reads a consistent snapshot of all tables; empty while there are no tables. Any thread. */
  NodeCatalog read() {
    synchronized (reader) {
      NodeCatalog[] read = {NodeCatalog.NONE};
      try {
        reader.inTransaction(() -> read[0] = readAll());
      } catch (MosqlException e) {
        if (e.state() != SqlState.UNDEFINED_TABLE) {
          throw e;
        }
      }
      return read[0];
    }
  }

  /** The shared secret of the cluster's nodes; null while there is none. Any thread. */
  byte @Nullable [] secret() {
    synchronized (reader) {
      try {
        return reader.query("select content from secrets where name = 'nodes'").stream()
            .findFirst()
            .map(row -> bytes(row[0]))
            .orElse(null);
      } catch (MosqlException e) {
        if (e.state() != SqlState.UNDEFINED_TABLE) {
          throw e;
        }
        return null;
      }
    }
  }

  void setSecret(byte[] secret) {
    session.change("insert into secrets (name, content) values ('nodes', ?)", (Object) secret);
  }

  private NodeCatalog readAll() {
    return new NodeCatalog(
        rows(
            "select id, name, login, admin, iterations, salt, stored_key, server_key from accounts",
            SystemDatabase::account),
        rows("select role, member from memberships", r -> new RoleMembership(id(r[0]), id(r[1]))),
        rows(
            "select d.id, d.name, d.owner, d.state, p.group_id, p.founders, p.nodes from databases"
                + " d left join placements p on p.database_id = d.id",
            r ->
                new Database(
                    id(r[0]),
                    text(r[1]),
                    id(r[2]),
                    Database.State.valueOf(text(r[3])),
                    placement(r))),
        rows(
            "select database_id, grantee, rights, grantable from database_rights",
            r -> new DatabaseRight(id(r[0]), id(r[1]), bits(r[2]), bits(r[3]))),
        rows(
            "select id, group_id from dropped",
            r -> new DroppedDatabase(id(r[0]), UUID.fromString(text(r[1])))),
        rows(
            "select node, host, port from addresses",
            r -> new ClientAddress(text(r[0]), text(r[1]), bits(r[2]))),
        new ClusterCatalog(
            rows(
                "select n.node, n.host, n.port, n.listener, n.joined, n.format, a.id from nodes n"
                    + " left join (select node, max(id) as id from arrivals group by node) a"
                    + " on a.node = n.node order by n.node",
                SystemDatabase::node),
            rows("select database_id, node from transfers", SystemDatabase::transfer)));
  }

  private static ClusterCatalog.@Nullable Placement placement(@Nullable Object[] r) {
    return r[4] == null
        ? null
        : new ClusterCatalog.Placement(UUID.fromString(text(r[4])), names(r[5]), names(r[6]));
  }

  private static ClusterCatalog.NodeRow node(@Nullable Object[] r) {
    return new ClusterCatalog.NodeRow(
        text(r[0]),
        text(r[1]),
        bits(r[2]),
        flag(r[3]),
        flag(r[4]),
        id(r[5]),
        r[6] == null ? 0 : id(r[6]));
  }

  private static ClusterCatalog.LeadershipTransfer transfer(@Nullable Object[] r) {
    return new ClusterCatalog.LeadershipTransfer(id(r[0]), text(r[1]));
  }

  private static List<String> names(@Nullable Object value) {
    return value == null ? List.of() : List.of(((String) value).split(","));
  }

  private static @Nullable String list(List<String> names) {
    return names.isEmpty() ? null : String.join(",", names);
  }

  private <T> List<T> rows(String sql, RowReader<T> how) {
    List<T> all = new ArrayList<>();
    for (Object[] row : reader.query(sql)) {
      all.add(how.read(row));
    }
    return all;
  }

  private static Account account(@Nullable Object[] r) {
    ScramVerifier verifier =
        r[4] == null ? null : new ScramVerifier(bits(r[4]), bytes(r[5]), bytes(r[6]), bytes(r[7]));
    return new Account(id(r[0]), text(r[1]), flag(r[2]), flag(r[3]), verifier);
  }

  private static long id(@Nullable Object value) {
    return (Long) Objects.requireNonNull(value);
  }

  private static String text(@Nullable Object value) {
    return (String) Objects.requireNonNull(value);
  }

  private static boolean flag(@Nullable Object value) {
    return (Boolean) Objects.requireNonNull(value);
  }

  private static int bits(@Nullable Object value) {
    return (Integer) Objects.requireNonNull(value);
  }

  private static byte[] bytes(@Nullable Object value) {
    return (byte[]) Objects.requireNonNull(value);
  }

  /**
   * Runs several changes in one transaction.
   *
   * @throws MosqlException the error of a statement; nothing is changed then
   */
  void change(Consumer<SystemDatabase> work) {
    session.inTransaction(() -> work.accept(this));
  }

  long addAccount(String name, boolean login, boolean admin, @Nullable ScramVerifier verifier) {
    long id =
        session.insert(
            "insert into accounts (name, login, admin) values (?, ?, ?)", name, login, admin);
    if (verifier != null) {
      setVerifier(id, verifier);
    }
    return id;
  }

  void setFlags(long account, boolean login, boolean admin) {
    session.change("update accounts set login = ?, admin = ? where id = ?", login, admin, account);
  }

  void setVerifier(long account, @Nullable ScramVerifier verifier) {
    session.change(
        "update accounts set iterations = ?, salt = ?, stored_key = ?, server_key = ? where id = ?",
        verifier == null ? null : verifier.iterations(),
        verifier == null ? null : verifier.salt(),
        verifier == null ? null : verifier.storedKey(),
        verifier == null ? null : verifier.serverKey(),
        account);
  }

  void removeAccount(long account) {
    session.change("delete from accounts where id = ?", account);
    session.change("delete from memberships where role = ? or member = ?", account, account);
    session.change("delete from database_rights where grantee = ?", account);
  }

  void addMember(long role, long member) {
    session.change("insert into memberships (role, member) values (?, ?)", role, member);
  }

  void removeMember(long role, long member) {
    session.change("delete from memberships where role = ? and member = ?", role, member);
  }

  long addDatabase(
      String name, long owner, Database.State state, ClusterCatalog.@Nullable Placement placement) {
    long id =
        session.insert(
            "insert into databases (name, owner, state) values (?, ?, ?)",
            name,
            owner,
            state.name());
    if (placement != null) {
      place(id, placement);
    }
    return id;
  }

  /** Sets the placement of a database. */
  public void place(long database, ClusterCatalog.Placement placement) {
    session.change("delete from placements where database_id = ?", database);
    session.change(
        "insert into placements (database_id, group_id, founders, nodes) values (?, ?, ?, ?)",
        database,
        placement.group().toString(),
        list(placement.founders()),
        list(placement.nodes()));
  }

  /** Inserts or updates the row of a node. */
  public void setNode(ClusterCatalog.NodeRow node) {
    session.change("delete from nodes where node = ?", node.node());
    session.change(
        "insert into nodes (node, host, port, listener, joined, format) values (?, ?, ?, ?, ?, ?)",
        node.node(),
        node.host(),
        node.port(),
        node.listener(),
        node.joined(),
        node.format());
  }

  /** Records the addition of a node; returns its arrival number. */
  long addArrival(String node) {
    return session.insert("insert into arrivals (node) values (?)", node);
  }

  public void setJoined(String node) {
    session.change("update nodes set joined = ? where node = ?", true, node);
  }

  void removeNode(String node) {
    session.change("delete from nodes where node = ?", node);
    session.change("delete from addresses where node = ?", node);
    session.change("delete from transfers where node = ?", node);
  }

  /** Requests a leadership transfer of a database to a node. */
  void setTransfer(long database, String node) {
    removeTransfer(database);
    session.change("insert into transfers (database_id, node) values (?, ?)", database, node);
  }

  public void removeTransfer(long database) {
    session.change("delete from transfers where database_id = ?", database);
  }

  /** Deletes all rows of a cluster: the server left it, and may found another one. */
  public void forgetCluster() {
    for (String table :
        List.of("nodes", "arrivals", "transfers", "addresses", "placements", "dropped")) {
      session.change("delete from " + table);
    }
  }

  public void setAddress(ClientAddress address) {
    session.change("delete from addresses where node = ?", address.node());
    session.change(
        "insert into addresses (node, host, port) values (?, ?, ?)",
        address.node(),
        address.host(),
        address.port());
  }

  /** Sets the state of a database; returns whether it has a row. */
  public boolean setState(long database, Database.State state) {
    return session.change("update databases set state = ? where id = ?", state.name(), database)
        == 1;
  }

  void setOwner(long database, long owner) {
    session.change("update databases set owner = ? where id = ?", owner, database);
  }

  void removeDatabase(long database) {
    session.change(
        "insert into dropped (id, group_id)"
            + " select database_id, group_id from placements where database_id = ?",
        database);
    session.change("delete from placements where database_id = ?", database);
    session.change("delete from transfers where database_id = ?", database);
    session.change("delete from databases where id = ?", database);
    session.change("delete from database_rights where database_id = ?", database);
  }

  /** Sets the privileges of a grantee on a database; no bits delete the row. */
  void setRights(DatabaseRight right) {
    session.change(
        "delete from database_rights where database_id = ? and grantee = ?",
        right.database(),
        right.grantee());
    if (right.rights() != 0) {
      session.change(
          "insert into database_rights (database_id, grantee, rights, grantable)"
              + " values (?, ?, ?, ?)",
          right.database(),
          right.grantee(),
          right.rights(),
          right.grantable());
    }
  }

  /** Converts a row to an object. */
  private interface RowReader<T> {
    T read(@Nullable Object[] row);
  }
}
