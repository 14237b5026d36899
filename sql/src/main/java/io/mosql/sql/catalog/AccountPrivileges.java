package io.mosql.sql.catalog;

import java.util.Set;

/**
 * The roles and privileges of an account in one database at one moment. Immutable; a change of
 * accounts creates a new object, so that two objects are identical exactly when nothing relevant
 * has changed.
 *
 * @param active whether the account exists and may log in
 * @param account its id; 0 for a caller within the process
 * @param administrator whether it may do everything in every database
 * @param owner whether the account, or a role that it has, owns the database and so has all
 *     privileges on its objects
 * @param databasePrivileges bits of {@link Privilege} that it has on the database
 * @param identities accounts that it inherits privileges from: itself, its direct and indirect
 *     roles, and {@link #PUBLIC}
 */
public record AccountPrivileges(
    boolean active,
    long account,
    boolean administrator,
    boolean owner,
    int databasePrivileges,
    Set<Long> identities) {
  /** Id of PUBLIC, the group of all accounts. */
  public static final long PUBLIC = 0;

  /** The privileges of sessions within the process, which is trusted. */
  public static final AccountPrivileges TRUSTED =
      new AccountPrivileges(true, 0, true, true, 0, Set.of(PUBLIC));

  public AccountPrivileges {
    identities = Set.copyOf(identities);
  }

  /**
   * Whether it has all privileges on the objects of the database, so that no grants need to be
   * checked.
   */
  public boolean hasAllPrivileges() {
    return administrator || owner;
  }

  /** Whether it has a privilege on the database. */
  public boolean hasDatabasePrivilege(Privilege onDatabase) {
    return hasAllPrivileges() || (databasePrivileges & onDatabase.bit()) != 0;
  }
}
