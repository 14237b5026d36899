package io.mosql.storage.version;

import io.mosql.storage.tree.TreeShape;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Measures the cost of a content check for a replica, on entries of 18 and 150 bytes in memory, at
 * the places where they were changed. A program, not a test: its argument is the number of entries.
 */
final class ContentCheckMeasurement {
  private static final int BATCH = 1000;
  private static final int CHECKS = 2000;

  private ContentCheckMeasurement() {}

  public static void main(String[] args) {
    int entries = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    Random random = new Random(1);
    long tree = SystemTrees.FIRST_USER_ID;
    Root root = Root.empty(TreeShape.DEFAULT);
    for (int at = 0; at < entries; at += BATCH) {
      List<Effect> effects = new ArrayList<>();
      if (at == 0) {
        effects.add(new Effect.CreateTree(tree));
      }
      for (int i = 0; i < BATCH; i++) {
        byte[] value = new byte[150];
        random.nextBytes(value);
        byte[] key = ByteBuffer.allocate(18).putLong(random.nextLong()).array();
        effects.add(new Effect.Put(tree, key, value));
      }
      root = applied(root, at, effects);
    }
    long[] nanos = new long[CHECKS];
    long sum = 0;
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < CHECKS; i++) {
        root = applied(root, i, List.of());
        long start = System.nanoTime();
        sum += ContentCheck.of(root);
        nanos[i] = System.nanoTime() - start;
      }
    }
    Arrays.sort(nanos);
    System.out.printf(
        "%d entries: a check takes %.0f us (median), %.0f us (99 %%); %d%n",
        entries, nanos[CHECKS / 2] / 1e3, nanos[CHECKS * 99 / 100] / 1e3, sum & 1);
  }

  private static Root applied(Root root, int number, List<Effect> effects) {
    TentativeRoot next = new TentativeRoot(root, TreeShape.DEFAULT, 0);
    next.apply(new TransactionId(1, number), effects);
    return next.finish();
  }
}
