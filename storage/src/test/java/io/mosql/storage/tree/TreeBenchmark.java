package io.mosql.storage.tree;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Tree operations on a million entries of 18-byte keys and 150-byte values, inserted in random
 * order so that leaves are filled as they are in practice and lie scattered in memory. Times are
 * per entry.
 *
 * <pre>
 * ./mvnw -q -pl storage -am test-compile dependency:build-classpath -Dmdep.outputFile=target/cp.txt
 * java -cp storage/target/test-classes:storage/target/classes:$(cat storage/target/cp.txt) \
 *   org.openjdk.jmh.Main TreeBenchmark -p clean=false,true
 * </pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xms3g", "-Xmx3g", "-XX:+UseG1GC"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TreeBenchmark {
  private static final int ENTRIES = 1_000_000;
  private static final int KEY_BYTES = 18;
  private static final int VALUE_BYTES = 150;
  private static final int LOADED = 100_000;
  private static final int SCANNED = 10_000;
  private static final int RANGE = 10;

  /** Entries of a leaf. */
  @Param({"256"})
  public int leaf;

  /** Children of an inner node. */
  @Param({"64"})
  public int fanout;

  /** Whether edits keep the content hash. */
  @Param({"false"})
  public boolean hashed;

  /** Whether lookups and scans meet packed leaves, and updates unpack them first. */
  @Param({"false"})
  public boolean clean;

  private final Random random = new Random(42);
  private Tree tree = Tree.empty();
  private byte[][] keys = {};

  @Setup
  public void load() {
    keys = new byte[ENTRIES][];
    for (int i = 0; i < ENTRIES; i++) {
      keys[i] = key(i);
    }
    int[] order = random.ints(0, ENTRIES).limit(ENTRIES).toArray();
    TreeEditor editor = emptyTree().edit();
    for (int number : order) {
      editor.put(key(number), new byte[VALUE_BYTES]);
    }
    for (int i = 0; i < ENTRIES; i++) {
      editor.put(key(i), new byte[VALUE_BYTES]);
    }
    tree = editor.finish();
    if (clean) {
      MemoryPages.stored(tree, new MemoryPages(1));
    }
  }

  @Benchmark
  public byte[] get() {
    return Objects.requireNonNull(tree.get(anyKey()));
  }

  @Benchmark
  public long rank() {
    return tree.rank(anyKey());
  }

  /** A range of ten entries, as one. */
  @Benchmark
  public void range(Blackhole sink) {
    TreeCursor cursor = tree.cursor();
    boolean on = cursor.seek(anyKey());
    for (int i = 0; on && i < RANGE; i++) {
      sink.consume(cursor.value());
      on = cursor.next();
    }
  }

  @Benchmark
  @OperationsPerInvocation(SCANNED)
  public void scan(Blackhole sink) {
    TreeCursor cursor = tree.cursor();
    boolean on = cursor.seek(keys[random.nextInt(ENTRIES - SCANNED)]);
    for (int i = 0; on && i < SCANNED; i++) {
      sink.consume(cursor.key());
      sink.consume(cursor.value());
      on = cursor.next();
    }
  }

  @Benchmark
  public Tree update1() {
    return update(1);
  }

  @Benchmark
  @OperationsPerInvocation(10)
  public Tree update10() {
    return update(10);
  }

  @Benchmark
  @OperationsPerInvocation(30)
  public Tree update30() {
    return update(30);
  }

  @Benchmark
  @OperationsPerInvocation(100)
  public Tree update100() {
    return update(100);
  }

  /** Ten neighbouring entries in a version, removed in one and inserted in the next. */
  @Benchmark
  @OperationsPerInvocation(20)
  public Tree removeInsert10() {
    int from = random.nextInt(ENTRIES - 10);
    TreeEditor remover = tree.edit();
    for (int i = from; i < from + 10; i++) {
      remover.remove(keys[i]);
    }
    TreeEditor inserter = remover.finish().edit();
    for (int i = from; i < from + 10; i++) {
      inserter.insert(keys[i], new byte[VALUE_BYTES]);
    }
    tree = inserter.finish();
    return tree;
  }

  /** A load in one batch, keys and values allocated on the way. */
  @Benchmark
  @OperationsPerInvocation(LOADED)
  public Tree loadAscending() {
    TreeEditor editor = emptyTree().edit();
    for (int i = 0; i < LOADED; i++) {
      editor.insert(keys[i], new byte[VALUE_BYTES]);
    }
    return editor.finish();
  }

  private Tree update(int edits) {
    TreeEditor editor = tree.edit();
    for (int i = 0; i < edits; i++) {
      editor.put(anyKey(), new byte[VALUE_BYTES]);
    }
    tree = editor.finish();
    return tree;
  }

  private Tree emptyTree() {
    TreeShape shape = new TreeShape(leaf, fanout);
    return Tree.empty(hashed ? shape.withHash() : shape);
  }

  private byte[] anyKey() {
    return keys[random.nextInt(ENTRIES)];
  }

  /** As three key columns: two small ones that many keys share, and a number. */
  private static byte[] key(int number) {
    return ByteBuffer.allocate(KEY_BYTES)
        .put((byte) 1)
        .putInt(0x80000001)
        .put((byte) 1)
        .putInt(0x80000000 + number / 30_000)
        .putLong(Long.MIN_VALUE + number)
        .array();
  }
}
