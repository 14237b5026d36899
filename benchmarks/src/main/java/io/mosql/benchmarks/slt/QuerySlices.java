package io.mosql.benchmarks.slt;

/**
 * Partitions the queries of every file into random slices, so that a run of any length covers all
 * files. The first eight of a file are in its first slice as well: there are short files. The same
 * seed cuts alike.
 */
record QuerySlices(long seed) {
  static final int COUNT = 11;
  private static final int FIRST = 8;
  private static final int PARTS = 1 << (COUNT - 1);

  /** The slice of a query, by its number in the file. */
  int of(String file, int query) {
    if (query < FIRST) {
      return 0;
    }
    long part = mixed(mixed(seed ^ file.hashCode()) + query) & (PARTS - 1);
    return Long.SIZE - Long.numberOfLeadingZeros(part);
  }

  /** Which part of a file the slices up to this one have. */
  static double share(int slice) {
    return (double) (1 << slice) / PARTS;
  }

  /** The finalizer of SplitMix64: every bit depends on every bit. */
  private static long mixed(long bits) {
    long mixed = bits + 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
