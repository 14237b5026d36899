package io.mosql.sql.catalog;

/**
 * Privileges that a statement requires on a table or view.
 *
 * @param relation its id
 * @param privileges bits of {@link Privilege}, all of which are needed
 * @param view view that reads the relation, so that the owner of the view needs the privileges; 0
 *     when the account that runs the statement needs them
 */
public record RequiredPrivilege(long relation, int privileges, long view) {
  /** Privileges that the account that runs the statement needs. */
  public RequiredPrivilege(long relation, int privileges) {
    this(relation, privileges, 0);
  }
}
