package io.mosql.sql.session.result;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.Catalog;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.transaction.ConflictInfo;
import io.mosql.storage.version.SystemTrees;
import org.jspecify.annotations.Nullable;

/**
 * Builds the errors for serialization conflicts. The texts name tables and indexes, never values.
 * Pure.
 */
public final class ConflictErrors {
  private static final String BEGIN = "could not serialize access: ";
  private static final String ADVICE = "; roll back and run the transaction again";

  private ConflictErrors() {}

  public static MosqlException error(CommitResult.Conflict conflict, Catalog catalog) {
    return error(conflict.tree(), conflict.reason(), catalog);
  }

  public static MosqlException error(ConflictInfo conflict, Catalog catalog) {
    return error(conflict.tree(), conflict.reason(), catalog);
  }

  /**
   * The error of a transaction that fails because one of its reads, not known which, has changed.
   */
  public static MosqlException changedReads() {
    return error("a row that this transaction read was changed by another one");
  }

  /**
   * The error of a query that encounters a changed row after some of its rows have been returned.
   */
  static MosqlException changedQuery() {
    return error("a row that this query was about to return was changed by another transaction");
  }

  private static MosqlException error(long tree, String reason, Catalog catalog) {
    if (tree == SystemTrees.CATALOG) {
      return error("the schema was changed by another transaction");
    }
    if (tree == SystemTrees.OUTCOMES) {
      return error("what became of this transaction was asked for before it committed");
    }
    String where = where(new TreeNames(catalog).of(tree));
    return error(
        switch (reason) {
              case "point read" ->
                  "a row of " + where + " that this transaction read was changed by";
              case "range read", "count", "table read" ->
                  "rows of " + where + " that this transaction read were changed by";
              case "key to insert is present" ->
                  "a row of " + where + " that this transaction inserts was inserted by";
              case "key to change is absent" ->
                  "a row of " + where + " that this transaction changes was deleted by";
              case "number out of range", "bound of a column" ->
                  "a number in " + where + " that this transaction adds to was changed too far by";
              case "tree was made or dropped" -> where + " was made or dropped by";
              default -> where + " was changed (" + reason + ") by";
            }
            + " another one");
  }

  private static String where(TreeNames.@Nullable Name name) {
    if (name == null) {
      return "a table that is gone";
    }
    String table = "table \"" + name.table().name() + "\"";
    String index = name.indexName();
    return index == null ? "the large values of " + table : table + " (index \"" + index + "\")";
  }

  private static MosqlException error(String what) {
    return new MosqlException(SqlState.SERIALIZATION_FAILURE, BEGIN + what + ADVICE);
  }
}
