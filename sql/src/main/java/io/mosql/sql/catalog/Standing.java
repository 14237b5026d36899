package io.mosql.sql.catalog;

import java.util.Set;

/**
 * What an account is at one moment, in one database. Immutable; a change of accounts makes another
 * one, so that two are the same exactly when nothing that matters has changed.
 *
 * @param active whether the account exists and may log in
 * @param account its id; 0 for whoever is in the process itself
 * @param administrator whether it may do everything in every database
 * @param owner whether the database is its own, or that of a role that it has: it may then do
 *     everything with what is in it
 * @param databaseRights bits of {@link Right} that it has on the database
 * @param identities whose rights count for it: itself, its roles and theirs, and {@link #PUBLIC}
 */
public record Standing(
    boolean active,
    long account,
    boolean administrator,
    boolean owner,
    int databaseRights,
    Set<Long> identities) {
  /** Id of everybody. */
  public static final long PUBLIC = 0;

  /** Of sessions within the process, which is trusted. */
  public static final Standing TRUSTED = new Standing(true, 0, true, true, 0, Set.of(PUBLIC));

  public Standing {
    identities = Set.copyOf(identities);
  }

  /** Whether no rights have to be looked for: what is in the database is open to it. */
  public boolean mayDoEverything() {
    return administrator || owner;
  }

  /** Whether it has a right on the database. */
  public boolean may(Right onDatabase) {
    return mayDoEverything() || (databaseRights & onDatabase.bit()) != 0;
  }
}
