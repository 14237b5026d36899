package io.mosql.sql.session.command;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCodec;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.copy.CopyProgress;
import io.mosql.sql.ddl.IndexBuildPlan;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.expression.TableExpressionProvider;
import io.mosql.sql.exec.table.IndexEntries;
import io.mosql.sql.session.context.DatabaseCatalog;
import io.mosql.sql.session.context.DatabaseContext;
import io.mosql.sql.session.result.StatementCancellation;
import io.mosql.sql.session.transaction.SessionTransaction;
import io.mosql.sql.sort.EntrySorter;
import io.mosql.sql.sort.EntryStream;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionOptions;
import io.mosql.storage.version.SystemTrees;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Backfills an index while other transactions write to its table.
 *
 * <pre>
 * 1  writeOnly   committed before: every writer from now on maintains the index
 * 2  collect     the entries of one snapshot are sorted
 * 3  chunks      each a transaction: an entry is written if its row still has it
 * 4  public      committed: the planner may use it
 * </pre>
 *
 * <p>A chunk reads the indexed columns of its rows, so that it does not commit when one of them
 * changed: it is then divided, and its entries are checked again against the current rows. As long
 * as no transaction has written to the table since the snapshot, the table is recorded as read as a
 * whole instead. In a unique index an entry must be absent or belong to the same row; an entry of
 * another row ends the build with 23505.
 *
 * <p>A build that fails drops the index again. A build that is interrupted by the end of the
 * process leaves the index {@code writeOnly}: writers still maintain it, views show it as being
 * built, and it may be dropped, or finished by the same statement. Concurrent builds of one index
 * are safe.
 *
 * <p>Only the last transaction carries the idempotency token by which a client queries the outcome
 * of its statement. An interrupted build is therefore reported as not committed, and is finished
 * when the statement is run again. Not thread-safe.
 */
final class IndexBackfill {
  /** A chunk with this many entries or fewer is not divided any more. */
  private static final int CHUNK_ROWS_MIN = 8;

  private final DatabaseContext database;
  private final DatabaseCatalog catalogs;
  private final IndexBuildOptions options;
  private final TableExpressionProvider formulas;
  private final IndexBuildPlan.Pending build;
  private final SessionTransaction session;
  private final StatementCancellation interruption;
  private final Consumer<@Nullable CopyProgress> progressListener;

  /** Progress of the build; null until the index to build has been determined. */
  private @Nullable CopyProgress progress;

  /** Position of the rows in the snapshot that was sorted. */
  private long position;

  private byte @Nullable [] previous;

  /**
   * @param session session that runs the statement
   * @param progressListener receives the progress, and null at the end
   */
  IndexBackfill(
      DatabaseContext database,
      DatabaseCatalog catalogs,
      IndexBuildOptions options,
      TableExpressionProvider formulas,
      IndexBuildPlan.Pending build,
      SessionTransaction session,
      StatementCancellation interruption,
      Consumer<@Nullable CopyProgress> progressListener) {
    this.database = database;
    this.catalogs = catalogs;
    this.options = options;
    this.formulas = formulas;
    this.build = build;
    this.session = session;
    this.interruption = interruption;
    this.progressListener = progressListener;
  }

  private record Entry(byte[] key, byte[] primaryKey) {}

  /** Table and index as a transaction sees them. */
  private record Target(TableDef table, IndexDef index, Catalog catalog) {
    IndexEntries entries(TableExpressionProvider formulas) {
      return new IndexEntries(table, index, catalog, formulas);
    }
  }

  /**
   * Runs the build to completion.
   *
   * @throws MosqlException 23505, 42704 when the index was dropped meanwhile, 57014
   */
  void run() {
    try (EntrySorter sorter = options.sorting().sorter()) {
      collect(sorter);
      EntryStream sorted = sorter.sorted();
      List<Entry> chunk = new ArrayList<>();
      while (sorted.next()) {
        chunk.add(new Entry(sorted.key(), sorted.value()));
        if (chunk.size() == options.chunkRows()) {
          writeWhole(chunk);
        }
      }
      writeWhole(chunk);
      publish();
    } catch (RuntimeException | Error e) {
      dropAfter(e);
      throw e;
    } finally {
      progressListener.accept(null);
    }
  }

  private void collect(EntrySorter sorter) {
    Transaction transaction = database.store().begin(true);
    try {
      Target target = target(transaction);
      position = transaction.treePosition(target.table().rowTree());
      CopyProgress reading =
          new CopyProgress(
              "CREATE INDEX", target.table().qualifiedName() + "." + target.index().name(), null);
      progress = reading;
      progressListener.accept(reading);
      long rows = transaction.estimates().count(target.table().rowTree(), null, null);
      target
          .entries(formulas)
          .collect(
              transaction,
              sorter,
              () -> {
                interruption.check();
                reading.setRows(reading.rows() + 1, rows);
              });
    } finally {
      transaction.rollback();
    }
  }

  private void writeWhole(List<Entry> chunk) {
    write(chunk);
    CopyProgress running = progress;
    if (running != null) {
      running.setCommittedRows(running.committedRows() + chunk.size());
    }
    chunk.clear();
  }

  /** Writes some entries; divides them as long as they conflict with writers. */
  private void write(List<Entry> chunk) {
    while (!chunk.isEmpty() && !tryWrite(chunk)) {
      if (chunk.size() > CHUNK_ROWS_MIN) {
        int half = chunk.size() / 2;
        write(chunk.subList(0, half));
        write(chunk.subList(half, chunk.size()));
        return;
      }
    }
  }

  private boolean tryWrite(List<Entry> chunk) {
    interruption.check();
    byte[] last = previous;
    boolean committed =
        commit(
            transaction -> {
              Target target = target(transaction);
              IndexEntries entries = target.entries(formulas);
              boolean quiet = transaction.treePosition(target.table().rowTree()) == position;
              if (quiet) {
                transaction.readWhole(target.table().rowTree());
              }
              byte[] before = last;
              for (Entry entry : chunk) {
                if (quiet) {
                  entries.putNext(entry.key(), entry.primaryKey(), before, transaction);
                  before = entry.key();
                } else if (entries.isOfRow(entry.key(), entry.primaryKey(), transaction)) {
                  entries.put(entry.key(), entry.primaryKey(), transaction);
                }
              }
              return true;
            });
    if (committed) {
      previous = chunk.get(chunk.size() - 1).key();
    }
    return committed;
  }

  /**
   * @throws MosqlException 40001 when the statement's outcome was already reported as not committed
   */
  private void publish() {
    TransactionOptions named = TransactionOptions.PLAIN.named(session.names().next());
    boolean done = false;
    while (!done) {
      interruption.check();
      Transaction transaction = database.store().begin(named);
      try {
        Target target = target(transaction);
        TableDef table = target.table();
        write(
            transaction,
            table.withIndexes(
                table.indexes().stream()
                    .map(i -> i.equals(target.index()) ? i.withWriteOnly(false) : i)
                    .toList()));
        transaction.waitForPrepared(session.lockWaitPolicy());
        CommitResult outcome = transaction.commit(0);
        session.requireRetryable(outcome);
        done = outcome instanceof CommitResult.Committed;
      } finally {
        session.names().transactionEnded(transaction);
        transaction.rollback();
      }
    }
  }

  private static void write(Transaction transaction, TableDef table) {
    transaction.put(
        SystemTrees.CATALOG, CatalogCodec.tableKey(table.id()), CatalogCodec.encode(table));
  }

  /**
   * Drops the index after a failure; an error of the drop is added to the failure as suppressed.
   */
  private void dropAfter(Throwable failure) {
    try {
      boolean done = false;
      while (!done) {
        done =
            commit(
                transaction -> {
                  Target target = targetOrNull(transaction);
                  if (target == null || !target.index().writeOnly()) {
                    return false;
                  }
                  write(transaction, IndexBuildPlan.without(target.table(), target.index()));
                  transaction.dropTree(target.index().id());
                  return true;
                });
      }
    } catch (RuntimeException | Error e) {
      failure.addSuppressed(e);
    }
  }

  private Target target(Transaction transaction) {
    Target target = targetOrNull(transaction);
    if (target == null) {
      throw SqlErrorMessage.INDEX_DROPPED_DURING_BUILD.error();
    }
    return target;
  }

  private @Nullable Target targetOrNull(Transaction transaction) {
    Catalog catalog = catalogs.read(transaction);
    TableDef table = catalog.table(build.tableId());
    IndexDef index = table == null ? null : table.index(build.indexId());
    return table == null || index == null ? null : new Target(table, index, catalog);
  }

  /** The work of one transaction; returns false when there is nothing to commit. */
  private interface Work {
    boolean run(Transaction transaction);
  }

  /** Runs a transaction; returns false after a conflict with another one. */
  private boolean commit(Work work) {
    Transaction transaction = database.store().begin(false);
    try {
      transaction.waitForPrepared(session.lockWaitPolicy());
      return !work.run(transaction) || transaction.commit() instanceof CommitResult.Committed;
    } finally {
      transaction.rollback();
    }
  }
}
