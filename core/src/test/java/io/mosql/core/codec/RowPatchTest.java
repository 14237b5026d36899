package io.mosql.core.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.type.SqlType;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A patched row has the very bytes of a row that was made from the patched fields. */
class RowPatchTest {
  @Test
  void isTheRowOfThePatchedFields() {
    Random random = new Random(1);
    for (int round = 0; round < 20_000; round++) {
      byte[][] fields = new byte[random.nextInt(9)][];
      Arrays.setAll(fields, i -> field(random));
      TreeSet<Integer> which = new TreeSet<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        which.add(random.nextInt(11));
      }
      int[] ordinals = which.stream().mapToInt(Integer::intValue).toArray();
      byte[][] changes = new byte[ordinals.length][];
      Arrays.setAll(changes, i -> field(random));
      byte[] before = RowFormat.row(fields);
      byte[] kept = before.clone();
      byte[][] all =
          Arrays.copyOf(
              fields, which.isEmpty() ? fields.length : Math.max(fields.length, which.last() + 1));
      for (int i = 0; i < all.length; i++) {
        int at = Arrays.binarySearch(ordinals, i);
        all[i] = at >= 0 ? changes[at] : i < fields.length ? fields[i] : new byte[0];
      }
      assertThat(RowFormat.withFields(before, ordinals, changes)).isEqualTo(RowFormat.row(all));
      assertThat(before).isEqualTo(kept);
    }
  }

  private static byte[] field(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> new byte[0];
      case 1 -> RowFormat.encodeField(SqlType.TEXT, null);
      case 2 -> RowFormat.encodeField(SqlType.TEXT, "x".repeat(random.nextInt(300)));
      case 3 ->
          random.nextInt(20) == 0
              ? RowFormat.encodeField(SqlType.varbinary(70_000), new byte[70_000])
              : RowFormat.encodeField(SqlType.BOOLEAN, true);
      default -> RowFormat.encodeField(SqlType.INTEGER, random.nextInt(1000));
    };
  }
}
