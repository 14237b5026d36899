package io.mosql.testkit.history;

/**
 * Why one attempt comes before another one in every order that explains the history.
 *
 * @param from number of the attempt that comes before
 * @param key that tells, meaningless for {@link Kind#REAL_TIME}
 */
record Dependency(int from, int to, Kind kind, long key) {
  enum Kind {
    /** It wrote the version before the other one's. */
    WRITE_WRITE("ww"),
    /** The same, and the other one had not read what it replaced. */
    BLIND_WRITE("blind ww"),
    /** It wrote what the other one read. */
    WRITE_READ("wr"),
    /** It read a version from before the other one's. */
    READ_WRITE("rw"),
    /** It had ended before the other one began. */
    REAL_TIME("real time");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  String text() {
    return kind == Kind.REAL_TIME ? kind.text : kind.text + " of " + key;
  }
}
