package io.mosql.engine.account;

import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.privilege.Principal;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The principal of an authenticated session: an account in one database. Thread-safe. */
public final class AccountPrincipal implements Principal {
  private final NodeCatalogStore store;
  private final long account;
  private final String user;
  private final long database;
  private final String databaseName;
  private final String clientAddress;
  private final @Nullable LongSupplier seenElsewhere;
  private volatile CachedPrivileges seen;

  /** The privileges under one snapshot of the accounts. */
  private record CachedPrivileges(NodeCatalog accounts, AccountPrivileges privileges) {}

  public AccountPrincipal(
      NodeCatalogStore store,
      NodeCatalog.Account account,
      NodeCatalog.Database database,
      String clientAddress) {
    this(store, account, database, clientAddress, null);
  }

  /**
   * @param seenElsewhere position to report to the client, if not that of the database
   */
  public AccountPrincipal(
      NodeCatalogStore store,
      NodeCatalog.Account account,
      NodeCatalog.Database database,
      String clientAddress,
      @Nullable LongSupplier seenElsewhere) {
    this.seenElsewhere = seenElsewhere;
    this.store = store;
    this.account = account.id();
    this.user = account.name();
    this.database = database.id();
    this.databaseName = database.name();
    this.clientAddress = clientAddress;
    this.seen = privilegesIn(store.catalog());
  }

  private CachedPrivileges privilegesIn(NodeCatalog now) {
    NodeCatalog.Database mine = now.database(databaseName);
    AccountPrivileges privileges =
        now.privileges(account, mine != null && mine.id() == database ? mine : null);
    return new CachedPrivileges(now, privileges);
  }

  @Override
  public String user() {
    return user;
  }

  @Override
  public String clientAddress() {
    return clientAddress;
  }

  @Override
  public long observedPosition(long position) {
    LongSupplier elsewhere = seenElsewhere;
    return elsewhere == null ? position : elsewhere.getAsLong();
  }

  @Override
  public AccountPrivileges privileges() {
    NodeCatalog now = store.catalog();
    CachedPrivileges known = seen;
    if (known.accounts != now) {
      CachedPrivileges fresh = privilegesIn(now);
      // Equal privileges stay the same object: sessions cache the results of checks by identity.
      known =
          fresh.privileges.equals(known.privileges)
              ? new CachedPrivileges(now, known.privileges)
              : fresh;
      seen = known;
    }
    return known.privileges;
  }
}
