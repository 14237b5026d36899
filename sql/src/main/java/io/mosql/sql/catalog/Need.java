package io.mosql.sql.catalog;

/**
 * What a statement needs on a table or view.
 *
 * @param relation its id
 * @param rights bits of {@link Right}, all of which are needed
 * @param view on behalf of whose owner, through a view that reads the relation; 0 for whoever runs
 *     the statement
 */
public record Need(long relation, int rights, long view) {
  /** What whoever runs the statement needs. */
  public Need(long relation, int rights) {
    this(relation, rights, 0);
  }
}
