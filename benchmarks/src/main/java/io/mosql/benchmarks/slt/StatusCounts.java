package io.mosql.benchmarks.slt;

/** Numbers of records by status. */
record StatusCounts(long right, long wrong, long unsupported) {
  static final StatusCounts NONE = new StatusCounts(0, 0, 0);

  StatusCounts plus(RecordStatus verdict) {
    return switch (verdict) {
      case RIGHT -> new StatusCounts(right + 1, wrong, unsupported);
      case WRONG -> new StatusCounts(right, wrong + 1, unsupported);
      case UNSUPPORTED -> new StatusCounts(right, wrong, unsupported + 1);
    };
  }

  StatusCounts plus(StatusCounts other) {
    return new StatusCounts(
        right + other.right, wrong + other.wrong, unsupported + other.unsupported);
  }

  long all() {
    return right + wrong + unsupported;
  }
}
