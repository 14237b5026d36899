package io.mosql.sql.algebra;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** The assignment of an UPDATE to one column. */
public sealed interface Assignment {
  /** Returns the index of the table's column. */
  int column();

  /**
   * Sets the column to a value that replaces the old one.
   *
   * @param value over the source's row
   */
  record Set(int column, RexNode value) implements Assignment {}

  /**
   * Adds to an exact number without reading it, so that additions of concurrent transactions do not
   * conflict. NULL stays NULL.
   *
   * @param terms the terms to add; a NULL among them makes the column NULL
   * @param low least value that CHECKs allow, or null
   * @param high greatest value that CHECKs allow, or null
   */
  record Add(int column, List<Term> terms, @Nullable BigDecimal low, @Nullable BigDecimal high)
      implements Assignment {
    public Add {
      terms = List.copyOf(terms);
    }
  }

  /** Recomputes a generated column from the row after the other assignments. */
  record Generated(int column) implements Assignment {}

  /**
   * An exact number to be added or subtracted.
   *
   * @param value an expression that does not depend on the row
   */
  record Term(RexNode value, boolean negative) {}
}
