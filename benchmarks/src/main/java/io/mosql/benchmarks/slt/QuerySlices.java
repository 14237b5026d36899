package io.mosql.benchmarks.slt;

/**
 * Partition of the queries of every file into random slices, so that a run of any length covers all
 * files. The first eight queries of a file always belong to its first slice, because of short
 * files. The same seed yields the same partition.
 */
record QuerySlices(long seed) {
  static final int COUNT = 11;
  private static final int FIRST = 8;
  private static final int PARTS = 1 << (COUNT - 1);

  /** Returns the slice of a query, given by its number in the file. */
  int of(String file, int query) {
    if (query < FIRST) {
      return 0;
    }
    long part = mixed(mixed(seed ^ file.hashCode()) + query) & (PARTS - 1);
    return Long.SIZE - Long.numberOfLeadingZeros(part);
  }

  /** Share of a file's queries in the slices up to the given one. */
  static double share(int slice) {
    return (double) (1 << slice) / PARTS;
  }

  /** Finalizer of SplitMix64: every output bit depends on every input bit. */
  private static long mixed(long bits) {
    long mixed = bits + 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
