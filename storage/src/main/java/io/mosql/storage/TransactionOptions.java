package io.mosql.storage;

/**
 * How a transaction runs.
 *
 * @param level which reads are certified
 * @param readOnly remembers nothing, refuses writes
 * @param owner number of its session, for the system views; 0 for nobody's
 * @param reserves whether {@link Transaction#reserve} holds rows; otherwise it only looks whether
 *     they changed
 */
public record TransactionOptions(Level level, boolean readOnly, long owner, boolean reserves) {
  /** Serializable, by nobody, holding nothing. */
  public static final TransactionOptions PLAIN =
      new TransactionOptions(Level.SERIALIZABLE, false, 0, false);
}
