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
 * Table of the transactions that committed, for a window of positions, so that a client that lost
 * the answer to a commit can query its outcome. It is part of the root and follows from the records
 * alone: every replica and every replay writes the same.
 *
 * <pre>
 * committed := 0x01 position (8 bytes)  ->  boot (8) number (8) [result (8)]     in the order of the log: added at its end, given up at its start
 * fenced    := 0x02 boot (8) number (8) ->  position (8)            whoever asked was told that it did not commit: now it cannot any more
 * </pre>
 *
 * The result is what the commit said of itself, the number of rows that its one statement changed;
 * rows without it mean that it said nothing. A transaction is looked up between the position at
 * which COMMIT was called and the newest one. What is older than the {@linkplain OutcomeWindow
 * window} is given up, in steps.
 *
 * <p>A fence stays for as long as a request may come that is submitted under a name which was drawn
 * before it. Older names are refused, so a transaction of which it was told that it did not commit
 * never does. The position in the row of a fence is that much later than its own, so that it is
 * given up by the same rule as a commit.
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

  /** Where a transaction committed, and what it said of itself; -1 for nothing. */
  public record CommittedOutcome(long position, long result) {}

  /**
   * Notes that a transaction committed at a position; gives up what leaves the window.
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

  /** Fences that leave the window at this position; mostly none, and mostly none are looked for. */
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

  /** Whether there is any fence: the last key tells. */
  static boolean hasFences(@Nullable Tree tree) {
    byte[] last = tree == null || tree.isEmpty() ? null : tree.keyAt(tree.size() - 1);
    return last != null && last[0] == FENCED;
  }

  /** Whether a transaction that was submitted then may have committed and be forgotten. */
  public static boolean isForgotten(RootView root, long origin) {
    return origin < root.position() - root.window().positions();
  }

  /** Whether a name that was drawn then is too old: a fence of it may be gone. */
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

  /** What is known of a transaction of that origin; null when it did not commit in the window. */
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

  /** The effect that keeps a transaction from committing ever. */
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
