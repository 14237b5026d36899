package io.mosql.storage;

import io.mosql.core.codec.RowFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The net change of one key by a running transaction, and the row that it leaves in its view.
 * Immutable, so that undoing is putting the one before back.
 *
 * @param row in the transaction's view, null when it left none
 * @param before the snapshot's row of a patch, else null
 * @param ordinals that a patch sets, ascending, else empty
 * @param fields beside the ordinals
 */
record OwnWrite(
    Kind kind, byte @Nullable [] row, byte @Nullable [] before, int[] ordinals, byte[][] fields) {
  enum Kind {
    INSERT,
    REPLACE,
    PATCH,
    PUT,
    DELETE,
    REMOVE
  }

  private static final int[] NO_ORDINALS = {};
  private static final byte[][] NO_FIELDS = {};

  static OwnWrite of(Kind kind, byte @Nullable [] row) {
    return new OwnWrite(kind, row, null, NO_ORDINALS, NO_FIELDS);
  }

  static OwnWrite patch(byte[] before, int[] ordinals, byte[][] fields) {
    return new OwnWrite(
        Kind.PATCH, RowFormat.withFields(before, ordinals, fields), before, ordinals, fields);
  }

  /** Whether the certifier expects the key to be there, or not to be there. */
  boolean hasExpectation() {
    return kind != Kind.PUT && kind != Kind.REMOVE;
  }

  /** This change with further fields set; there is a row. */
  OwnWrite set(byte[] current, int[] moreOrdinals, byte[][] moreFields) {
    byte[] patched = RowFormat.withFields(current, moreOrdinals, moreFields);
    if (kind != Kind.PATCH) {
      return of(kind, patched);
    }
    int[] all = new int[ordinals.length + moreOrdinals.length];
    byte[][] allFields = new byte[all.length][];
    int count = 0;
    int i = 0;
    int j = 0;
    while (i < ordinals.length || j < moreOrdinals.length) {
      if (j == moreOrdinals.length || (i < ordinals.length && ordinals[i] < moreOrdinals[j])) {
        all[count] = ordinals[i];
        allFields[count++] = fields[i++];
      } else {
        i += i < ordinals.length && ordinals[i] == moreOrdinals[j] ? 1 : 0;
        all[count] = moreOrdinals[j];
        allFields[count++] = moreFields[j++];
      }
    }
    return new OwnWrite(
        Kind.PATCH, patched, before, Arrays.copyOf(all, count), Arrays.copyOf(allFields, count));
  }

  /** Bytes that count against the limit of a transaction. */
  long bytes(byte[] key) {
    long sum = key.length;
    if (kind == Kind.PATCH) {
      for (byte[] field : fields) {
        sum += field.length;
      }
      return sum;
    }
    return row == null ? sum : sum + row.length;
  }

  Write toWrite(long tree, byte[] key) {
    byte[] current = row;
    byte[] old = before;
    if (current == null) {
      return kind == Kind.DELETE ? new Write.Delete(tree, key) : new Write.Remove(tree, key);
    }
    if (old != null) {
      List<FieldChange> changes = new ArrayList<>(ordinals.length);
      for (int i = 0; i < ordinals.length; i++) {
        changes.add(new FieldChange.Set(ordinals[i], fields[i]));
      }
      return new Write.Patch(tree, key, changes, new Patched(old, current));
    }
    return switch (kind) {
      case INSERT -> new Write.Insert(tree, key, current);
      case REPLACE -> new Write.Replace(tree, key, current);
      default -> new Write.Put(tree, key, current);
    };
  }
}
