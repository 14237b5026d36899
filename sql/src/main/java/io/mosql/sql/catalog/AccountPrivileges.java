package io.mosql.sql.catalog;

import java.util.Set;

/**
 * The roles and privileges of an account in one database at one moment. Immutable; a change of
 * accounts makes another one, so that two are the same exactly when nothing that matters has
 * changed.
 *
 * @param active whether the account exists and may log in
 * @param account its id; 0 for whoever is in the process itself
 * @param administrator whether it may do everything in every database
 * @param owner whether the database is its own, or that of a role that it has: it may then do
 *     everything with what is in it
 * @param databasePrivileges bits of {@link Privilege} that it has on the database
 * @param identities whose rights count for it: itself, its roles and theirs, and {@link #PUBLIC}
 */
public record AccountPrivileges(
    boolean active,
    long account,
    boolean administrator,
    boolean owner,
    int databasePrivileges,
    Set<Long> identities) {
  /** Id of everybody. */
  public static final long PUBLIC = 0;

  /** Of sessions within the process, which is trusted. */
  public static final AccountPrivileges TRUSTED =
      new AccountPrivileges(true, 0, true, true, 0, Set.of(PUBLIC));

  public AccountPrivileges {
    identities = Set.copyOf(identities);
  }

  /** Whether no rights have to be looked for: what is in the database is open to it. */
  public boolean hasAllPrivileges() {
    return administrator || owner;
  }

  /** Whether it has a right on the database. */
  public boolean hasDatabasePrivilege(Privilege onDatabase) {
    return hasAllPrivileges() || (databasePrivileges & onDatabase.bit()) != 0;
  }
}
