package io.mosql.jdbc;

import java.sql.ResultSet;

/**
 * How the result sets of a statement behave.
 *
 * @param scrollable whether all of {@link ResultSet#TYPE_SCROLL_INSENSITIVE} can be called
 * @param updatable whether rows can be changed, where the query allows it
 * @param holdability {@link ResultSet#HOLD_CURSORS_OVER_COMMIT} or {@link
 *     ResultSet#CLOSE_CURSORS_AT_COMMIT}
 */
record ResultSetMode(boolean scrollable, boolean updatable, int holdability) {
  int type() {
    return scrollable ? ResultSet.TYPE_SCROLL_INSENSITIVE : ResultSet.TYPE_FORWARD_ONLY;
  }

  int concurrency() {
    return updatable ? ResultSet.CONCUR_UPDATABLE : ResultSet.CONCUR_READ_ONLY;
  }

  boolean closesAtCommit() {
    return holdability == ResultSet.CLOSE_CURSORS_AT_COMMIT;
  }
}
