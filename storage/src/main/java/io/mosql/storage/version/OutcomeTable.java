package io.mosql.storage.version;

import io.mosql.core.codec.Keys;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeCursor;
import io.mosql.storage.tree.TreeEditor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table of the transactions that committed, for a window of positions, so that a client that
 * lost the answer to a commit can query its outcome. It is part of the root and follows from the
 * records alone: every replica and every replay writes the same.
 *
 * <pre>
 * committed := 0x01 position (8 bytes)  ->  boot (8) number (8) [result (8)]     in the order of the log: appended at the end, purged at the start
 * fenced    := 0x02 boot (8) number (8) ->  position (8)            reported as not committed: it never will commit
 * </pre>
 *
 * The result is the number of rows that the transaction's only statement changed; rows without it
 * belong to commits that reported none. A transaction is looked up between the position at which
 * COMMIT was called and the newest one. Entries older than the {@linkplain OutcomeWindow window}
 * are purged, in steps.
 *
 * <p>A fence is kept for as long as a request may come that is submitted under a token drawn before
 * it. Older tokens are rejected, so a transaction that was reported as not committed never commits.
 * The position in the row of a fence is that much later than its own, so that it is purged by the
 * same rule as a commit.
 *
 * <p>Pure.
 */
public final class OutcomeTable {
  /** The result of a transaction that reports none. */
  public static final long NO_RESULT = -1;

  private static final int ID_BYTES = 2 * Long.BYTES;
  private static final byte COMMITTED = 1;
  private static final byte FENCED = 2;
  private static final byte[] FIRST_FENCE = {FENCED};

  private OutcomeTable() {}

  /** The position at which a transaction committed, and its result; -1 for none. */
  public record CommittedOutcome(long position, long result) {}

  /**
   * Records that a transaction committed at a position; purges entries that leave the window.
   *
   * @param result -1 for none
   */
  static void add(
      TreeEditor editor, TransactionId id, long position, long result, OutcomeWindow window) {
    editor.put(
        key(position),
        result == NO_RESULT
            ? bytes(id)
            : ByteBuffer.allocate(ID_BYTES + Long.BYTES).put(bytes(id)).putLong(result).array());
    if (position % window.step() == 0) {
      long end = position - window.positions();
      for (long old = end - window.step() + 1; old <= end; old++) {
        if (old > 0) {
          editor.remove(key(old));
        }
      }
    }
  }

  /**
   * The keys of the fences that leave the window at this position; usually there are none, and
   * usually no search is needed.
   */
  static List<byte[]> oldFences(@Nullable Tree tree, long position, OutcomeWindow window) {
    List<byte[]> old = new ArrayList<>(0);
    if (position % window.step() == 0 && tree != null) {
      TreeCursor cursor = tree.cursor();
      for (boolean on = cursor.seek(FIRST_FENCE); on; on = cursor.next()) {
        if (ByteBuffer.wrap(cursor.value()).getLong() <= position - window.positions()) {
          old.add(cursor.key());
        }
      }
    }
    return old;
  }

  /** Whether there is any fence, which the last key shows. */
  static boolean hasFences(@Nullable Tree tree) {
    byte[] last = tree == null || tree.isEmpty() ? null : tree.keyAt(tree.size() - 1);
    return last != null && last[0] == FENCED;
  }

  /** Whether a transaction that was submitted then may have committed and been purged. */
  public static boolean isForgotten(RootView root, long origin) {
    return origin < root.position() - root.window().positions();
  }

  /** Whether a token that was drawn then is too old: a fence of it may have been purged. */
  public static boolean isTooOld(RootView root, long origin) {
    return origin < root.position() - root.window().names();
  }

  public static boolean isFenced(RootView root, TransactionId id) {
    return root.get(SystemTrees.OUTCOMES, fenceKey(id)) != null;
  }

  /**
   * Position at which a transaction committed.
   *
   * @param origin of its request
   * @return 0 when it did not commit in the window
   */
  public static long position(RootView root, TransactionId id, long origin) {
    CommittedOutcome found = find(root, id, origin);
    return found == null ? 0 : found.position();
  }

  /** The outcome of a transaction of that origin; null when it did not commit in the window. */
  public static @Nullable CommittedOutcome find(RootView root, TransactionId id, long origin) {
    Tree tree = root.tree(SystemTrees.OUTCOMES);
    if (tree == null) {
      return null;
    }
    byte[] wanted = bytes(id);
    TreeCursor cursor = tree.cursor();
    for (boolean on = cursor.seek(key(origin + 1)); on; on = cursor.next()) {
      byte[] key = cursor.key();
      if (Keys.compare(key, FIRST_FENCE) >= 0) {
        break;
      }
      byte[] row = cursor.value();
      if (row.length >= ID_BYTES && Arrays.equals(row, 0, ID_BYTES, wanted, 0, ID_BYTES)) {
        long result = row.length == ID_BYTES ? NO_RESULT : ByteBuffer.wrap(row).getLong(ID_BYTES);
        return new CommittedOutcome(ByteBuffer.wrap(key).getLong(1), result);
      }
    }
    return null;
  }

  /** The effect that prevents a transaction from ever committing. */
  public static Effect fence(TransactionId id, long position, OutcomeWindow window) {
    long end = position + window.names() - window.positions();
    byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(end).array();
    return new Effect.Put(SystemTrees.OUTCOMES, fenceKey(id), value);
  }

  private static byte[] key(long position) {
    return ByteBuffer.allocate(1 + Long.BYTES).put(COMMITTED).putLong(position).array();
  }

  private static byte[] fenceKey(TransactionId id) {
    return ByteBuffer.allocate(1 + 2 * Long.BYTES).put(FENCED).put(bytes(id)).array();
  }

  private static byte[] bytes(TransactionId id) {
    return ByteBuffer.allocate(ID_BYTES).putLong(id.boot()).putLong(id.number()).array();
  }
}
