package io.mosql.sql.catalog;

/**
 * Privileges that a statement requires on a table or view.
 *
 * @param relation its id
 * @param privileges bits of {@link Privilege}, all of which are needed
 * @param view on behalf of whose owner, through a view that reads the relation; 0 for whoever runs
 *     the statement
 */
public record RequiredPrivilege(long relation, int privileges, long view) {
  /** What whoever runs the statement needs. */
  public RequiredPrivilege(long relation, int rights) {
    this(relation, rights, 0);
  }
}
