package io.mosql.sql.ddl;

import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.sort.TemporaryFiles;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides how a schema statement builds indexes on filled tables: within its transaction, or, when
 * that is the statement's own and the table is large, afterwards: then the statement only declares
 * the index: within its transaction, or, when that is the statement's own and the table is large,
 * afterwards: then the statement only declares the index as {@code writeOnly}. Not thread-safe; for
 * one run of a statement.
 */
public final class IndexBuildPlan {
  private final TemporaryFiles sorting;
  private final long rowsMax;
  private final List<Pending> pending = new ArrayList<>();

  /** An index that is declared and has to be filled. */
  public record Pending(long tableId, long indexId) {}

  /**
   * @param rowsMax with more rows than this a table's index is built afterwards
   */
  public IndexBuildPlan(TemporaryFiles sorting, long rowsMax) {
    this.sorting = sorting;
    this.rowsMax = rowsMax;
  }

  /** All are built within the transaction. */
  public static IndexBuildPlan immediate(TemporaryFiles sorting) {
    return new IndexBuildPlan(sorting, Long.MAX_VALUE);
  }

  TemporaryFiles sorting() {
    return sorting;
  }

  boolean isDeferred(long rows) {
    return rows > rowsMax;
  }

  /** Whether anything may be built afterwards. */
  boolean mayDefer() {
    return rowsMax != Long.MAX_VALUE;
  }

  void add(long tableId, long indexId) {
    pending.add(new Pending(tableId, indexId));
  }

  /** The table without one of its indexes. */
  public static TableDef without(TableDef table, IndexDef index) {
    TableDraft draft = new TableDraft(table);
    draft.indexes.remove(index);
    draft.dropUnusedExpressions();
    return draft.table();
  }

  /** What is left to do once the transaction has committed. */
  public List<Pending> pending() {
    return List.copyOf(pending);
  }
}
