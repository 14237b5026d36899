package io.mosql.sql.session.transaction;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCache;
import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.catalog.RequiredPrivilege;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.privilege.NameTrackingCatalog;
import io.mosql.sql.privilege.Principal;
import io.mosql.sql.privilege.PrivilegeChecker;
import io.mosql.sql.privilege.VisibleCatalog;
import io.mosql.sql.session.context.DatabaseCatalog;
import io.mosql.sql.session.context.DatabaseContext;
import io.mosql.sql.session.prepare.Prepared;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Checks a session's privileges at each execution of a statement.
 *
 * <p>Privileges are checked by the catalog as the transaction sees it, and the rows that grant them
 * count as read: a transaction that relied on a privilege cannot commit after the REVOKE. In a
 * transaction of several statements with a snapshot older than the newest catalog, they are checked
 * by the newest catalog as well, so that a REVOKE applies to every statement that begins after it.
 *
 * <p>For an account with all privileges the check reads two fields; for others a successful check
 * is cached until the plan, the account or the catalog changes. Not thread-safe.
 */
public final class SessionPrivileges {
  private final DatabaseContext database;
  private final DatabaseCatalog catalogs;
  private final SessionTransaction transaction;
  private final Principal principal;
  private @Nullable CheckedPrivileges last;

  /** A successful check and its inputs. */
  private record CheckedPrivileges(
      List<RequiredPrivilege> needs,
      AccountPrivileges privileges,
      long version,
      List<byte[]> keys) {
    @SuppressWarnings("ReferenceEquality") // Equal but not identical ones are checked again.
    boolean isOf(List<RequiredPrivilege> asked, AccountPrivileges now, long catalogVersion) {
      return needs == asked && privileges == now && version == catalogVersion && version >= 0;
    }
  }

  public SessionPrivileges(
      DatabaseContext database,
      DatabaseCatalog catalogs,
      SessionTransaction transaction,
      Principal principal) {
    this.database = database;
    this.catalogs = catalogs;
    this.transaction = transaction;
    this.principal = principal;
  }

  /**
   * The current privileges of the account.
   *
   * @throws MosqlException 28000 when it was dropped or may not log in any more
   */
  public AccountPrivileges privileges() {
    AccountPrivileges privileges = principal.privileges();
    if (!privileges.active()) {
      throw SqlErrorMessage.LOGIN_REVOKED.error(principal.user());
    }
    return privileges;
  }

  /** Checks the privileges of a statement before its execution. */
  public void require(List<RequiredPrivilege> needs, Catalog catalog) {
    AccountPrivileges privileges = privileges();
    // The privileges of view owners change with their accounts, so they are checked each time.
    boolean forOwners = PrivilegeChecker.requiresOwnerCheck(needs);
    if (privileges.hasAllPrivileges() && !forOwners) {
      return;
    }
    CheckedPrivileges judged = last;
    if (judged == null || forOwners || !judged.isOf(needs, privileges, catalog.version())) {
      PrivilegeChecker access = new PrivilegeChecker(privileges, catalog);
      access.require(needs, this::owner);
      judged = new CheckedPrivileges(needs, privileges, catalog.version(), access.keys());
      last = judged;
    }
    CatalogCache.markRead(judged.keys, transaction.current());
    if (!transaction.isSingle()) {
      Catalog newest = newestIfDifferent(catalog);
      if (newest != null) {
        new PrivilegeChecker(privileges, newest).require(needs, this::owner);
      }
    }
  }

  /** The newest catalog if it differs from the given one, else null. */
  private @Nullable Catalog newestIfDifferent(Catalog catalog) {
    if (catalog.version() < 0) {
      return null;
    }
    Catalog newest = catalogs.newest();
    return newest.version() > catalog.version() ? newest : null;
  }

  /** Checks the privileges for preparing a statement, which reveals the columns of its result. */
  public void requireToPrepare(Prepared prepared, Catalog catalog) {
    if (prepared instanceof Prepared.Planned planned) {
      checkAndMarkRead(planned.needs(), catalog);
    }
  }

  /** Checks the privileges by this catalog alone; the rows that grant them do not count as read. */
  public void checkAndMarkRead(List<RequiredPrivilege> needs, Catalog catalog) {
    AccountPrivileges privileges = privileges();
    if (!privileges.hasAllPrivileges() || PrivilegeChecker.requiresOwnerCheck(needs)) {
      new PrivilegeChecker(privileges, catalog).require(needs, this::owner);
    }
  }

  private @Nullable AccountPrivileges owner(long account) {
    return database.accounts().privileges(account, database.name());
  }

  /** Runs planning; its errors reveal no tables that the account may not see. */
  public <T> T planning(Catalog catalog, Function<Catalog, T> plan) {
    AccountPrivileges privileges = privileges();
    if (privileges.hasAllPrivileges()) {
      return plan.apply(catalog);
    }
    NameTrackingCatalog noted = new NameTrackingCatalog(catalog);
    try {
      return plan.apply(noted);
    } catch (MosqlException e) {
      noted.requireVisible(privileges);
      throw e;
    }
  }

  void requireSequence(SequenceDef sequence, Privilege first, Privilege second) {
    AccountPrivileges privileges = privileges();
    if (!privileges.hasAllPrivileges()) {
      PrivilegeChecker access = new PrivilegeChecker(privileges, transaction.catalogToPlan());
      access.requireSequence(sequence, first, second);
      CatalogCache.markRead(access.keys(), transaction.current());
    }
  }

  /** Requires USAGE on a schema. */
  void requireUsage(String schema, Catalog catalog) {
    AccountPrivileges privileges = privileges();
    if (!privileges.hasAllPrivileges()) {
      new PrivilegeChecker(privileges, catalog).requireUsage(schema);
    }
  }

  /** As {@link #requireUsage}, for a schema that must exist: else 3F000. */
  public boolean requireSchema(String schema, Catalog catalog) {
    requireUsage(schema, catalog);
    if (!catalog.hasSchema(schema)) {
      throw SqlErrorMessage.UNDEFINED_SCHEMA.error(schema);
    }
    return true;
  }

  /**
   * Requires the privilege COPY, since files of the server do not belong to the owner of the
   * database.
   */
  public void requireCopy() {
    AccountPrivileges privileges = privileges();
    if (!privileges.administrator()
        && (privileges.databasePrivileges() & Privilege.COPY.bit()) == 0) {
      throw PrivilegeChecker.denied("COPY", "database", database.name());
    }
  }

  /**
   * @param what command to authorize, in capitals
   */
  public void requireAdministrator(String what) {
    if (!privileges().administrator()) {
      throw SqlErrorMessage.ADMINISTRATOR_REQUIRED.error(what);
    }
  }

  /** Whether an account may see the session: its own account, or an administrator. */
  public boolean isVisibleTo(AccountPrivileges other) {
    return other.administrator() || principal.privileges().account() == other.account();
  }

  /** The catalog restricted to the objects visible to the account. */
  public Catalog visible(Catalog catalog) {
    return VisibleCatalog.of(catalog, privileges());
  }
}
