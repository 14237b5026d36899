package io.mosql.sql.catalog;

import io.mosql.core.type.SqlType;
import io.mosql.storage.tree.PageStatistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A read-only view with rows produced by the engine at each query, such as {@code mosql.tables}.
 *
 * @param rows produces all rows, with values of the columns' Java classes
 */
public record SystemView(String schema, String name, List<Column> columns, Source rows) {
  /** The schema of the views that are MoSQL's own. */
  public static final String SCHEMA = "mosql";

  public SystemView {
    columns = List.copyOf(columns);
  }

  /**
   * Whether it is a view of schema {@code mosql}, which tools and the driver's metadata read: a
   * transaction that has read it is not certified on the catalog.
   */
  public boolean isIntrospection() {
    return schema.equals(SCHEMA);
  }

  /** A column; may hold NULL. */
  public record Column(String name, SqlType type) {}

  /** Produces the rows of a view. */
  @FunctionalInterface
  public interface Source {
    Iterable<@Nullable Object[]> rows(Request request);
  }

  /**
   * The context of a query on a system view: the account, the catalog of the running transaction,
   * and counts from its snapshot.
   */
  public interface Request {
    /** The catalog restricted to the objects visible to the account. */
    Catalog catalog();

    /** The privileges of the account. */
    AccountPrivileges privileges();

    /** Number of rows in a tree of the snapshot; does not count as read. */
    long rowCount(long tree);

    /** Estimated bytes of the rows and keys of a tree, by a sample. */
    long rowBytes(long tree);

    /** Statistics of the pages of a tree of the snapshot; do not count as read. */
    PageStatistics pages(long tree);
  }
}
