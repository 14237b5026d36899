package io.mosql.sql.session;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCache;
import io.mosql.sql.catalog.Need;
import io.mosql.sql.catalog.Right;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.Standing;
import io.mosql.sql.rights.Access;
import io.mosql.sql.rights.NotedCatalog;
import io.mosql.sql.rights.Principal;
import io.mosql.sql.rights.VisibleCatalog;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a session may do, asked at each execution of a statement.
 *
 * <p>Rights are judged by the catalog as the transaction sees it, and the rows that gave them count
 * as read: a transaction that relied on a right cannot commit after the REVOKE. In a transaction of
 * several statements whose snapshot is older than the newest catalog they are judged by that one as
 * well, so that a REVOKE counts for whatever begins after it.
 *
 * <p>Whoever may do everything costs one look at two fields; for others a judgement is remembered
 * until the plan, the account or the catalog is another one. Not thread-safe.
 */
final class SessionRights {
  private final DatabaseContext database;
  private final DatabaseCatalog catalogs;
  private final SessionTransaction transaction;
  private final Principal principal;
  private @Nullable Judged last;

  /** That this was allowed, and why. */
  private record Judged(List<Need> needs, Standing standing, long version, List<byte[]> keys) {
    @SuppressWarnings("ReferenceEquality") // Equal ones that are not the same are judged anew.
    boolean isOf(List<Need> asked, Standing now, long catalogVersion) {
      return needs == asked && standing == now && version == catalogVersion && version >= 0;
    }
  }

  SessionRights(
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
   * What the account is now.
   *
   * @throws MosqlException 28000 when it is gone or may not log in any more
   */
  Standing standing() {
    Standing standing = principal.standing();
    if (!standing.active()) {
      throw new MosqlException(
          SqlState.INVALID_AUTHORIZATION, "\"" + principal.user() + "\" may not log in any more");
    }
    return standing;
  }

  /** Makes sure that a statement that is about to run has what it needs. */
  void require(List<Need> needs, Catalog catalog) {
    Standing standing = standing();
    // What owners of views may do changes with their accounts: it is judged each time.
    boolean forOwners = Access.isForOwners(needs);
    if (standing.mayDoEverything() && !forOwners) {
      return;
    }
    Judged judged = last;
    if (judged == null || forOwners || !judged.isOf(needs, standing, catalog.version())) {
      Access access = new Access(standing, catalog);
      access.require(needs, this::owner);
      judged = new Judged(needs, standing, catalog.version(), access.keys());
      last = judged;
    }
    CatalogCache.use(judged.keys, transaction.current());
    if (!transaction.isSingle()) {
      Catalog newest = newerThan(catalog);
      if (newest != null) {
        new Access(standing, newest).require(needs, this::owner);
      }
    }
  }

  /** The newest catalog when it is another one. */
  private @Nullable Catalog newerThan(Catalog catalog) {
    if (catalog.version() < 0) {
      return null;
    }
    Catalog newest = catalogs.newest();
    return newest.version() > catalog.version() ? newest : null;
  }

  /** The same for a statement that is only made ready: what its result looks like is told. */
  void requireToPrepare(Prepared prepared, Catalog catalog) {
    if (prepared instanceof Prepared.Planned planned) {
      judge(planned.needs(), catalog);
    }
  }

  /** The same, judged by this catalog alone and not remembered as read. */
  void judge(List<Need> needs, Catalog catalog) {
    Standing standing = standing();
    if (!standing.mayDoEverything() || Access.isForOwners(needs)) {
      new Access(standing, catalog).require(needs, this::owner);
    }
  }

  private @Nullable Standing owner(long account) {
    return database.accounts().standing(account, database.name());
  }

  /** Plans something; an error in it tells nothing of tables that may not be seen. */
  <T> T planning(Catalog catalog, Function<Catalog, T> plan) {
    Standing standing = standing();
    if (standing.mayDoEverything()) {
      return plan.apply(catalog);
    }
    NotedCatalog noted = new NotedCatalog(catalog);
    try {
      return plan.apply(noted);
    } catch (MosqlException e) {
      noted.requireSeen(standing);
      throw e;
    }
  }

  void requireSequence(SequenceDef sequence, Right first, Right second) {
    Standing standing = standing();
    if (!standing.mayDoEverything()) {
      Access access = new Access(standing, transaction.catalogToPlan());
      access.requireSequence(sequence, first, second);
      CatalogCache.use(access.keys(), transaction.current());
    }
  }

  /** Makes sure that a schema may be looked into. */
  void requireUsage(String schema, Catalog catalog) {
    Standing standing = standing();
    if (!standing.mayDoEverything()) {
      new Access(standing, catalog).requireUsage(schema);
    }
  }

  /** As {@link #requireUsage}, of a schema that has to be there: else 3F000. */
  boolean requireSchema(String schema, Catalog catalog) {
    requireUsage(schema, catalog);
    if (!catalog.hasSchema(schema)) {
      throw new MosqlException(
          SqlState.UNDEFINED_SCHEMA, "schema \"" + schema + "\" does not exist");
    }
    return true;
  }

  /** COPY touches files of the server, which are not the database owner's. */
  void requireCopy() {
    Standing standing = standing();
    if (!standing.administrator() && (standing.databaseRights() & Right.COPY.bit()) == 0) {
      throw Access.denied("COPY", "database", database.name());
    }
  }

  /**
   * @param what is to be done, in capitals
   */
  void requireAdministrator(String what) {
    if (!standing().administrator()) {
      throw new MosqlException(
          SqlState.PRIVILEGE, "permission denied: " + what + " is for accounts with ADMIN");
    }
  }

  /** Whether somebody may know of the session: who has opened it, or an administrator. */
  boolean isSeenBy(Standing other) {
    return other.administrator() || principal.standing().account() == other.account();
  }

  /** The catalog as far as it may be seen. */
  Catalog visible(Catalog catalog) {
    return VisibleCatalog.of(catalog, standing());
  }
}
