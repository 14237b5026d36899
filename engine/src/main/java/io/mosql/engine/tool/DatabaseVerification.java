package io.mosql.engine.tool;

import io.mosql.consensus.local.LocalLog;
import io.mosql.consensus.local.LogSummary;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.files.ReadOnlyDirectory;
import io.mosql.core.port.StorageDirectory;
import io.mosql.engine.database.DatabaseDirectory;
import io.mosql.engine.database.ExistingDirectories;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCache;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.table.TableVerifier;
import io.mosql.sql.session.prepare.PlannedTableExpressions;
import io.mosql.storage.Inspection;
import io.mosql.storage.TreeInfo;
import io.mosql.storage.backup.BackupDirectory;
import io.mosql.storage.page.Manifest;
import io.mosql.storage.page.ManifestFile;
import io.mosql.storage.page.PageOptions;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.page.SegmentCheck;
import io.mosql.storage.page.SegmentEntry;
import io.mosql.storage.transaction.TransactionReader;
import io.mosql.storage.tree.TreeShape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Verifies a database that no process has open, or a backup: reads it completely and compares all
 * redundant information. Changes nothing in the directory; the log after the checkpoint is applied
 * in memory.
 *
 * <pre>
 * manifest    its checksum; that the segments it names are there
 * segments    headers, sizes, SHA-256
 * pages       every page: checksum, contents; every tree: order, separators, counts, depth, sizes
 * live bytes  count of each segment in the manifest against the pages reachable from trees
 * log         every record's checksums, no gap; that each record fits its predecessors
 * tables      rows, index entries, foreign keys, large values: see {@link TableVerifier}
 * </pre>
 *
 * <p>A step that depends on a failed step is skipped. Used once, by one thread.
 */
public final class DatabaseVerification {
  private final ReadOnlyDirectory files;
  private final TreeShape shape;
  private final long cacheBytes;
  private final ToolReport report;
  private long problems;

  DatabaseVerification(
      StorageDirectory files, TreeShape shape, long cacheBytes, ToolReport report) {
    this.files = new ReadOnlyDirectory(files);
    this.shape = shape;
    this.cacheBytes = cacheBytes;
    this.report = report;
  }

  /**
   * Verifies a database or a backup.
   *
   * @return number of problems
   * @throws MosqlException when it could not be read: 58P01, 08001 or 22023 when there is none,
   *     55006 when another process has locked it, 0A000 when a format is unknown, 58030
   */
  public static long verify(Path directory, ToolReport report) {
    try (StorageDirectory files = ExistingDirectories.existing(directory)) {
      boolean backup = files.exists(BackupDirectory.MARKER);
      AutoCloseable lock =
          backup ? BackupDirectory.open(files) : DatabaseDirectory.enterToRead(files);
      try {
        OpenDatabase.Ports ports = OpenDatabase.Ports.system();
        return new DatabaseVerification(
                files, ports.options().shape(), ports.pages().cacheBytes(), report)
            .run(backup);
      } finally {
        DatabaseDirectory.release(lock);
      }
    } catch (IOException e) {
      throw ExistingDirectories.failed("cannot read " + directory, e);
    }
  }

  private void problem(String text) {
    problems++;
    report.problem(text);
  }

  /** Counts and reports an error about damage; other errors are thrown again. */
  private void problem(MosqlException e) {
    if (e.state() == SqlState.FEATURE_NOT_SUPPORTED || e.state() == SqlState.OUT_OF_MEMORY) {
      throw e;
    }
    problem(String.valueOf(e.getMessage()));
  }

  /** Verifies a directory that is locked. */
  long run(boolean backup) throws IOException {
    Manifest manifest;
    try {
      manifest = backup ? BackupDirectory.manifest(files) : ManifestFile.read(files);
    } catch (MosqlException e) {
      problem(e);
      return problems;
    }
    report.done("manifest", manifest == null ? "none yet" : describe(manifest));
    if (manifest != null) {
      segments(manifest);
    }
    try (PageStore pages = PageStore.openToRead(files, PageOptions.withCache(cacheBytes))) {
      Inspection inspection = new Inspection(pages, shape);
      boolean sound = pages(inspection);
      if (manifest != null && manifest.log().entry() > 0) {
        report.done("log", "a node's replicated log, which is not looked at");
      } else if (!backup) {
        sound &= log(inspection, manifest == null ? 0 : manifest.logIndex());
      }
      if (sound) {
        tables(inspection);
      }
    } catch (MosqlException e) {
      problem(e);
    }
    return problems;
  }

  private static String describe(Manifest manifest) {
    return "position "
        + manifest.position()
        + ", log index "
        + manifest.logIndex()
        + ", "
        + manifest.trees().size()
        + " trees, "
        + manifest.segments().size()
        + " segments";
  }

  private void segments(Manifest manifest) {
    long total = manifest.segments().stream().mapToLong(SegmentEntry::bytes).sum();
    long[] done = {0};
    SegmentCheck.check(
        files,
        manifest,
        (segment, wrong) -> {
          if (wrong != null) {
            problem(wrong);
          }
          done[0] += segment.bytes();
          report.progress("segments", done[0], total);
          return true;
        });
    report.done("segments", manifest.segments().size() + ", " + total + " bytes");
  }

  private boolean pages(Inspection inspection) {
    long before = problems;
    List<TreeInfo> trees = inspection.trees();
    long pages = 0;
    for (int i = 0; i < trees.size(); i++) {
      pages += inspection.checkPages(trees.get(i).id(), this::problem);
      report.progress("trees", i + 1, trees.size());
    }
    report.done("pages", pages + " in " + trees.size() + " trees");
    if (problems == before) {
      inspection.checkLiveBytes(this::problem);
      report.done("live bytes", "as the manifest counts them");
    }
    return problems == before;
  }

  /**
   * Reads all records, except those before a gap in the purged part, and applies the records after
   * the checkpoint.
   */
  private boolean log(Inspection inspection, long afterIndex) {
    long before = problems;
    Map<Long, Long> positions = new HashMap<>();
    inspection.trees().forEach(tree -> positions.put(tree.id(), tree.position()));
    try {
      long first = LocalLog.unbrokenFrom(files, afterIndex);
      long from = first == 0 ? afterIndex : Math.min(afterIndex, first - 1);
      List<LogSummary> contents = new ArrayList<>();
      Inspection.Replayed replayed =
          inspection.replay(
              machine ->
                  contents.add(
                      LocalLog.inspect(
                          files,
                          from,
                          (index, record) -> {
                            if (index > afterIndex) {
                              machine.deliver(index, record);
                            }
                          })));
      LogSummary found = contents.get(0);
      report.done(
          "log",
          found.records()
              + " records, "
              + found.bytes()
              + " bytes, up to index "
              + found.lastIndex()
              + "; "
              + replayed.records()
              + " applied, up to position "
              + inspection.position());
      if (replayed.foreign() > 0) {
        problem("the log has " + replayed.foreign() + " records of another timeline");
      }
    } catch (MosqlException e) {
      problem(e);
      return false;
    }
    for (TreeInfo tree : inspection.trees()) {
      Long position = positions.get(tree.id());
      if (position == null || position != tree.position()) {
        inspection.checkTree(tree.id(), this::problem);
      }
    }
    return problems == before;
  }

  private void tables(Inspection inspection) {
    TransactionReader reader = inspection.reader();
    Catalog catalog = new CatalogCache(List::of).read(reader);
    TableVerifier check =
        new TableVerifier(reader, catalog, PlannedTableExpressions.standalone(), this::problem);
    List<TableDef> tables = catalog.tables();
    for (int i = 0; i < tables.size(); i++) {
      check.check(tables.get(i));
      report.progress("tables", i + 1, tables.size());
    }
    check.checkTrees(inspection.trees().stream().map(TreeInfo::id).toList());
    report.done(
        "tables",
        tables.size()
            + ", "
            + check.rows()
            + " rows, "
            + check.entries()
            + " index entries, "
            + check.references()
            + " references, "
            + check.largeValues()
            + " large values");
  }
}
