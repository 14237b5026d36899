package io.mosql.engine;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.AuditLog;
import io.mosql.core.session.Login;
import io.mosql.core.session.ScramVerifier;
import io.mosql.core.session.ServerEngine;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.sql.catalog.Right;
import io.mosql.sql.catalog.Standing;
import io.mosql.sql.rights.Principal;
import io.mosql.sql.session.Oversight;
import io.mosql.storage.ContentDigest;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A data directory with its accounts and databases, as a server runs it. Thread-safe.
 *
 * <p>What stands in the system database is kept as one immutable {@link Accounts}, replaced after
 * each change; who logs in or runs a statement reads that field and takes no lock. Changes of
 * accounts and databases go one after the other.
 */
public final class Node implements ServerEngine, AutoCloseable {
  /** Name of the database that the first start creates. */
  public static final String DEFAULT_DATABASE = "mosql";

  /** Whom records and views call the server itself. */
  static final String SERVER = "mosql";

  private final NodeDirectory directory;
  private final NodeStore store;
  private final NodeAuthority authority;
  private final UserDatabases databases;
  private final @Nullable InitialAdministrator initial;
  private final @Nullable Oversight oversight;

  private Node(
      NodeDirectory directory,
      NodeStore store,
      NodeAuthority authority,
      UserDatabases databases,
      @Nullable InitialAdministrator initial,
      @Nullable Oversight oversight) {
    this.directory = directory;
    this.store = store;
    this.authority = authority;
    this.databases = databases;
    this.initial = initial;
    this.oversight = oversight;
  }

  /**
   * The account that this start created.
   *
   * @param password as it was generated; null when it was given
   */
  public record InitialAdministrator(String name, @Nullable String password) {
    /** Without the password: it may end up in a log. */
    @Override
    public String toString() {
      return "InitialAdministrator[name=" + name + "]";
    }
  }

  /**
   * Opens the data directory, made with an administrator and an empty database when there is none.
   * What a crash left of databases that were being created or dropped is cleaned up.
   *
   * @throws MosqlException 55006 when another process has the directory, 08001 when it is something
   *     else, 22023 for a password that cannot be one, as opening a database does
   */
  public static Node open(Path dataDirectory, NodeOptions options, AuditLog audit) {
    NodeDirectory directory = NodeDirectory.open(dataDirectory);
    try {
      NodePorts ports = new NodePorts(directory, options);
      UserDatabases databases = new UserDatabases(ports::openUser);
      NodeStore store = new NodeStore(ports.openSystem(), directory, databases, options);
      try {
        NodeAuthority authority = new NodeAuthority(store, audit);
        ports.setAuthority(authority);
        Oversight oversight = options.ports().oversight();
        return new Node(directory, store, authority, databases, store.prepare(), oversight);
      } catch (RuntimeException | Error e) {
        databases.close();
        store.close();
        throw e;
      }
    } catch (RuntimeException | Error e) {
      directory.close();
      throw e;
    }
  }

  /** Whether this start created the node. */
  public boolean isNew() {
    return initial != null;
  }

  /** The account that this start created; null when the node was there before. */
  public @Nullable InitialAdministrator initialAdministrator() {
    return initial;
  }

  /**
   * Gives an account another password, for whoever holds the data directory and has lost his.
   *
   * @throws MosqlException 42704 when there is no such account, 22023 for a password that cannot be
   *     one
   */
  public void setPassword(String user, String password) {
    authority.setPassword(user, password);
  }

  @Override
  public @Nullable ScramVerifier verifier(String user) {
    Accounts.Account account = store.accounts().account(user);
    return account == null || !account.login() ? null : account.verifier();
  }

  @Override
  public boolean isAdministrator(String user) {
    Accounts.Account account = store.accounts().account(user);
    return account != null && account.admin();
  }

  @Override
  public Session connect(Login login) {
    Accounts now = store.accounts();
    Accounts.Account account = now.account(login.user());
    if (account == null || !account.login()) {
      throw new MosqlException(
          SqlState.INVALID_AUTHORIZATION, "\"" + login.user() + "\" may not log in");
    }
    Accounts.Database database = now.database(login.database());
    if (database == null) {
      throw new MosqlException(
          SqlState.UNDEFINED_DATABASE, "database \"" + login.database() + "\" does not exist");
    }
    Principal principal = new AccountPrincipal(store, account, database, login.clientAddress());
    Standing standing = principal.standing();
    if (!standing.may(Right.CONNECT)) {
      throw new MosqlException(
          SqlState.PRIVILEGE, "permission denied: CONNECT on database \"" + database.name() + "\"");
    }
    Map<SessionProperty, String> properties = new EnumMap<>(SessionProperty.class);
    properties.putAll(login.properties());
    properties.keySet().removeIf(SessionProperty::isOfDatabase);
    UserDatabases.Use use = databases.use(database);
    try {
      return use.database().connect(properties, principal, use::close);
    } catch (RuntimeException | Error e) {
      use.close();
      throw e;
    }
  }

  /** Names of all databases, sorted. */
  public List<String> databases() {
    return store.accounts().databases().stream().map(Accounts.Database::name).toList();
  }

  /** Number of open sessions by state; none where nobody watches them. */
  public Map<String, Long> sessionsByState() {
    return oversight == null ? Map.of() : oversight.sessionsByState();
  }

  /**
   * Figures of the open databases by name; see {@link OpenDatabase#figures} and {@link
   * ClusterFigures}.
   */
  public Map<String, Map<String, Long>> figures() {
    Map<String, Map<String, Long>> figures = databases.figures();
    figures.replaceAll((name, own) -> ClusterFigures.with(own, authority.members(name)));
    return figures;
  }

  /**
   * What a database holds here, on this node; see {@link OpenDatabase#content}.
   *
   * @throws MosqlException 3D000 when there is no such database
   */
  public ContentDigest content(String name) {
    Accounts.Database database = store.accounts().database(name);
    if (database == null) {
      throw new MosqlException(
          SqlState.UNDEFINED_DATABASE, "database \"" + name + "\" does not exist");
    }
    try (UserDatabases.Use use = databases.use(database)) {
      return use.database().content();
    }
  }

  /** Why it cannot go on, such as a disk that failed under a database; null while it can. */
  public @Nullable String failure() {
    return databases.failure();
  }

  /** Ends all sessions and closes all databases. */
  @Override
  public void close() {
    try {
      databases.close();
    } finally {
      try {
        store.close();
      } finally {
        directory.close();
      }
    }
  }
}
