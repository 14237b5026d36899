package io.mosql.storage.certify;

import io.mosql.core.codec.RowFormat;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.storage.certify.CertifierVerdict.Reason;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.FieldPatch;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The evaluator of the field patches of a row: computes the final field values, or the reason why
 * the patch is rejected. The transaction uses it for its own view, the certifier for the effects.
 * Pure.
 */
public final class PatchEvaluator {
  private PatchEvaluator() {}

  /** The result of an evaluation. */
  sealed interface Result {}

  /**
   * @param ordinals strictly ascending; none when every sum stayed NULL
   * @param fields beside the ordinals
   */
  public record Fields(int[] ordinals, byte[][] fields) implements Result {
    public byte[] on(byte[] row) {
      return ordinals.length == 0 ? row : RowFormat.withFields(row, ordinals, fields);
    }
  }

  /** A rejected sum. */
  record Refused(Reason reason) implements Result {}

  /**
   * @param row the current row; null only when all changes are Set
   * @param changes in ascending order of ordinals
   */
  public static Result evaluate(byte @Nullable [] row, List<FieldPatch> changes) {
    int[] ordinals = new int[changes.size()];
    byte[][] fields = new byte[changes.size()][];
    int count = 0;
    for (int i = 0; i < changes.size(); i++) {
      FieldPatch change = changes.get(i);
      boolean again = count > 0 && ordinals[count - 1] == change.ordinal();
      byte[] field;
      if (change instanceof FieldPatch.Set set) {
        field = set.field();
      } else {
        FieldPatch.Add add = (FieldPatch.Add) change;
        BigDecimal before = number(again ? fields[count - 1] : stored(row, add), add.type());
        if (before == null) {
          continue;
        }
        BigDecimal sum = before.add(add.number());
        Reason broken = broken(sum, add);
        if (broken != null) {
          return new Refused(broken);
        }
        field = encode(add.type(), sum);
      }
      count = again ? count : count + 1;
      ordinals[count - 1] = change.ordinal();
      fields[count - 1] = field;
    }
    return count == ordinals.length
        ? new Fields(ordinals, fields)
        : new Fields(Arrays.copyOf(ordinals, count), Arrays.copyOf(fields, count));
  }

  /**
   * Combines changes made one after the other: a Set replaces the changes before it in its field,
   * an Add to a value that was set becomes part of it, other Adds stay a sequence.
   *
   * @return null when a sum on a value that was set is rejected
   */
  public static @Nullable List<FieldPatch> merge(List<FieldPatch> first, List<FieldPatch> then) {
    List<FieldPatch> merged = new ArrayList<>(first.size() + then.size());
    int i = 0;
    for (FieldPatch change : then) {
      int ordinal = change.ordinal();
      while (i < first.size() && first.get(i).ordinal() <= ordinal) {
        merged.add(first.get(i++));
      }
      FieldPatch last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last == null || last.ordinal() != ordinal) {
        merged.add(change);
      } else if (change instanceof FieldPatch.Set) {
        while (!merged.isEmpty() && merged.get(merged.size() - 1).ordinal() == ordinal) {
          merged.remove(merged.size() - 1);
        }
        merged.add(change);
      } else if (last instanceof FieldPatch.Set set) {
        Result sum = evaluate(null, List.of(set, change));
        if (sum instanceof Fields fields) {
          merged.set(merged.size() - 1, new FieldPatch.Set(ordinal, fields.fields()[0]));
        } else {
          return null;
        }
      } else {
        merged.add(change);
      }
    }
    while (i < first.size()) {
      merged.add(first.get(i++));
    }
    return merged;
  }

  /** Ordinals of Adds whose success was already reported to the client. */
  public static ColumnSet added(List<FieldPatch> changes) {
    int count = 0;
    int[] ordinals = new int[changes.size()];
    for (FieldPatch change : changes) {
      if (change instanceof FieldPatch.Add) {
        ordinals[count++] = change.ordinal();
      }
    }
    return count == 0 ? ColumnSet.NONE : ColumnSet.of(Arrays.copyOf(ordinals, count));
  }

  /** Ordinals whose value does not depend on the current row. */
  public static int[] set(List<FieldPatch> changes) {
    int count = 0;
    int[] ordinals = new int[changes.size()];
    for (FieldPatch change : changes) {
      if (change instanceof FieldPatch.Set) {
        ordinals[count++] = change.ordinal();
      }
    }
    return count == ordinals.length ? ordinals : Arrays.copyOf(ordinals, count);
  }

  private static byte[] stored(byte @Nullable [] row, FieldPatch.Add add) {
    if (row == null) {
      throw new InvariantViolation("a sum is evaluated on a row");
    }
    byte[] field = RowFormat.field(row, add.ordinal());
    return field.length == 0 ? add.missing() : field;
  }

  /** Null when the field is NULL and remains NULL. */
  private static @Nullable BigDecimal number(byte[] field, SqlType type) {
    Object value = field.length == 0 ? null : RowFormat.decodeField(field, type);
    if (value == null) {
      return null;
    }
    return value instanceof BigDecimal decimal
        ? decimal
        : BigDecimal.valueOf(((Number) value).longValue());
  }

  private static @Nullable Reason broken(BigDecimal sum, FieldPatch.Add add) {
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
}
