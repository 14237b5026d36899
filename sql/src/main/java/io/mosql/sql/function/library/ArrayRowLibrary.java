package io.mosql.sql.function.library;

import io.mosql.core.port.Interrupts;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.ArrayType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.function.define.RowFunction;
import io.mosql.sql.function.define.ScalarFunction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.jspecify.annotations.Nullable;

/** Set-returning functions of arrays: their elements and their subscripts. Pure. */
public final class ArrayRowLibrary {
  /** The elements of arrays side by side. */
  public static final String UNNEST = "UNNEST";

  /** As {@link #UNNEST}, with the number of the row as last column. */
  public static final String NUMBERED = "UNNEST WITH ORDINALITY";

  private ArrayRowLibrary() {}

  public static Map<String, RowFunction> table() {
    return Map.of(
        UNNEST,
        unnest(UNNEST, false),
        NUMBERED,
        unnest(NUMBERED, true),
        "GENERATE_SUBSCRIPTS",
        new RowFunction(
            "GENERATE_SUBSCRIPTS",
            ScalarFunction.of(
                "GENERATE_SUBSCRIPTS",
                null,
                "Ai|a",
                true,
                ScalarFunction.Json.NONE,
                ArrayRowLibrary::subscripts),
            List.of(new RowFunction.Column("generate_subscripts", RowFunction.Content.INTEGER))));
  }

  private static RowFunction unnest(String name, boolean numbered) {
    ScalarFunction rows =
        ScalarFunction.of(
            name, null, "A*", false, ScalarFunction.Json.NONE, v -> elements(v, numbered));
    return new RowFunction(name, rows, binding -> rowType(binding, numbered));
  }

  private static RelDataType rowType(SqlOperatorBinding binding, boolean numbered) {
    RelDataTypeFactory types = binding.getTypeFactory();
    RelDataTypeFactory.Builder row = types.builder();
    int count = binding.getOperandCount();
    for (int i = 0; i < count; i++) {
      RelDataType array = binding.getOperandType(i);
      row.add(
          i == 0 ? "unnest" : "unnest" + (i + 1),
          ArrayType.is(array)
              ? ArrayType.element(array)
              : RelTypes.relType(types, SqlType.TEXT, true));
    }
    if (numbered) {
      row.add("ordinality", RelTypes.relType(types, SqlType.BIGINT, false));
    }
    return row.build();
  }

  /** Rows of the elements, with NULL after the end of shorter arrays. */
  private static List<@Nullable Object[]> elements(@Nullable Object[] v, boolean numbered) {
    int count = 0;
    for (Object value : v) {
      count = Math.max(count, value instanceof SqlArray array ? array.size() : 0);
    }
    List<@Nullable Object[]> rows = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Interrupts.check();
      @Nullable Object[] row = new @Nullable Object[v.length + (numbered ? 1 : 0)];
      for (int k = 0; k < v.length; k++) {
        row[k] = v[k] instanceof SqlArray array && i < array.size() ? array.item(i) : null;
      }
      if (numbered) {
        row[v.length] = i + 1L;
      }
      rows.add(row);
    }
    return rows;
  }

  private static List<@Nullable Object[]> subscripts(@Nullable Object[] v) {
    SqlArray array = (SqlArray) java.util.Objects.requireNonNull(v[0]);
    int dimension = TextLibrary.number(v, 1) - 1;
    List<@Nullable Object[]> rows = new ArrayList<>();
    if (dimension >= 0 && dimension < array.dimensions()) {
      for (int i = 0; i < array.length(dimension); i++) {
        rows.add(new @Nullable Object[] {array.lower(dimension) + i});
      }
    }
    if (v.length > 2 && Boolean.TRUE.equals(v[2])) {
      Collections.reverse(rows);
    }
    return rows;
  }
}
