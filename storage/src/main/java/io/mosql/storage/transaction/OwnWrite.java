package io.mosql.storage.transaction;

import io.mosql.storage.certify.PatchEvaluator;
import io.mosql.storage.certify.Write;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.PatchedRow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The net change of one key by a running transaction, and the resulting row in its view. Immutable,
 * so that an undo restores the previous object.
 *
 * @param row in the transaction's view, null when there is none
 * @param before the snapshot's row of a patch, else null
 * @param changes of a patch, else empty
 */
record OwnWrite(
    Kind kind, byte @Nullable [] row, byte @Nullable [] before, List<FieldPatch> changes) {
  enum Kind {
    INSERT,
    REPLACE,
    PATCH,
    PUT,
    DELETE,
    REMOVE
  }

  /** Heap of a write beside its key and rows, including its undo entry. */
  private static final long WRITE_HEAP = 136;

  /** Bytes charged for an Add. */
  private static final int ADD_BYTES = 16;

  static OwnWrite of(Kind kind, byte @Nullable [] row) {
    return new OwnWrite(kind, row, null, List.of());
  }

  /**
   * A patch of a row of the snapshot.
   *
   * @return null when the sum is rejected
   */
  static @Nullable OwnWrite patch(byte[] before, List<FieldPatch> changes) {
    return PatchEvaluator.evaluate(before, changes) instanceof PatchEvaluator.Fields fields
        ? new OwnWrite(Kind.PATCH, fields.on(before), before, changes)
        : null;
  }

  static List<FieldPatch> sets(int[] ordinals, byte[][] fields) {
    List<FieldPatch> sets = new ArrayList<>(ordinals.length);
    for (int i = 0; i < ordinals.length; i++) {
      sets.add(new FieldPatch.Set(ordinals[i], fields[i]));
    }
    return sets;
  }

  /** Whether the certifier expects the key to be there, or not to be there. */
  boolean hasExpectation() {
    return kind != Kind.PUT && kind != Kind.REMOVE;
  }

  /**
   * This change combined with later changes of the same row, which exists.
   *
   * @return null when a sum is rejected
   */
  @Nullable OwnWrite patched(byte[] current, List<FieldPatch> more) {
    if (!(PatchEvaluator.evaluate(current, more) instanceof PatchEvaluator.Fields fields)) {
      return null;
    }
    if (kind != Kind.PATCH) {
      return of(kind, fields.on(current));
    }
    List<FieldPatch> all = PatchEvaluator.merge(changes, more);
    return all == null ? null : new OwnWrite(Kind.PATCH, fields.on(current), before, all);
  }

  /**
   * The same change on another version of the snapshot's row.
   *
   * @return null when it is impossible there
   */
  @Nullable OwnWrite on(byte @Nullable [] other) {
    if (kind != Kind.PATCH || other == before) {
      return this;
    }
    return other == null ? null : patch(other, changes);
  }

  /** Bytes charged against the transaction's limit. */
  long bytes(byte[] key) {
    long sum = key.length;
    if (kind == Kind.PATCH) {
      for (FieldPatch change : changes) {
        sum += change instanceof FieldPatch.Set set ? set.field().length : ADD_BYTES;
      }
      return sum;
    }
    return row == null ? sum : sum + row.length;
  }

  /** Heap of the write, including its entries in the tables that contain it. */
  static long heapBytes(byte[] key, @Nullable OwnWrite write) {
    long sum = WRITE_HEAP + key.length;
    if (write != null) {
      sum += write.row == null ? 0 : write.row.length;
      sum += write.before == null ? 0 : write.before.length;
    }
    return sum;
  }

  Write toWrite(long tree, byte[] key) {
    byte[] current = row;
    byte[] old = before;
    if (current == null) {
      return kind == Kind.DELETE ? new Write.Delete(tree, key) : new Write.Remove(tree, key);
    }
    if (old != null) {
      PatchedRow prepared =
          PatchEvaluator.added(changes).isEmpty() ? new PatchedRow(old, current) : null;
      return new Write.Patch(tree, key, changes, prepared);
    }
    return switch (kind) {
      case INSERT -> new Write.Insert(tree, key, current);
      case REPLACE -> new Write.Replace(tree, key, current);
      default -> new Write.Put(tree, key, current);
    };
  }
}
