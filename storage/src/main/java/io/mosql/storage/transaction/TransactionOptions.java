package io.mosql.storage.transaction;

import org.jspecify.annotations.Nullable;

/**
 * How a transaction runs.
 *
 * @param level which reads are certified
 * @param readOnly remembers nothing, refuses writes
 * @param owner number of its session, for the system views; 0 for nobody's
 * @param locksRows whether {@link Transaction#lockRow} holds rows; otherwise it only looks whether
 *     they changed
 * @param name that it is submitted under, each time; null for a new one each time, which nobody can
 *     have asked for
 */
public record TransactionOptions(
    CertificationLevel level,
    boolean readOnly,
    long owner,
    boolean locksRows,
    @Nullable TransactionName name) {
  /** Serializable, by nobody, holding nothing. */
  public static final TransactionOptions PLAIN =
      new TransactionOptions(CertificationLevel.SERIALIZABLE, false, 0, false);

  public TransactionOptions(
      CertificationLevel level, boolean readOnly, long owner, boolean reserves) {
    this(level, readOnly, owner, reserves, null);
  }

  public TransactionOptions named(@Nullable TransactionName transaction) {
    return new TransactionOptions(level, readOnly, owner, locksRows, transaction);
  }
}
