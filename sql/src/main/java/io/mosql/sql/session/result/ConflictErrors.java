package io.mosql.sql.session.result;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.transaction.ConflictInfo;
import io.mosql.storage.version.SystemTrees;
import org.jspecify.annotations.Nullable;

/**
 * Builds the errors for serialization conflicts. The texts name tables and indexes, never values.
 * Pure.
 */
public final class ConflictErrors {
  private static final String HELD = "held by a prepared transaction";

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
    return SqlErrorMessage.READ_ROW_CHANGED.error();
  }

  /**
   * The error of a query that encounters a changed row after some of its rows have been returned.
   */
  static MosqlException changedQuery() {
    return SqlErrorMessage.QUERIED_ROW_CHANGED.error();
  }

  private static MosqlException error(long tree, String reason, Catalog catalog) {
    if (tree == SystemTrees.CATALOG && reason.equals(HELD)) {
      return SqlErrorMessage.HELD_BY_PREPARED.error("the schema");
    }
    if (tree == SystemTrees.CATALOG) {
      return SqlErrorMessage.SCHEMA_CHANGED.error();
    }
    if (tree == SystemTrees.OUTCOMES) {
      return SqlErrorMessage.OUTCOME_QUERIED.error();
    }
    String where = where(new TreeNames(catalog).of(tree));
    return switch (reason) {
      case HELD -> SqlErrorMessage.HELD_BY_PREPARED.error(where);
      case "point read" -> SqlErrorMessage.READ_ROW_OF_TABLE_CHANGED.error(where);
      case "range read", "count", "table read" -> SqlErrorMessage.READ_ROWS_CHANGED.error(where);
      case "key to insert is present" -> SqlErrorMessage.INSERTED_ROW_PRESENT.error(where);
      case "key to change is absent" -> SqlErrorMessage.CHANGED_ROW_DELETED.error(where);
      case "number out of range", "bound of a column" ->
          SqlErrorMessage.ADDED_NUMBER_CHANGED.error(where);
      case "tree was made or dropped" -> SqlErrorMessage.TABLE_CREATED_OR_DROPPED.error(where);
      default -> SqlErrorMessage.TABLE_CHANGED.error(where, reason);
    };
  }

  private static String where(TreeNames.@Nullable Name name) {
    if (name == null) {
      return "a dropped table";
    }
    String table = "table \"" + name.table().name() + "\"";
    String index = name.indexName();
    return index == null ? "the large values of " + table : table + " (index \"" + index + "\")";
  }
}
