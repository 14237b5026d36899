package io.mosql.storage.commit;

import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.OutcomeWindow;
import java.util.function.LongSupplier;

/**
 * Limits of a store.
 *
 * @param shape of the trees
 * @param node id of this node
 * @param groupBytesMax a batch of this many bytes accepts no further commits
 * @param recordBytesMax largest record; larger batches are split into several (the log's own limit
 *     applies too)
 * @param transactionBytesMax most bytes that a transaction writes
 * @param comparedRowsMax most rows of a tree that a transaction reads and has compared one by one;
 *     beyond it any later write to the tree is a conflict
 * @param undecidedNanosMax how long commits in doubt wait once this node has lost the leadership of
 *     a replicated log
 * @param recordsPerCheck number of batch records in a replicated log after which the leader makes
 *     all replicas compare part of their contents with its own; 0 for never
 * @param changesHeapMax supplies the most bytes of heap that the changes of all open transactions
 *     take
 * @param outcomes how long outcomes are remembered; other than the default only for simulations
 */
public record StoreOptions(
    TreeShape shape,
    long node,
    int groupBytesMax,
    int recordBytesMax,
    long transactionBytesMax,
    long comparedRowsMax,
    long undecidedNanosMax,
    int recordsPerCheck,
    LongSupplier changesHeapMax,
    OutcomeWindow outcomes) {
  /** The default options, with unlimited heap for changes. */
  public static final StoreOptions DEFAULT =
      new StoreOptions(TreeShape.DEFAULT, 0, 1 << 20, 4 << 20, 256L << 20, 50_000);

  private static final int RECORDS_PER_CHECK = 64;
  private static final long UNDECIDED_NANOS = 10_000_000_000L;
  private static final int RECORD_BYTES_MIN = 64;
  private static final long TRANSACTION_BYTES_LIMIT = 1L << 30;

  public StoreOptions {
    if (groupBytesMax < 1
        || recordBytesMax < RECORD_BYTES_MIN
        || transactionBytesMax < 1
        || transactionBytesMax > TRANSACTION_BYTES_LIMIT
        || comparedRowsMax < 0
        || undecidedNanosMax < 1
        || recordsPerCheck < 0) {
      throw new IllegalArgumentException("a limit of the store is out of range");
    }
  }

  /**
   * The default options, with a sixth of the heap for changes.
   *
   * @param heapBytes heap of this process
   */
  public static StoreOptions forHeap(long heapBytes) {
    return forHeap(() -> heapBytes);
  }

  /**
   * The same.
   *
   * @param heapBytes called when large changes need it
   */
  public static StoreOptions forHeap(LongSupplier heapBytes) {
    StoreOptions usual = DEFAULT;
    return new StoreOptions(
        usual.shape,
        usual.node,
        usual.groupBytesMax,
        usual.recordBytesMax,
        usual.transactionBytesMax,
        usual.comparedRowsMax,
        usual.undecidedNanosMax,
        usual.recordsPerCheck,
        () -> heapBytes.getAsLong() / 6,
        usual.outcomes);
  }

  /** With the default of outcomes. */
  public StoreOptions(
      TreeShape shape,
      long node,
      int groupBytesMax,
      int recordBytesMax,
      long transactionBytesMax,
      long comparedRowsMax,
      long undecidedNanosMax,
      int recordsPerCheck,
      long changesHeapMax) {
    this(
        shape,
        node,
        groupBytesMax,
        recordBytesMax,
        transactionBytesMax,
        comparedRowsMax,
        undecidedNanosMax,
        recordsPerCheck,
        () -> changesHeapMax,
        OutcomeWindow.DEFAULT);
  }

  /** Options with unlimited heap for changes. */
  public StoreOptions(
      TreeShape shape,
      long node,
      int groupBytesMax,
      int recordBytesMax,
      long transactionBytesMax,
      long comparedRowsMax,
      long undecidedNanosMax,
      int recordsPerCheck) {
    this(
        shape,
        node,
        groupBytesMax,
        recordBytesMax,
        transactionBytesMax,
        comparedRowsMax,
        undecidedNanosMax,
        recordsPerCheck,
        Long.MAX_VALUE);
  }

  /** With the default of checks. */
  public StoreOptions(
      TreeShape shape,
      long node,
      int groupBytesMax,
      int recordBytesMax,
      long transactionBytesMax,
      long comparedRowsMax,
      long undecidedNanosMax) {
    this(
        shape,
        node,
        groupBytesMax,
        recordBytesMax,
        transactionBytesMax,
        comparedRowsMax,
        undecidedNanosMax,
        RECORDS_PER_CHECK);
  }

  /** Options with the default wait for commits in doubt, and the default content checks. */
  public StoreOptions(
      TreeShape shape,
      long node,
      int groupBytesMax,
      int recordBytesMax,
      long transactionBytesMax,
      long comparedRowsMax) {
    this(
        shape,
        node,
        groupBytesMax,
        recordBytesMax,
        transactionBytesMax,
        comparedRowsMax,
        UNDECIDED_NANOS,
        RECORDS_PER_CHECK);
  }

  public StoreOptions withNode(long other) {
    return new StoreOptions(
        shape,
        other,
        groupBytesMax,
        recordBytesMax,
        transactionBytesMax,
        comparedRowsMax,
        undecidedNanosMax,
        recordsPerCheck,
        changesHeapMax,
        outcomes);
  }

  public StoreOptions withShape(TreeShape other) {
    return new StoreOptions(
        other,
        node,
        groupBytesMax,
        recordBytesMax,
        transactionBytesMax,
        comparedRowsMax,
        undecidedNanosMax,
        recordsPerCheck,
        changesHeapMax,
        outcomes);
  }

  public StoreOptions withOutcomes(OutcomeWindow other) {
    return new StoreOptions(
        shape,
        node,
        groupBytesMax,
        recordBytesMax,
        transactionBytesMax,
        comparedRowsMax,
        undecidedNanosMax,
        recordsPerCheck,
        changesHeapMax,
        other);
  }
}
