package io.mosql.engine.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.local.LocalLog;
import io.mosql.consensus.local.LogOptions;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.engine.SessionClient;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.tool.DatabaseCopiesTest.Heard;
import io.mosql.sql.catalog.CatalogCache;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.copy.CopyFiles;
import io.mosql.storage.Store;
import io.mosql.storage.checkpoint.CheckpointOptions;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.page.Manifest;
import io.mosql.storage.page.ManifestFile;
import io.mosql.storage.page.PageOptions;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.page.SegmentEntry;
import io.mosql.storage.page.SegmentId;
import io.mosql.storage.page.TreeEntry;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.ColumnSet;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.SeededRandom;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each kind of damage is detected and named; verification changes nothing. */
final class DatabaseVerificationTest {
  private final OpenDatabase.Ports ports =
      new OpenDatabase.Ports(
          new ManualClock(),
          new SeededRandom(5),
          LogOptions.small(32 << 10),
          StoreOptions.DEFAULT.withShape(TreeShape.TINY),
          new CheckpointOptions(1 << 30, Long.MAX_VALUE / 2000, 8 << 20, 0, 1 << 30, false),
          PageOptions.withCache(256 << 10).withSegmentBytes(4 << 10),
          CopyFiles.NONE);

  private final MemoryDirectory files = new MemoryDirectory("db");

  @BeforeEach
  void fill() {
    try (OpenDatabase database = OpenDatabase.in(files, "test", ports, () -> {});
        SessionClient client = new SessionClient(database)) {
      client.change("create table p (id int primary key, name varchar(20) not null unique)");
      client.change("create table c (id int primary key, p_id int references p, n int, note text)");
      client.change("create index c_n on c (n)");
      client.change("create index c_g on c using gin ((jsonb_build_array(n, p_id))) where n < 3");
      for (int i = 0; i < 120; i++) {
        client.change("insert into p values (?, ?)", i, "name " + i);
        client.change(
            "insert into c values (?, ?, ?, ?)",
            i,
            i % 7 == 0 ? null : i,
            i % 10,
            i % 40 == 0 ? "long ".repeat(4000) : "short");
      }
    }
  }

  private Heard verify() {
    Heard heard = new Heard();
    Map<String, ByteBuffer> before = contents();
    try {
      new DatabaseVerification(files, TreeShape.TINY, 1 << 20, heard).run(false);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    assertThat(contents()).isEqualTo(before);
    return heard;
  }

  private Map<String, ByteBuffer> contents() {
    Map<String, ByteBuffer> contents = new TreeMap<>();
    for (String name : files.list()) {
      try (var file = files.open(name, false)) {
        byte[] bytes = new byte[(int) file.size()];
        file.read(0, bytes, 0, bytes.length);
        contents.put(name, ByteBuffer.wrap(bytes));
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
    return contents;
  }

  /**
   * Changes trees below SQL, and closes; with a final checkpoint, or in the state after a crash.
   */
  private void tamper(BiConsumer<Transaction, Map<String, TableDef>> change) {
    LocalLog log = new LocalLog(files, ports.clock(), ports.random(), ports.log());
    try (Store store =
        Store.open(
            log,
            PageStore.open(files, ports.random(), ports.pages()),
            ports.clock(),
            ports.random(),
            ports.options(),
            ports.checkpoints())) {
      Transaction transaction = store.begin(false);
      Map<String, TableDef> tables = new TreeMap<>();
      new CatalogCache(List::of)
          .read(transaction)
          .tables()
          .forEach(table -> tables.put(table.name(), table));
      change.accept(transaction, tables);
      transaction.commit();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static TableDef table(Map<String, TableDef> tables, String name) {
    return Objects.requireNonNull(tables.get(name));
  }

  private static long index(Map<String, TableDef> tables, String table, String index) {
    return table(tables, table).indexes().stream()
        .filter(each -> each.name().equals(index))
        .findFirst()
        .orElseThrow()
        .id();
  }

  private static byte[] key(Transaction transaction, long tree, int number) {
    RowCursor rows = transaction.scan(tree, null, null, false, ColumnSet.ALL);
    for (int i = 0; i <= number; i++) {
      assertThat(rows.next()).isTrue();
    }
    return rows.key();
  }

  @Test
  void aSoundDatabaseHasNoProblems() {
    assertThat(verify().toString())
        .doesNotContain("PROBLEM")
        .contains("2, 240 rows, 430 index entries, 120 references, 3 large values")
        .contains("live bytes");
  }

  @Test
  void theLogIsAppliedInMemory() {
    OpenDatabase database = OpenDatabase.in(files, "test", ports, () -> {});
    try (SessionClient client = new SessionClient(database)) {
      client.change("insert into p values (1000, 'new')");
    }
    // The state after a crash: a copy of the files while the database is open.
    MemoryDirectory crashed = new MemoryDirectory("crashed");
    copy(files, crashed);
    Heard heard = new Heard();
    try {
      assertThat(new DatabaseVerification(crashed, TreeShape.TINY, 1 << 20, heard).run(false))
          .isZero();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    assertThat(heard.toString()).contains("241 rows").contains("2 applied");
    database.close();
  }

  private static void copy(MemoryDirectory from, MemoryDirectory to) {
    for (String name : from.list()) {
      try (var in = from.open(name, false);
          var out = to.open(name, true)) {
        byte[] bytes = new byte[(int) in.size()];
        in.read(0, bytes, 0, bytes.length);
        out.write(0, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void findsEveryDamagedPage() throws IOException {
    List<String> segments =
        files.list().stream().filter(name -> SegmentId.ofFileName(name) != null).toList();
    assertThat(segments).hasSizeGreaterThan(2);
    for (String name : segments) {
      long middle = DatabaseCopiesTest.size(files, name) / 2;
      DatabaseCopiesTest.flip(files, name, middle);
      assertThat(verify().toString())
          .contains("PROBLEM file " + name + " does not have the hash")
          .contains("PROBLEM tree ")
          .contains("file \"" + name + "\" is damaged at offset ");
      DatabaseCopiesTest.flip(files, name, middle);
    }
    assertThat(verify().toString()).doesNotContain("PROBLEM");
  }

  @Test
  void findsAMissingSegment() throws IOException {
    String name =
        files.list().stream()
            .filter(n -> SegmentId.ofFileName(n) != null)
            .findFirst()
            .orElseThrow();
    files.delete(name);
    assertThat(verify().toString()).contains("PROBLEM").contains(name).contains("missing");
  }

  @Test
  void findsDamageOfManifestAndLog() throws IOException {
    DatabaseCopiesTest.flip(files, "manifest", 60);
    assertThat(verify().toString()).contains("PROBLEM file \"manifest\" is damaged at offset");
    DatabaseCopiesTest.flip(files, "manifest", 60);
    for (String name : files.list()) {
      if (name.startsWith("log-") && !name.contains("spare")) {
        DatabaseCopiesTest.flip(files, name, 9);
        assertThat(verify().toString()).contains("PROBLEM log segment " + name + " is damaged");
        DatabaseCopiesTest.flip(files, name, 9);
      }
    }
  }

  @Test
  void findsWrongCounts() throws IOException {
    Manifest manifest = Objects.requireNonNull(ManifestFile.read(files));
    List<TreeEntry> trees = new ArrayList<>(manifest.trees());
    TreeEntry last = trees.get(trees.size() - 1);
    trees.set(
        trees.size() - 1, new TreeEntry(last.id(), last.position(), last.size() + 1, last.root()));
    rewrite(manifest, trees, manifest.segments());
    assertThat(verify().toString())
        .contains("PROBLEM tree " + last.id())
        .contains("number of entries");
    List<SegmentEntry> segments = new ArrayList<>(manifest.segments());
    SegmentEntry first = segments.get(0);
    segments.set(0, first.withLiveBytes(first.liveBytes() - 1));
    rewrite(manifest, manifest.trees(), segments);
    assertThat(verify().toString())
        .contains("PROBLEM file " + first.id().fileName() + ": the manifest counts");
  }

  private void rewrite(Manifest manifest, List<TreeEntry> trees, List<SegmentEntry> segments)
      throws IOException {
    ManifestFile.write(
        files,
        new Manifest(
            manifest.timeline(),
            manifest.epoch(),
            manifest.position(),
            manifest.logIndex(),
            manifest.wallMicros(),
            trees,
            segments));
  }

  @Test
  void findsIndexEntriesThatAreMissingOrStray() {
    tamper(
        (transaction, tables) -> {
          long index = index(tables, "c", "c_n");
          transaction.remove(index, key(transaction, index, 5));
        });
    assertThat(verify().toString())
        .contains("PROBLEM table public.c: index c_n has no entry for row (id ");
    tamper(
        (transaction, tables) -> {
          long index = index(tables, "c", "c_n");
          transaction.put(index, new byte[] {1, 2, 3}, new byte[] {9});
          transaction.put(
              index, new byte[] {1, 2, 4}, key(transaction, table(tables, "c").rowTree(), 3));
        });
    assertThat(verify().toString())
        .contains("entry 010203 of index c_n leads to no row")
        .contains("entry 010204 of index c_n is not that of the row");
    tamper(
        (transaction, tables) -> {
          long index = index(tables, "c", "c_g");
          transaction.remove(index, key(transaction, index, 5));
          transaction.put(
              index, new byte[] {1, 2, 4}, key(transaction, table(tables, "c").rowTree(), 1));
        });
    assertThat(verify().toString())
        .contains("index c_g has no entry for row (id ")
        .contains("entry 010204 of index c_g is not that of the row");
  }

  @Test
  void findsRowsWithoutParentsAndUniqueEntriesOfOthers() {
    tamper(
        (transaction, tables) -> {
          TableDef parent = table(tables, "p");
          transaction.delete(parent.rowTree(), key(transaction, parent.rowTree(), 8));
          long unique = index(tables, "p", "p_name_key");
          transaction.put(
              unique, key(transaction, unique, 0), key(transaction, parent.rowTree(), 20));
        });
    assertThat(verify().toString())
        .contains("PROBLEM table public.c: row (id 8): insert or update on table \"c\" violates")
        .contains("leads elsewhere for row (id 0)");
  }

  @Test
  void findsLargeValuesWithoutAllTheirChunks() {
    tamper(
        (transaction, tables) -> {
          long overflow = table(tables, "c").overflowTree();
          transaction.remove(overflow, key(transaction, overflow, 1));
        });
    assertThat(verify().toString())
        .contains("PROBLEM table public.c: large value")
        .contains("lacks chunks");
  }

  @Test
  void findsUnreadableRowsAndTreesWithoutATable() {
    tamper(
        (transaction, tables) -> {
          TableDef table = table(tables, "p");
          transaction.put(
              table.rowTree(), key(transaction, table.rowTree(), 3), new byte[] {77, 1});
          transaction.createTree(transaction.newId());
        });
    assertThat(verify().toString())
        .contains("PROBLEM table public.p: row under key")
        .contains("belongs to no table");
  }
}
