package io.mosql.storage;

import io.mosql.core.codec.RowFormat;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.storage.Verdict.Reason;
import io.mosql.storage.Verdict.Rejected;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges requests: all reads, expectations and bounds against the given root, before anything is
 * changed; then it says what the effects are. It has no state, changes nothing, and gives the same
 * verdict for the same root and request anywhere.
 *
 * <p>Each key occurs once in a request, so no write of a request can meet another one's effect but
 * that of a tree operation, in whose tree keys are judged as absent.
 */
final class Certifier {
  private Certifier() {}

  static Verdict judge(RootView root, Request request) {
    if (request.timeline() != root.timeline()
        || (request.epoch() != Request.ANY_EPOCH && request.epoch() != root.epoch())) {
      return new Rejected(Reason.EPOCH, SystemTrees.EPOCH, null);
    }
    Root snapshot = request.snapshot();
    Rejected broken = ReadCheck.firstBroken(root, request.reads(), snapshot);
    if (broken != null) {
      return broken;
    }
    List<Write> writes = request.writes();
    List<Effect> effects = new ArrayList<>(writes.size());
    NewTrees newTrees = new NewTrees();
    Target target = null;
    for (int i = 0; i < writes.size(); i++) {
      Rejected rejected;
      if (writes.get(i) instanceof Write.OfKey write) {
        if (target == null || target.tree() != write.tree()) {
          target = target(root, snapshot, newTrees, write.tree());
        }
        rejected = ofKey(root, target, write, effects);
      } else {
        rejected = ofTree(root, newTrees, (Write.OfTree) writes.get(i), effects);
      }
      if (rejected != null) {
        return rejected;
      }
    }
    return new Verdict.Accepted(effects);
  }

  private static @Nullable Rejected ofTree(
      RootView root, NewTrees newTrees, Write.OfTree write, List<Effect> effects) {
    long tree = write.tree();
    boolean creates = write instanceof Write.CreateTree;
    if (root.hasTree(tree) == creates) {
      return new Rejected(Reason.TREE, tree, null);
    }
    if (creates) {
      newTrees.add(tree);
      effects.add(new Effect.CreateTree(tree));
    } else if (write instanceof Write.TruncateTree) {
      newTrees.add(tree);
      effects.add(new Effect.TruncateTree(tree));
    } else {
      effects.add(new Effect.DropTree(tree));
    }
    return null;
  }

  /**
   * What all writes of a tree meet; they stand together.
   *
   * @param fresh the request creates or truncates it
   * @param shared it is the snapshot's, in which expectations were checked already
   */
  private record Target(long tree, boolean exists, boolean fresh, boolean shared) {}

  private static Target target(
      RootView root, @Nullable Root snapshot, NewTrees newTrees, long tree) {
    boolean fresh = newTrees.contains(tree);
    boolean shared = !fresh && snapshot != null && root.sharesTree(snapshot, tree);
    return new Target(tree, fresh || root.hasTree(tree), fresh, shared);
  }

  private static @Nullable Rejected ofKey(
      RootView root, Target target, Write.OfKey write, List<Effect> effects) {
    long tree = target.tree();
    byte[] key = write.key();
    if (!target.exists()) {
      return new Rejected(Reason.TREE, tree, key);
    }
    boolean fresh = target.fresh();
    boolean shared = target.shared();
    if (write instanceof Write.Put put) {
      effects.add(new Effect.Put(tree, key, put.value()));
      return null;
    }
    if (write instanceof Write.Patch patch) {
      return patch(shared, fresh ? null : root, patch, effects);
    }
    if (write instanceof Write.Remove) {
      if (!fresh && root.get(tree, key) != null) {
        effects.add(new Effect.Delete(tree, key));
      }
      return null;
    }
    boolean inserts = write instanceof Write.Insert;
    if (!shared) {
      boolean present = !fresh && root.get(tree, key) != null;
      if (present == inserts) {
        return new Rejected(present ? Reason.KEY_PRESENT : Reason.KEY_ABSENT, tree, key);
      }
    }
    if (write instanceof Write.Insert insert) {
      effects.add(new Effect.Put(tree, key, insert.row()));
    } else if (write instanceof Write.Replace replace) {
      effects.add(new Effect.Put(tree, key, replace.row()));
    } else {
      effects.add(new Effect.Delete(tree, key));
    }
    return null;
  }

  private static @Nullable Rejected patch(
      boolean shared, @Nullable RootView root, Write.Patch patch, List<Effect> effects) {
    byte[] row = null;
    if (!shared || patch.prepared() == null) {
      row = root == null ? null : root.get(patch.tree(), patch.key());
      if (row == null) {
        return new Rejected(Reason.KEY_ABSENT, patch.tree(), patch.key());
      }
    }
    List<FieldChange> changes = patch.changes();
    int[] ordinals = new int[changes.size()];
    byte[][] fields = new byte[changes.size()][];
    int count = 0;
    for (int i = 0; i < changes.size(); i++) {
      FieldChange change = changes.get(i);
      boolean again = count > 0 && ordinals[count - 1] == change.ordinal();
      byte[] field;
      if (change instanceof FieldChange.Set set) {
        field = set.field();
      } else {
        FieldChange.Add add = (FieldChange.Add) change;
        byte[] before = again ? fields[count - 1] : stored(row, add);
        BigDecimal sum = sum(before, add);
        if (sum == null) {
          continue;
        }
        Reason broken = broken(sum, add);
        if (broken != null) {
          return new Rejected(broken, patch.tree(), patch.key());
        }
        field = encode(add.type(), sum);
      }
      count = again ? count : count + 1;
      ordinals[count - 1] = change.ordinal();
      fields[count - 1] = field;
    }
    if (count > 0) {
      boolean all = count == changes.size();
      effects.add(
          new Effect.SetFields(
              patch.tree(),
              patch.key(),
              all ? ordinals : Arrays.copyOf(ordinals, count),
              all ? fields : Arrays.copyOf(fields, count),
              patch.prepared()));
    }
    return null;
  }

  private static byte[] stored(byte @Nullable [] row, FieldChange.Add add) {
    if (row == null) {
      throw new IllegalStateException("a prepared patch holds an Add");
    }
    byte[] field = RowFormat.field(row, add.ordinal());
    return field.length == 0 ? add.missing() : field;
  }

  /** Null when the field is NULL, which it stays. */
  private static @Nullable BigDecimal sum(byte[] field, FieldChange.Add add) {
    Object value = field.length == 0 ? null : RowFormat.decodeField(field, add.type());
    if (value == null) {
      return null;
    }
    BigDecimal number =
        value instanceof BigDecimal decimal
            ? decimal
            : BigDecimal.valueOf(((Number) value).longValue());
    return number.add(add.number());
  }

  private static @Nullable Reason broken(BigDecimal sum, FieldChange.Add add) {
    if (!fits(sum, add.type())) {
      return Reason.OUT_OF_RANGE;
    }
    BigDecimal low = add.low();
    BigDecimal high = add.high();
    boolean within =
        (low == null || sum.compareTo(low) >= 0) && (high == null || sum.compareTo(high) <= 0);
    return within ? null : Reason.BOUND;
  }

  private static boolean fits(BigDecimal sum, SqlType type) {
    if (type.kind() == TypeKind.DECIMAL) {
      return sum.scale() <= type.scale()
          && sum.setScale(type.scale()).precision() <= type.precision();
    }
    int bits =
        switch (type.kind()) {
          case SMALLINT -> 15;
          case INTEGER -> 31;
          default -> 63;
        };
    return sum.scale() <= 0 && sum.toBigInteger().bitLength() <= bits;
  }

  private static byte[] encode(SqlType type, BigDecimal sum) {
    return switch (type.kind()) {
      case DECIMAL -> RowFormat.encodeField(type, sum);
      case BIGINT -> RowFormat.encodeField(type, sum.longValueExact());
      default -> RowFormat.encodeField(type, sum.intValueExact());
    };
  }

  /** Trees that the request creates or truncates: few, and mostly none. */
  private static final class NewTrees {
    private long[] ids = new long[0];

    void add(long id) {
      ids = Arrays.copyOf(ids, ids.length + 1);
      ids[ids.length - 1] = id;
    }

    boolean contains(long id) {
      for (long known : ids) {
        if (known == id) {
          return true;
        }
      }
      return false;
    }
  }
}
