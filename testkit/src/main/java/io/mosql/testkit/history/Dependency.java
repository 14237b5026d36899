package io.mosql.testkit.history;

/**
 * A dependency: the reason why one attempt precedes another one in every order that explains the
 * history.
 *
 * @param from number of the preceding attempt
 * @param key of the versions, meaningless for {@link Kind#REAL_TIME}
 */
record Dependency(int from, int to, Kind kind, long key) {
  enum Kind {
    /** It wrote the version before the other one's. */
    WRITE_WRITE("ww"),
    /** The same, and the other one had not read the version that it overwrote. */
    BLIND_WRITE("blind ww"),
    /** It wrote the version that the other one read. */
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
