package io.mosql.storage.tree;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Prints the heap that an entry takes, changed and clean, as the collector sees it and as the nodes
 * estimate it.
 *
 * <pre>
 * java -Xmx2g -XX:+UseSerialGC -cp (as for {@link TreeBenchmark}) \
 *   io.mosql.storage.tree.TreeFootprint 500000 18 200
 * </pre>
 */
public final class TreeFootprint {
  private TreeFootprint() {}

  public static void main(String[] args) {
    int entries = Integer.parseInt(args[0]);
    int keyBytes = Integer.parseInt(args[1]);
    int valueBytes = Integer.parseInt(args[2]);
    for (boolean shuffled : new boolean[] {false, true}) {
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < entries; i++) {
        order.add(i);
      }
      if (shuffled) {
        Collections.shuffle(order, new Random(1));
      }
      long start = used();
      TreeEditor editor = Tree.empty().edit(1);
      for (int number : order) {
        byte[] key = ByteBuffer.allocate(keyBytes).putLong(keyBytes - 8, number).array();
        editor.put(key, new byte[valueBytes]);
      }
      long estimated = editor.dirtied();
      Tree tree = editor.finish();
      long changed = used() - start;
      MemoryPages pages = new MemoryPages(1);
      MemoryPages.stored(tree, pages);
      long clean = used() - start;
      long[] sums = new long[3];
      TreePages.walk(
          tree,
          (page, inner, low) -> {
            sums[0] += page.node().heapBytes();
            sums[1] += inner ? 0 : 1;
            sums[2] += inner ? 0 : page.length();
          });
      System.out.printf(
          Locale.ROOT,
          "%s: changed %d B (estimated %d), clean %d B (estimated %d) per entry; pages %d B%n",
          shuffled ? "any order" : "ascending",
          changed / order.size(),
          estimated / order.size(),
          clean / order.size(),
          sums[0] / order.size(),
          sums[2] / sums[1]);
    }
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
