package io.mosql.storage.certify;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.codec.Keys;
import io.mosql.core.codec.RowFormat;
import io.mosql.core.port.Clock;
import io.mosql.storage.ModelTransaction;
import io.mosql.storage.SimulationRandom;
import io.mosql.storage.Store;
import io.mosql.storage.TestLog;
import io.mosql.storage.TestRows;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.transaction.RowPredicate;
import io.mosql.storage.transaction.SnapshotTransaction;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionReader;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeCursor;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.Fingerprint;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.Roots;
import io.mosql.storage.version.SystemTrees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random transactions that overlap. Each is a list of steps; a step reads and writes and reports
 * the columns that it read. The oracle is the definition: when a transaction was accepted, the same
 * steps on the state on which it committed must read the same, and leave the same rows. Requests
 * also go over the wire and must get the same verdict there.
 */
class TransactionModelTest {
  private static final int KEYS = 40;
  private static final int COLUMNS = 4;
  private static final StoreOptions TINY = StoreOptions.DEFAULT.withShape(TreeShape.TINY);

  /** Deterministic: it depends on nothing but the transaction's view. */
  private interface Step {
    String run(Transaction transaction, long tree);
  }

  private static final class Running {
    final Transaction transaction;
    final List<Step> steps = new ArrayList<>();
    final List<String> seen = new ArrayList<>();

    Running(Transaction transaction) {
      this.transaction = transaction;
    }
  }

  private final TreeMap<byte[], byte[]> committed = new TreeMap<>(Keys.ORDER);
  private int accepted;
  private int rejected;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void acceptsOnlyWhatStillReadsTheSame(long seed) {
    Random random = new Random(seed);
    StoreOptions options =
        seed % 2 == 0 ? TINY : new StoreOptions(TreeShape.TINY, 0, 1, 64, 1 << 20, 12);
    TestLog log = new TestLog();
    try (Store store = Store.open(log, Clock.SYSTEM, new SimulationRandom(seed), options)) {
      Transaction setup = store.begin(false);
      long tree = setup.newId();
      setup.createTree(tree);
      setup.commit();
      List<Running> running = new ArrayList<>();
      for (int i = 0; i < 3_000; i++) {
        if (running.size() < 3) {
          running.add(new Running(store.begin(false)));
        }
        int which = random.nextInt(running.size());
        Running one = running.get(which);
        if (random.nextInt(6) != 0) {
          Step step = step(random.nextLong());
          one.steps.add(step);
          one.seen.add(step.run(one.transaction, tree));
        } else {
          running.remove(which);
          commit(store, one, tree, "seed " + seed + " step " + i);
        }
      }
      assertThat(accepted).as("accepted").isGreaterThan(50);
      assertThat(rejected).as("rejected").isGreaterThan(50);
      TestLog copy = TestLog.holding(log.records());
      try (Store again = Store.open(copy, Clock.SYSTEM, new SimulationRandom(seed), options)) {
        assertThat(Roots.contents(again.published(), SystemTrees.EPOCH))
            .isEqualTo(Roots.contents(store.published(), SystemTrees.EPOCH));
      }
    }
  }

  private void commit(Store store, Running one, long tree, String where) {
    Root root = store.published();
    boolean writes = one.transaction.hasWrites();
    if (writes) {
      CommitRequest request = ((SnapshotTransaction) one.transaction).request();
      Fingerprint fingerprint = Fingerprint.of(root);
      if (fingerprint == null) {
        throw new AssertionError("no epoch");
      }
      CertifierVerdict here = Certifier.judge(root, request);
      byte[] bytes = CommitRequestCodec.encode(request, fingerprint);
      CommitRequest decoded = CommitRequestCodec.decode(bytes);
      assertThat(CommitRequestCodec.encode(decoded, fingerprint)).as(where).isEqualTo(bytes);
      assertThat(describe(Certifier.judge(root, decoded))).as(where).isEqualTo(describe(here));
    }
    CommitResult result = one.transaction.commit();
    if (!writes) {
      return;
    }
    if (result instanceof CommitResult.Conflict) {
      rejected++;
    } else {
      accepted++;
      ModelTransaction model = new ModelTransaction(committed);
      for (int i = 0; i < one.steps.size(); i++) {
        assertThat(one.steps.get(i).run(model, tree))
            .as("%s: %s of %s", where, i, one.seen)
            .isEqualTo(one.seen.get(i));
      }
      committed.clear();
      committed.putAll(model.rows());
    }
    assertThat(contents(store.published().tree(tree))).as(where).isEqualTo(contents(committed));
  }

  private static String describe(CertifierVerdict verdict) {
    return verdict instanceof CertifierVerdict.Rejected no
        ? no.reason() + " " + no.tree() + " " + Arrays.toString(no.key())
        : "accepted";
  }

  private static Step step(long seed) {
    return (transaction, tree) -> {
      Random random = new Random(seed);
      byte[] key = key(random);
      return switch (random.nextInt(13)) {
        case 0, 1, 2 -> {
          ColumnSet columns = columns(random);
          yield show(transaction.get(tree, key, columns), columns);
        }
        case 3, 4 -> scan(transaction, tree, random);
        case 5 -> "" + transaction.count(tree, bound(random), bound(random));
        case 6 -> "" + transaction.insert(tree, key, row(random));
        case 7 -> "" + transaction.delete(tree, key);
        case 8 -> "" + set(transaction, tree, key, random);
        case 9 -> {
          transaction.put(tree, key, row(random));
          yield "put";
        }
        case 10 -> {
          transaction.remove(tree, key);
          yield "removed";
        }
        case 11 -> earlier(transaction, tree, random);
        default -> undone(transaction, tree, random);
      };
    };
  }

  private static String undone(Transaction transaction, long tree, Random random) {
    int mark = transaction.savepoint();
    String seen = random.nextInt(8) == 0 ? truncate(transaction, tree) : "";
    for (int i = random.nextInt(4); i >= 0; i--) {
      byte[] key = key(random);
      seen +=
          switch (random.nextInt(4)) {
            case 0 -> transaction.insert(tree, key, row(random));
            case 1 -> transaction.delete(tree, key);
            case 2 -> set(transaction, tree, key, random);
            default -> scan(transaction, tree, random);
          };
    }
    if (random.nextInt(10) != 0) {
      transaction.rollbackTo(mark);
    }
    return seen;
  }

  /** Reads the previous contents while they are overwritten. */
  private static String earlier(Transaction transaction, long tree, Random random) {
    TransactionReader before = transaction.takeSnapshot();
    StringBuilder seen = new StringBuilder();
    ColumnSet columns = columns(random);
    byte[] from = bound(random);
    byte[] to = bound(random);
    boolean reverse = random.nextBoolean();
    @Nullable RowCursor cursor = before.scan(tree, from, to, reverse, columns);
    for (int i = 0; i < 12; i++) {
      byte[] key = key(random);
      switch (random.nextInt(8)) {
        case 0 -> seen.append(transaction.insert(tree, key, row(random)));
        case 1 -> seen.append(transaction.delete(tree, key));
        case 2 -> seen.append(set(transaction, tree, key, random));
        case 3 -> transaction.put(tree, key, row(random));
        case 4 -> transaction.remove(tree, key);
        case 5 -> seen.append(show(before.get(tree, key, columns), columns));
        case 6 -> seen.append(before.count(tree, bound(random), bound(random)));
        default -> {
          if (cursor != null && cursor.next()) {
            seen.append(Arrays.toString(cursor.key())).append(show(cursor.row(), columns));
          } else {
            cursor = null;
          }
        }
      }
    }
    transaction.dropSnapshot();
    return seen.toString();
  }

  private static String truncate(Transaction transaction, long tree) {
    transaction.truncateTree(tree);
    return "truncated";
  }

  private static boolean set(Transaction transaction, long tree, byte[] key, Random random) {
    int first = random.nextInt(COLUMNS - 1);
    int[] ordinals = random.nextBoolean() ? new int[] {first} : new int[] {first, COLUMNS - 1};
    byte[][] fields = new byte[ordinals.length][];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = TestRows.field(random.nextInt(5));
    }
    return transaction.set(tree, key, ordinals, fields);
  }

  /** Walks a part of a range, and changes rows around it while it walks. */
  private static String scan(Transaction transaction, long tree, Random random) {
    byte[] from = bound(random);
    byte[] to = bound(random);
    boolean reverse = random.nextBoolean();
    ColumnSet columns = columns(random);
    boolean changes = random.nextInt(3) == 0;
    int limit = random.nextInt(8);
    RowPredicate test = random.nextBoolean() ? null : some(columns, random.nextInt(3));
    RowCursor cursor = transaction.scan(tree, from, to, reverse, columns);
    StringBuilder seen = new StringBuilder();
    for (int i = 0; i < limit; i++) {
      if (!(test == null ? cursor.next() : cursor.next(test))) {
        seen.append("end");
        break;
      }
      seen.append(Arrays.toString(cursor.key())).append(show(cursor.row(), columns));
      if (changes) {
        byte[] key = random.nextBoolean() ? cursor.key() : key(random);
        switch (random.nextInt(3)) {
          case 0 -> seen.append(transaction.delete(tree, key));
          case 1 -> seen.append(transaction.insert(tree, key, row(random)));
          default -> seen.append(set(transaction, tree, key, random));
        }
      }
    }
    return seen.toString();
  }

  /** Lets two of three rows pass, by what is in the columns. */
  private static RowPredicate some(ColumnSet columns, int not) {
    return (bytes, from, to) ->
        Math.floorMod(show(Arrays.copyOfRange(bytes, from, to), columns).hashCode(), 3) != not;
  }

  private static String show(byte @Nullable [] row, ColumnSet columns) {
    if (row == null) {
      return "-";
    }
    if (columns.isAll()) {
      return Arrays.toString(row);
    }
    StringBuilder shown = new StringBuilder("+");
    for (int i = columns.next(0); i >= 0; i = columns.next(i + 1)) {
      shown.append(Arrays.toString(RowFormat.field(row, i)));
    }
    return shown.toString();
  }

  private static ColumnSet columns(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> ColumnSet.ALL;
      case 1 -> ColumnSet.NONE;
      case 2 -> ColumnSet.of(random.nextInt(COLUMNS), random.nextInt(COLUMNS));
      default -> ColumnSet.of(random.nextInt(COLUMNS));
    };
  }

  private static byte[] key(Random random) {
    int number = random.nextInt(KEYS);
    return number % 5 == 0
        ? new byte[] {(byte) (number * 6)}
        : new byte[] {(byte) (number * 6), (byte) number};
  }

  private static byte @Nullable [] bound(Random random) {
    return random.nextInt(5) == 0 ? null : key(random);
  }

  private static byte[] row(Random random) {
    int[] values = new int[1 + random.nextInt(COLUMNS)];
    Arrays.setAll(values, i -> random.nextInt(5));
    return TestRows.row(values);
  }

  private static String contents(@Nullable Tree tree) {
    TreeMap<byte[], byte[]> rows = new TreeMap<>(Keys.ORDER);
    if (tree != null) {
      TreeCursor cursor = tree.cursor();
      for (boolean on = cursor.first(); on; on = cursor.next()) {
        rows.put(cursor.key(), cursor.value());
      }
    }
    return contents(rows);
  }

  private static String contents(Map<byte[], byte[]> rows) {
    StringBuilder text = new StringBuilder();
    rows.forEach((k, v) -> text.append(Arrays.toString(k)).append(Arrays.toString(v)));
    return text.toString();
  }
}
