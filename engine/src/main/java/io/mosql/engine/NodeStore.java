package io.mosql.engine;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.ScramVerifier;
import io.mosql.engine.Accounts.Account;
import io.mosql.engine.Accounts.Database;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The accounts and databases of a node: reads and changes the system database, and makes and
 * deletes directories of databases as its rows say.
 *
 * <p>A row comes before its directory and goes after it, so that a crash leaves no directory that
 * nobody knows: what is not ready when the node starts is deleted. Thread-safe; changes go one
 * after the other, and are durable and seen by everybody when a method returns.
 */
final class NodeStore implements AutoCloseable {
  private final Object lock = new Object();
  private final SystemDatabase system;
  private final NodeDirectory directory;
  private final UserDatabases databases;
  private final NodeOptions options;
  private final Passwords passwords;
  private volatile Accounts accounts;

  /**
   * @param system closed with this
   */
  NodeStore(
      OpenDatabase system, NodeDirectory directory, UserDatabases databases, NodeOptions options) {
    this.directory = directory;
    this.databases = databases;
    this.options = options;
    this.passwords = new Passwords(options.ports().random(), options.passwordIterations());
    this.system = new SystemDatabase(system);
    this.accounts = this.system.read();
  }

  /** What holds now. */
  Accounts accounts() {
    return accounts;
  }

  /**
   * Finishes what a crash interrupted, and furnishes a new node.
   *
   * @return the account that was created; null when there were some
   */
  Node.@Nullable InitialAdministrator prepare() {
    synchronized (lock) {
      for (Database database : List.copyOf(accounts.databases())) {
        if (database.state() != Database.State.READY) {
          remove(database);
        }
      }
      if (!accounts.all().isEmpty()) {
        return null;
      }
      // The account comes last: without one, the next start begins anew.
      if (accounts.database(Node.DEFAULT_DATABASE) == null) {
        createDatabase(Node.DEFAULT_DATABASE, 0);
      }
      String given = options.password();
      String password = given == null ? passwords.generate() : given;
      ScramVerifier verifier = passwords.verifier(password);
      change(s -> s.addAccount(options.administrator(), true, true, verifier));
      return new Node.InitialAdministrator(
          options.administrator(), given == null ? password : null);
    }
  }

  private void change(java.util.function.Consumer<SystemDatabase> work) {
    system.change(work);
    accounts = system.read();
  }

  void setPassword(String user, String password) {
    ScramVerifier verifier = passwords.verifier(password);
    synchronized (lock) {
      Account account = accounts.account(user);
      if (account == null) {
        throw new MosqlException(SqlState.UNDEFINED_OBJECT, "user \"" + user + "\" does not exist");
      }
      change(s -> s.setVerifier(account.id(), verifier));
    }
  }

  /** Makes an empty database. The lock is held. */
  private void createDatabase(String name, long owner) {
    long[] id = {0};
    change(s -> id[0] = s.addDatabase(name, owner, Database.State.CREATING));
    Database database = new Database(id[0], name, owner, Database.State.CREATING);
    try {
      databases.use(database).close();
      change(s -> s.setState(database.id(), Database.State.READY));
    } catch (RuntimeException | Error e) {
      discard(database, e);
      throw e;
    }
  }

  /** Takes back what could not be made; the next start does what fails here. */
  private void discard(Database database, Throwable why) {
    try {
      databases.retire(database.id());
      remove(database);
    } catch (RuntimeException e) {
      why.addSuppressed(e);
    }
  }

  private void remove(Database database) {
    directory.delete(database.id());
    change(s -> s.removeDatabase(database.id()));
  }

  @Override
  public void close() {
    synchronized (lock) {
      system.close();
    }
  }
}
