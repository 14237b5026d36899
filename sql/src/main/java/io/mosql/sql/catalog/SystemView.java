package io.mosql.sql.catalog;

import io.mosql.core.type.SqlType;
import io.mosql.storage.tree.PageStatistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A read-only view whose rows the engine makes when asked, such as {@code mosql.tables}.
 *
 * @param rows makes all rows, values of the carrier classes beside the columns
 */
public record SystemView(String schema, String name, List<Column> columns, Source rows) {
  public SystemView {
    columns = List.copyOf(columns);
  }

  /** A column; may hold NULL. */
  public record Column(String name, SqlType type) {}

  /** Makes rows. */
  @FunctionalInterface
  public interface Source {
    Iterable<@Nullable Object[]> rows(Request request);
  }

  /** Who asks: the catalog of the running transaction, and counts from its snapshot. */
  public interface Request {
    /** As far as whoever asks may see it. */
    Catalog catalog();

    /** What whoever asks is. */
    AccountPrivileges standing();

    /** Rows in a tree of the snapshot, not certified. */
    long rowCount(long tree);

    /** About how many bytes its rows take, their keys included; judged by some of them. */
    long rowBytes(long tree);

    /** The pages of a tree of the snapshot, not certified. */
    PageStatistics pages(long tree);
  }
}
