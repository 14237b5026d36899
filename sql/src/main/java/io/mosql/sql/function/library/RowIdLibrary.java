package io.mosql.sql.function.library;

import io.mosql.core.codec.KeyReader;
import io.mosql.core.codec.KeyWriter;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.define.ScalarFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * The function behind the pseudo column {@code rowid}, and its inverse. The id of a row is an
 * encoding of its primary key, so rows of one table have equal ids exactly when they have equal
 * keys:
 *
 * <pre>
 * row id := table (ordinal column)*     the id of the table and the ordinals of its key columns as varints,
 *                                       the columns of the key ascending, as of KeyWriter
 * </pre>
 */
public final class RowIdLibrary {
  /** The name of the function; its blank keeps it apart from functions of statements. */
  public static final String NAME = "ROW ID";

  private static final String INVERSE = "ROW ID KEY";

  private RowIdLibrary() {}

  /** Defines the function of the table's id, and the ordinal and the value of each key column. */
  public static void define(FunctionDefinitions all) {
    all.polymorphic(
        NAME,
        binding ->
            RelTypes.relType(
                binding.getTypeFactory(),
                SqlType.varbinary(SqlType.UNBOUNDED),
                binding.collectOperandTypes().stream().anyMatch(RelDataType::isNullable)),
        "lha**",
        true,
        call -> {
          List<SqlType> types = types(call);
          return values -> encode(types, values);
        });
  }

  /** The types of the key columns of a call of the function. */
  private static List<SqlType> types(RexCall call) {
    List<SqlType> types = new ArrayList<>();
    for (int i = 2; i < call.getOperands().size(); i += 2) {
      types.add(RelTypes.sqlType(call.getOperands().get(i).getType()));
    }
    return types;
  }

  /**
   * The function that returns one key column of the row with an id, which is its first argument;
   * NULL for what is no id of a row of the table.
   *
   * @param call of the function {@link #NAME}
   * @param arguments its arguments other than the key columns: the table's id and ordinals
   */
  public static ScalarFunction keyColumn(RexCall call, List<Long> arguments, int column) {
    List<SqlType> types = types(call);
    return ScalarFunction.of(
        INVERSE,
        types.get(column),
        "bll",
        false,
        ScalarFunction.Json.NONE,
        ScalarFunction.unlessNull(
            values -> {
              @Nullable Object[] key = decode(types, arguments, (byte[]) values[0]);
              return key == null ? null : key[column];
            }));
  }

  /** The key columns of a call of the function {@link #NAME}. */
  public static List<RexNode> keyColumns(RexCall call) {
    List<RexNode> columns = new ArrayList<>();
    for (int i = 2; i < call.getOperands().size(); i += 2) {
      columns.add(call.getOperands().get(i));
    }
    return columns;
  }

  private static byte[] encode(List<SqlType> types, @Nullable Object[] values) {
    KeyWriter id = new KeyWriter();
    varint(((Number) Objects.requireNonNull(values[0])).longValue(), id);
    for (int i = 0; i < types.size(); i++) {
      varint(((Number) Objects.requireNonNull(values[1 + 2 * i])).longValue(), id);
      id.column(types.get(i), values[2 + 2 * i]);
    }
    return id.toKey();
  }

  private static void varint(long number, KeyWriter to) {
    long rest = number;
    for (; (rest & ~0x7FL) != 0; rest >>>= 7) {
      to.raw(new byte[] {(byte) (rest | 0x80)});
    }
    to.raw(new byte[] {(byte) rest});
  }

  /** The key in an id; null when encoding that key would not result in the same bytes. */
  private static @Nullable Object @Nullable [] decode(
      List<SqlType> types, List<Long> arguments, byte[] id) {
    @Nullable Object[] values = new Object[1 + 2 * types.size()];
    @Nullable Object[] key = new Object[types.size()];
    values[0] = arguments.get(0);
    KeyWriter read = new KeyWriter();
    varint(arguments.get(0), read);
    int at = read.length();
    try {
      for (int i = 0; i < key.length; i++) {
        varint(arguments.get(1 + i), read.reset());
        at += read.length();
        if (at > id.length) {
          return null;
        }
        KeyReader column = new KeyReader(Arrays.copyOfRange(id, at, id.length));
        key[i] = column.column(types.get(i), false);
        at += column.position();
        values[1 + 2 * i] = arguments.get(1 + i);
        values[2 + 2 * i] = key[i];
      }
    } catch (MosqlException e) {
      return null; // These bytes are no key.
    }
    return Arrays.equals(encode(types, values), id) ? key : null;
  }
}
