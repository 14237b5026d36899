package io.mosql.storage.transaction;

import io.mosql.core.codec.KeyWriter;
import io.mosql.core.codec.RowFormat;
import io.mosql.core.port.Clock;
import io.mosql.core.type.SqlType;
import io.mosql.storage.NoLog;
import io.mosql.storage.SimulationRandom;
import io.mosql.storage.Store;
import io.mosql.storage.certify.Certifier;
import io.mosql.storage.certify.CertifierVerdict;
import io.mosql.storage.certify.CommitRequest;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.TentativeRoot;
import io.mosql.storage.version.TransactionId;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Measures the cost of a transaction without SQL and without a disk. The order is like TPC-C's
 * New-Order: 23 point reads, 11 patches, 14 inserts and index entries, in tables of 100,000 rows.
 *
 * <pre>
 * ./mvnw -q -pl storage -am test-compile dependency:build-classpath -Dmdep.outputFile=target/cp.txt
 * java -cp storage/target/test-classes:storage/target/classes:$(cat storage/target/cp.txt) \
 *   org.openjdk.jmh.Main TransactionBenchmark
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xms2g", "-Xmx2g", "-XX:+UseParallelGC"})
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class TransactionBenchmark {
  private static final int ROWS = 100_000;
  private static final int FIELDS = 12;
  private static final int GETS = 20;
  private static final int ITEMS = 10;

  private static final int REQUESTS = 64;
  private static final int GROUP = 8;
  private static final int RANGES = 3;
  private static final int PATCHES = 20;

  private static final ColumnSet SOME = ColumnSet.of(1, 4, 7);

  private final Random random = new Random(42);
  private final KeyWriter writer = new KeyWriter();
  private byte[][] keys = {};
  private @Nullable Store store;
  private long stock;
  private long item;
  private long customer;
  private long district;
  private long orders;
  private long lines;
  private long index;
  private int next = ROWS;
  private @Nullable CommitRequest request;
  private @Nullable Root older;
  private final List<CommitRequest> newOrders = new ArrayList<>();
  private int nextRequest;

  @Setup
  public void load() {
    Store opened =
        Store.open(new NoLog(), Clock.SYSTEM, new SimulationRandom(1), StoreOptions.DEFAULT);
    store = opened;
    keys = new byte[ROWS][];
    for (int i = 0; i < ROWS; i++) {
      keys[i] = key(i);
    }
    stock = table(opened, ROWS);
    item = table(opened, ROWS);
    customer = table(opened, ROWS);
    district = table(opened, 10);
    orders = table(opened, ROWS);
    lines = table(opened, ROWS);
    index = table(opened, ROWS);
    older = opened.published();
    SnapshotTransaction order = (SnapshotTransaction) opened.begin(false);
    newOrder(order);
    request = order.request();
    for (int i = 0; i < REQUESTS; i++) {
      newOrders.add(patchingOrder((SnapshotTransaction) opened.begin(false)));
    }
    // Another order has been committed since, so that no tree is the snapshot's any more.
    SnapshotTransaction other = (SnapshotTransaction) opened.begin(false);
    newOrder(other);
    other.commit();
    touch(opened, customer);
    touch(opened, item);
  }

  /** Changes the tree from every snapshot's version, in a column that no order reads. */
  private void touch(Store opened, long tree) {
    Transaction transaction = opened.begin(false);
    transaction.set(tree, keys[ROWS / 2], new int[] {2}, new byte[][] {field()});
    transaction.commit();
  }

  private long table(Store opened, int rows) {
    Transaction transaction = opened.begin(false);
    long tree = transaction.newId();
    transaction.createTree(tree);
    for (int i = 0; i < rows; i++) {
      transaction.insert(tree, keys[i], row(i));
    }
    transaction.commit();
    return tree;
  }

  private byte[] key(int number) {
    return writer
        .reset()
        .column(SqlType.INTEGER, number % 10)
        .column(SqlType.INTEGER, number)
        .toKey();
  }

  private static byte[] row(int number) {
    byte[][] fields = new byte[FIELDS][];
    for (int i = 0; i < FIELDS; i++) {
      fields[i] =
          i % 3 == 0
              ? RowFormat.encodeField(SqlType.TEXT, "some text of length 24..")
              : RowFormat.encodeField(SqlType.INTEGER, number + i);
    }
    return RowFormat.row(fields);
  }

  private Store opened() {
    Store current = store;
    if (current == null) {
      throw new IllegalStateException();
    }
    return current;
  }

  private byte[] anyKey() {
    return keys[random.nextInt(ROWS)];
  }

  @Benchmark
  @OperationsPerInvocation(GETS)
  public void get(Blackhole sink) {
    Transaction transaction = opened().begin(false);
    for (int i = 0; i < GETS; i++) {
      sink.consume(transaction.get(stock, anyKey(), SOME));
    }
    transaction.rollback();
  }

  @Benchmark
  public boolean scanTen(Blackhole sink) {
    Transaction transaction = opened().begin(false);
    RowCursor cursor = transaction.scan(stock, anyKey(), null, false, SOME);
    for (int i = 0; i < 10 && cursor.next(); i++) {
      sink.consume(cursor.row());
    }
    transaction.rollback();
    return true;
  }

  @Benchmark
  public CommitResult getSetCommit() {
    Transaction transaction = opened().begin(false);
    byte[] key = anyKey();
    transaction.get(stock, key, SOME);
    transaction.set(stock, key, new int[] {1}, new byte[][] {field()});
    return transaction.commit();
  }

  /** The statements of an order and its commit. */
  @Benchmark
  public CommitResult order() {
    SnapshotTransaction transaction = (SnapshotTransaction) opened().begin(false);
    newOrder(transaction);
    return transaction.commit();
  }

  @Benchmark
  public void orderWithoutCommit() {
    SnapshotTransaction transaction = (SnapshotTransaction) opened().begin(false);
    newOrder(transaction);
    transaction.rollback();
  }

  /** Without other writes since: every check ends at the same root. */
  @Benchmark
  public CertifierVerdict judgeAlone() {
    return Certifier.judge(root(older), request());
  }

  /** With writes to every table since. */
  @Benchmark
  public CertifierVerdict judgeAfterOthers() {
    return Certifier.judge(opened().published(), request());
  }

  @Benchmark
  public Root judgeAndApply() {
    Root base = root(older);
    CertifierVerdict verdict = Certifier.judge(base, request());
    TentativeRoot root = new TentativeRoot(base, TreeShape.DEFAULT, 1);
    root.apply(new TransactionId(1, 1), ((CertifierVerdict.Accepted) verdict).effects());
    return root.finish();
  }

  /**
   * What the log thread does for an order that stands alone: 20 point reads, 3 ranges of 10 rows,
   * 12 inserts and 20 patches of three columns, two of them additions, judged on a root in which
   * every tree has changed since; then the effects and the root that they make.
   */
  @Benchmark
  public Root judgeNewOrder() {
    return judgeAndApply(1);
  }

  /** The same for each of a batch of eight, with orders that share the copied nodes. */
  @Benchmark
  @OperationsPerInvocation(GROUP)
  public Root judgeNewOrderInGroup() {
    return judgeAndApply(GROUP);
  }

  private Root judgeAndApply(int count) {
    TentativeRoot root = new TentativeRoot(opened().published(), TreeShape.DEFAULT, 1);
    for (int i = 0; i < count; i++) {
      nextRequest = (nextRequest + 1) % REQUESTS;
      CommitRequest next = newOrders.get(nextRequest);
      root.apply(next.id(), ((CertifierVerdict.Accepted) Certifier.judge(root, next)).effects());
    }
    return root.finish();
  }

  private CommitRequest patchingOrder(SnapshotTransaction transaction) {
    for (int i = 0; i < GETS; i++) {
      transaction.get(i % 2 == 0 ? item : customer, anyKey(), SOME);
    }
    for (int i = 0; i < RANGES; i++) {
      RowCursor cursor = transaction.scan(customer, anyKey(), null, false, SOME);
      for (int rows = 0; rows < ITEMS && cursor.next(); rows++) {
        cursor.row();
      }
    }
    int number = next++;
    transaction.insert(orders, key(number), row(number));
    transaction.insert(index, key(number), row(number));
    for (int i = 0; i < ITEMS; i++) {
      transaction.insert(lines, lineKey(number, i), row(i));
    }
    for (int i = 0; i < PATCHES; i++) {
      transaction.patch(
          stock, anyKey(), List.of(new FieldPatch.Set(1, field()), addition(2), addition(4)));
    }
    CommitRequest made = transaction.request();
    transaction.rollback();
    return made;
  }

  private static FieldPatch addition(int ordinal) {
    return new FieldPatch.Add(ordinal, SqlType.INTEGER, BigDecimal.ONE, null, null, new byte[0]);
  }

  private static Root root(@Nullable Root root) {
    if (root == null) {
      throw new IllegalStateException();
    }
    return root;
  }

  private CommitRequest request() {
    CommitRequest current = request;
    if (current == null) {
      throw new IllegalStateException();
    }
    return current;
  }

  private void newOrder(Transaction transaction) {
    int number = next++;
    byte[] districtKey = keys[number % 10];
    transaction.get(item, keys[1], SOME);
    transaction.get(district, districtKey, SOME);
    transaction.get(stock, anyKey(), SOME);
    transaction.set(district, districtKey, new int[] {1}, new byte[][] {field()});
    byte[] order = key(number);
    transaction.insert(orders, order, row(number));
    transaction.put(index, order, order);
    transaction.put(index, key(number + 1), order);
    for (int i = 0; i < ITEMS; i++) {
      byte[] key = anyKey();
      transaction.get(item, key, SOME);
      transaction.get(stock, key, SOME);
      transaction.set(stock, key, new int[] {1, 2, 4}, new byte[][] {field(), field(), field()});
      transaction.insert(lines, lineKey(number, i), row(i));
    }
  }

  private byte[] lineKey(int number, int line) {
    return writer
        .reset()
        .column(SqlType.INTEGER, number % 10)
        .column(SqlType.INTEGER, number)
        .column(SqlType.INTEGER, line)
        .toKey();
  }

  private byte[] field() {
    return RowFormat.encodeField(SqlType.INTEGER, random.nextInt(10_000));
  }
}
