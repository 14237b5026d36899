package io.mosql.benchmarks.slt;

/** Numbers of records by what they showed. */
record Tally(long right, long wrong, long unsupported) {
  static final Tally NONE = new Tally(0, 0, 0);

  Tally plus(Verdict verdict) {
    return switch (verdict) {
      case RIGHT -> new Tally(right + 1, wrong, unsupported);
      case WRONG -> new Tally(right, wrong + 1, unsupported);
      case UNSUPPORTED -> new Tally(right, wrong, unsupported + 1);
    };
  }

  Tally plus(Tally other) {
    return new Tally(right + other.right, wrong + other.wrong, unsupported + other.unsupported);
  }

  long all() {
    return right + wrong + unsupported;
  }
}
