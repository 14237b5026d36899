package io.mosql.storage.transaction;

import org.jspecify.annotations.Nullable;

/**
 * Options of a transaction.
 *
 * @param level which reads are certified
 * @param readOnly records nothing, rejects writes
 * @param owner number of its session, for the system views; 0 for none
 * @param locksRows whether {@link Transaction#lockRow} acquires row locks; otherwise it only checks
 *     whether the rows changed
 * @param name token for every submission; null for a new one each time, whose outcome cannot have
 *     been queried
 */
public record TransactionOptions(
    CertificationLevel level,
    boolean readOnly,
    long owner,
    boolean locksRows,
    @Nullable TransactionName name) {
  /** Serializable, without an owner and without row locks. */
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
