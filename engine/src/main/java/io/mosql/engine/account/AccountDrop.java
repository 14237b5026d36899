package io.mosql.engine.account;

import io.mosql.core.error.MosqlException;
import io.mosql.engine.account.NodeCatalog.Account;
import io.mosql.engine.account.NodeCatalog.Database;
import io.mosql.engine.database.DatabaseReference;
import io.mosql.engine.error.EngineErrorMessage;
import io.mosql.sql.privilege.NodeCommand;
import java.util.ArrayList;
import java.util.List;

/**
 * Executes DROP USER and DROP ROLE. An account that owns objects cannot be dropped. Its grants are
 * revoked in every database; the databases are opened for that, and this node must lead them.
 * Remaining privilege entries have no effect, since ids are not reused. The caller holds the
 * store's lock.
 */
final class AccountDrop {
  private final NodeCatalogStore store;
  private final long current;

  /**
   * @param current account that executes the command
   */
  AccountDrop(NodeCatalogStore store, long current) {
    this.store = store;
    this.current = current;
  }

  void run(NodeCommand.DropAccounts drop) {
    List<Account> accounts = new ArrayList<>();
    for (String name : drop.names()) {
      Account account = store.catalog().account(name);
      if (account != null) {
        requireFree(account);
        accounts.add(account);
      } else if (!drop.ifExists()) {
        throw EngineErrorMessage.UNDEFINED_ROLE.error(name);
      }
    }
    store.change(s -> accounts.forEach(account -> s.removeAccount(account.id())));
    for (Database database : databases()) {
      try (DatabaseReference use = store.databases().use(database)) {
        if (use.database().leads()) {
          accounts.forEach(account -> use.database().accountTraces().revokeAll(account.id()));
        }
      }
    }
  }

  private void requireFree(Account account) {
    if (account.id() == current) {
      throw EngineErrorMessage.CURRENT_USER_DROPPED.error();
    }
    if (account.admin() && account.login()) {
      requireAnotherAdministrator(store.catalog(), account);
    }
    for (Database database : databases()) {
      if (database.owner() == account.id()) {
        throw EngineErrorMessage.ROLE_OWNS_DATABASE.error(account.name(), database.name());
      }
      try (DatabaseReference use = store.databases().use(database)) {
        List<String> owned = use.database().accountTraces().ownedObjects(account.id());
        if (!owned.isEmpty()) {
          throw EngineErrorMessage.ROLE_OWNS_OBJECT.error(
              account.name(), owned.get(0), database.name());
        }
      }
    }
  }

  private List<Database> databases() {
    return store.catalog().databases().stream()
        .filter(database -> database.state() == Database.State.READY)
        .toList();
  }

  /**
   * Checks that a change does not remove the last administrator of the node.
   *
   * @throws MosqlException 55006 when it would
   */
  static void requireAnotherAdministrator(NodeCatalog accounts, Account account) {
    boolean another =
        accounts.accounts().stream()
            .anyMatch(other -> other.admin() && other.login() && other.id() != account.id());
    if (!another) {
      throw EngineErrorMessage.LAST_ADMINISTRATOR.error(account.name());
    }
  }
}
