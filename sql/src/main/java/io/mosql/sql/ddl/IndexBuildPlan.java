package io.mosql.sql.ddl;

import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.sort.TemporaryFiles;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides how a schema statement builds indexes on filled tables: within its transaction, or
 * afterwards, when the statement is a transaction of its own and the table is large. In that case
 * the statement only declares the index as {@code writeOnly}. Not thread-safe; for one run of a
 * statement.
 */
public final class IndexBuildPlan {
  private final TemporaryFiles sorting;
  private final long rowsMax;
  private final List<Pending> pending = new ArrayList<>();

  /** A declared index that is to be filled. */
  public record Pending(long tableId, long indexId) {}

  /**
   * @param rowsMax largest number of rows of a table for a build within the transaction
   */
  public IndexBuildPlan(TemporaryFiles sorting, long rowsMax) {
    this.sorting = sorting;
    this.rowsMax = rowsMax;
  }

  /** A plan that builds all indexes within the transaction. */
  public static IndexBuildPlan immediate(TemporaryFiles sorting) {
    return new IndexBuildPlan(sorting, Long.MAX_VALUE);
  }

  TemporaryFiles sorting() {
    return sorting;
  }

  boolean isDeferred(long rows) {
    return rows > rowsMax;
  }

  /** Whether builds may be deferred. */
  boolean mayDefer() {
    return rowsMax != Long.MAX_VALUE;
  }

  void add(long tableId, long indexId) {
    pending.add(new Pending(tableId, indexId));
  }

  /** A copy of the table without one of its indexes. */
  public static TableDef without(TableDef table, IndexDef index) {
    TableDraft draft = new TableDraft(table);
    draft.indexes.remove(index);
    draft.dropUnusedExpressions();
    return draft.table();
  }

  /** The index builds to run after the commit. */
  public List<Pending> pending() {
    return List.copyOf(pending);
  }
}
