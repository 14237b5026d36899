package io.mosql.sql.exec.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.type.SqlType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class GroupTableTest {
  private static final SqlType[] TYPES = {
    SqlType.INTEGER, SqlType.TEXT, SqlType.decimal(9, 2), SqlType.DOUBLE
  };

  private static Object[] key(Random random, int distinct) {
    return new Object[] {
      random.nextInt(9) == 0 ? null : random.nextInt(distinct),
      random.nextInt(9) == 0 ? null : "text \u00e4 and more".substring(0, random.nextInt(4) * 5),
      random.nextInt(9) == 0 ? null : java.math.BigDecimal.valueOf(random.nextInt(3), 2),
      random.nextInt(9) == 0 ? null : (double) random.nextInt(2)
    };
  }

  private static Vector[] vectors(Object[][] keys, int[] rows) {
    Vector[] vectors = new Vector[TYPES.length];
    for (int i = 0; i < TYPES.length; i++) {
      Object[] values = new Object[keys.length];
      for (int row : rows) {
        values[row] = keys[row][i];
      }
      vectors[i] = Vector.of(values, rows, rows.length, TYPES[i]);
    }
    return vectors;
  }

  /** The table agrees with a map: numbers in the order of appearance, NULL equal to NULL. */
  @Test
  void keysHaveTheNumbersOfAMap() {
    for (int distinct : new int[] {2, 300, 100_000}) {
      Random random = new Random(distinct);
      GroupTable table = new GroupTable(TYPES);
      Map<List<Object>, Integer> model = new HashMap<>();
      List<Object[]> order = new ArrayList<>();
      for (int round = 0; round < 20; round++) {
        Object[][] keys = new Object[500][];
        int[] rows = new int[250];
        for (int k = 0; k < rows.length; k++) {
          rows[k] = 2 * k + 1;
          keys[rows[k]] = key(random, distinct);
        }
        boolean adds = round % 5 != 4;
        int[] numbers = new int[500];
        table.find(vectors(keys, rows), rows, rows.length, adds, numbers);
        for (int row : rows) {
          List<Object> key = java.util.Arrays.asList(keys[row]);
          if (adds && !model.containsKey(key)) {
            model.put(key, model.size());
            order.add(keys[row]);
          }
          assertThat(numbers[row]).isEqualTo(model.getOrDefault(key, GroupTable.NONE));
        }
      }
      assertThat(table.size()).isEqualTo(model.size());
      for (int i = 0; i < TYPES.length; i++) {
        for (int from = 0; from < order.size(); from += 400) {
          int count = Math.min(400, order.size() - from);
          Vector column = table.column(i, from, count);
          for (int k = 0; k < count; k++) {
            assertThat(column.get(k)).isEqualTo(order.get(from + k)[i]);
          }
        }
      }
    }
  }
}
