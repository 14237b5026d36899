package io.mosql.sql.algebra;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** How an UPDATE changes one column. */
public sealed interface Assignment {
  /** Index of the table's column. */
  int column();

  /**
   * Gives the column a value, whatever it had.
   *
   * @param value over the source's row
   */
  record Set(int column, RexNode value) implements Assignment {}

  /**
   * Adds to an exact number without looking at it: additions of several transactions go together.
   * NULL stays NULL.
   *
   * @param terms what is added; a NULL among them makes the column NULL
   * @param low least value that CHECKs allow, or null
   * @param high greatest value that CHECKs allow, or null
   */
  record Add(int column, List<Term> terms, @Nullable BigDecimal low, @Nullable BigDecimal high)
      implements Assignment {
    public Add {
      terms = List.copyOf(terms);
    }
  }

  /** Works a generated column out from the row as the other assignments leave it. */
  record Generated(int column) implements Assignment {}

  /**
   * An exact number to be added or subtracted.
   *
   * @param value that does not depend on what the row has
   */
  record Term(RexNode value, boolean negative) {}
}
