package io.mosql.engine;

import io.mosql.sql.catalog.Standing;
import io.mosql.sql.rights.Principal;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Somebody who has logged in to a database. Thread-safe. */
final class AccountPrincipal implements Principal {
  private final NodeStore store;
  private final long account;
  private final String user;
  private final long database;
  private final String databaseName;
  private final String clientAddress;
  private final @Nullable LongSupplier seenElsewhere;
  private volatile Seen seen;

  /** What he was under one state of the accounts. */
  private record Seen(Accounts accounts, Standing standing) {}

  AccountPrincipal(
      NodeStore store, Accounts.Account account, Accounts.Database database, String clientAddress) {
    this(store, account, database, clientAddress, null);
  }

  /**
   * @param seenElsewhere position to tell to the client, if not that of the database
   */
  AccountPrincipal(
      NodeStore store,
      Accounts.Account account,
      Accounts.Database database,
      String clientAddress,
      @Nullable LongSupplier seenElsewhere) {
    this.seenElsewhere = seenElsewhere;
    this.store = store;
    this.account = account.id();
    this.user = account.name();
    this.database = database.id();
    this.databaseName = database.name();
    this.clientAddress = clientAddress;
    this.seen = look(store.accounts());
  }

  private Seen look(Accounts now) {
    Accounts.Database mine = now.database(databaseName);
    Standing standing = now.standing(account, mine != null && mine.id() == database ? mine : null);
    return new Seen(now, standing);
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
  public long seen(long position) {
    LongSupplier elsewhere = seenElsewhere;
    return elsewhere == null ? position : elsewhere.getAsLong();
  }

  @Override
  public Standing standing() {
    Accounts now = store.accounts();
    Seen known = seen;
    if (known.accounts != now) {
      Seen fresh = look(now);
      // What is the same stays the same object: sessions remember what they checked by it.
      known = fresh.standing.equals(known.standing) ? new Seen(now, known.standing) : fresh;
      seen = known;
    }
    return known.standing;
  }
}
