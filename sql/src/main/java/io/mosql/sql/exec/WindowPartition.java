package io.mosql.sql.exec;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one partition in their order, which agree with their peers in all sort keys. Not
 * thread-safe.
 */
final class WindowPartition {
  private final List<@Nullable Object[]> rows;
  private final Comparator<@Nullable Object[]> order;
  private int @Nullable [] starts;
  private int @Nullable [] ends;
  private @Nullable Groups groups;

  WindowPartition(List<@Nullable Object[]> rows, Comparator<@Nullable Object[]> order) {
    this.rows = rows;
    this.order = order;
  }

  /**
   * The rows by what they are peers in.
   *
   * @param of number of its group, by row
   * @param starts first row of each group, then the number of rows
   */
  record Groups(int[] of, int[] starts) {
    int count() {
      return starts.length - 1;
    }
  }

  int size() {
    return rows.size();
  }

  @Nullable Object[] row(int index) {
    return rows.get(index);
  }

  /** For each row, the first of its peers. */
  int[] peerStarts() {
    int[] known = starts;
    if (known == null) {
      known = new int[size()];
      for (int i = 1; i < known.length; i++) {
        known[i] = order.compare(row(i - 1), row(i)) == 0 ? known[i - 1] : i;
      }
      starts = known;
    }
    return known;
  }

  Groups groups() {
    Groups known = groups;
    if (known == null) {
      int[] firsts = peerStarts();
      int[] of = new int[size()];
      int[] begins = new int[size() + 1];
      int count = 0;
      for (int i = 0; i < of.length; i++) {
        if (firsts[i] == i) {
          begins[count++] = i;
        }
        of[i] = count - 1;
      }
      begins[count] = of.length;
      known = new Groups(of, Arrays.copyOf(begins, count + 1));
      groups = known;
    }
    return known;
  }

  /** For each row, the row after the last of its peers. */
  int[] peerEnds() {
    int[] known = ends;
    if (known == null) {
      int[] firsts = peerStarts();
      known = new int[size()];
      for (int i = known.length - 1; i >= 0; i--) {
        boolean last = i == known.length - 1 || firsts[i + 1] == i + 1;
        known[i] = last ? i + 1 : known[i + 1];
      }
      ends = known;
    }
    return known;
  }
}
