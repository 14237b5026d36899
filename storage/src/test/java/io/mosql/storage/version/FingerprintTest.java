package io.mosql.storage.version;

import static io.mosql.storage.TestRows.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.codec.RowFormat;
import io.mosql.core.type.SqlType;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeEditor;
import io.mosql.storage.tree.TreeShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Fingerprints are equal exactly when the observed values are: the verdict on a request from the
 * wire is that of a comparison of the values.
 */
class FingerprintTest {
  private static final int FIELDS = 4;
  private static final SqlType[] TYPES = {
    SqlType.TEXT, SqlType.INTEGER, SqlType.DOUBLE, SqlType.TEXT
  };

  private final Fingerprint print = new Fingerprint(1, 2);
  private final Random random = new Random(42);

  private @Nullable Object value(int ordinal) {
    if (random.nextInt(6) == 0) {
      return null;
    }
    return switch (ordinal) {
      case 1 -> random.nextInt(3) - 1;
      case 2 -> new double[] {0.0, -0.0, Double.NaN, 1.5}[random.nextInt(4)];
      default -> text();
    };
  }

  /** Few different ones, so that equal values meet; long ones are hashed. */
  private String text() {
    return switch (random.nextInt(5)) {
      case 0 -> "";
      case 1 -> "a";
      case 2 -> "ab";
      case 3 -> "b".repeat(40);
      default -> "b".repeat(39) + "c";
    };
  }

  /** Sometimes shorter than others: fields at its end are missing then. */
  private byte[] row() {
    byte[][] fields = new byte[FIELDS - random.nextInt(2)][];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = RowFormat.encodeField(TYPES[i], value(i));
    }
    return RowFormat.row(fields);
  }

  private ColumnSet columns() {
    if (random.nextInt(8) == 0) {
      return ColumnSet.ALL;
    }
    List<Integer> chosen = new ArrayList<>();
    for (int i = 0; i < FIELDS; i++) {
      if (random.nextBoolean()) {
        chosen.add(i);
      }
    }
    return ColumnSet.of(chosen.stream().mapToInt(Integer::intValue).toArray());
  }

  @Test
  void pointsAreEqualWhenTheirSelectionsAre() {
    int equal = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] one = row();
      byte[] other = random.nextInt(4) == 0 ? one.clone() : row();
      ColumnSet columns = columns();
      boolean same = Fingerprint.sameSelection(one, other, columns);
      equal += same ? 1 : 0;
      assertThat(print.ofPoint(one, columns)).hasSizeLessThanOrEqualTo(17);
      assertThat(
              java.util.Arrays.equals(print.ofPoint(one, columns), print.ofPoint(other, columns)))
          .as("%s", columns)
          .isEqualTo(same);
    }
    assertThat(equal).isBetween(4_000, 16_000);
  }

  @Test
  void absenceIsAValueOfItsOwn() {
    byte[] absent = print.ofPoint(null, ColumnSet.of(0));
    for (int i = 0; i < 1_000; i++) {
      assertThat(print.ofPoint(row(), columns())).isNotEqualTo(absent);
    }
    assertThat(print.ofPoint(null, ColumnSet.ALL)).isEqualTo(absent);
  }

  @Test
  void fieldsDoNotRunIntoEachOther() {
    ColumnSet both = ColumnSet.of(0, 3);
    byte[] one = texts("ab", "c");
    byte[] other = texts("a", "bc");
    assertThat(print.ofPoint(one, both)).isNotEqualTo(print.ofPoint(other, both));
    assertThat(print.ofPoint(texts("", "a"), both))
        .isNotEqualTo(print.ofPoint(texts("a", ""), both));
  }

  private static byte[] texts(String first, String last) {
    byte[] none = RowFormat.encodeField(SqlType.INTEGER, null);
    return RowFormat.row(
        new byte[][] {
          RowFormat.encodeField(SqlType.TEXT, first),
          none,
          none,
          RowFormat.encodeField(SqlType.TEXT, last)
        });
  }

  @Test
  void theKeyOfTheDatabaseCounts() {
    byte[] row = texts("b".repeat(40), "x");
    assertThat(new Fingerprint(1, 3).ofPoint(row, ColumnSet.ALL))
        .isNotEqualTo(print.ofPoint(row, ColumnSet.ALL));
  }

  @Test
  void rangesAreEqualWhenTheirKeysAndSelectionsAre() {
    int equal = 0;
    for (int i = 0; i < 3_000; i++) {
      Tree one = tree();
      Tree other = changed(one);
      ColumnSet columns = columns();
      byte[] from = random.nextBoolean() ? null : key("k" + random.nextInt(6));
      byte[] to = random.nextBoolean() ? null : key("k" + random.nextInt(9));
      boolean ordered =
          from == null || to == null || java.util.Arrays.compareUnsigned(from, to) <= 0;
      long rows = ordered ? one.count(from, to) : 0;
      boolean same = seen(one, from, to, columns).equals(seen(other, from, to, columns));
      equal += same ? 1 : 0;
      byte[] mine = print.ofRange(one, from, to, columns, rows);
      byte[] theirs = print.ofRange(other, from, to, columns, rows);
      assertThat(java.util.Arrays.equals(mine, theirs)).isEqualTo(same);
    }
    assertThat(equal).isBetween(300, 2_700);
  }

  private Tree tree() {
    TreeEditor editor = Tree.empty(TreeShape.TINY).edit();
    for (int i = 0; i < 8; i++) {
      if (random.nextInt(3) > 0) {
        editor.put(key("k" + i), row());
      }
    }
    return editor.finish();
  }

  private Tree changed(Tree tree) {
    TreeEditor editor = tree.edit();
    byte[] key = key("k" + random.nextInt(8));
    if (random.nextInt(3) == 0) {
      editor.remove(key);
    } else {
      editor.put(key, row());
    }
    return editor.finish();
  }

  /** The observed values, in words. */
  private static List<String> seen(
      Tree tree, byte @Nullable [] from, byte @Nullable [] to, ColumnSet columns) {
    List<String> seen = new ArrayList<>();
    var cursor = tree.cursor();
    for (boolean on = from == null ? cursor.first() : cursor.seek(from);
        on && (to == null || java.util.Arrays.compareUnsigned(cursor.key(), to) < 0);
        on = cursor.next()) {
      StringBuilder text =
          new StringBuilder(new String(cursor.key(), java.nio.charset.StandardCharsets.UTF_8));
      byte[] row = cursor.value();
      if (columns.isAll()) {
        text.append(java.util.HexFormat.of().formatHex(row));
      } else {
        for (int i = columns.next(0); i >= 0; i = columns.next(i + 1)) {
          text.append('|');
          text.append(
              RowFormat.isMissing(row, i)
                  ? "missing"
                  : java.util.HexFormat.of().formatHex(RowFormat.field(row, i)));
        }
      }
      seen.add(text.toString());
    }
    return seen;
  }
}
