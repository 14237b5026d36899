package io.mosql.sql.parser;

import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;

/**
 * The SQL conformance of MoSQL: deviations from the standard that PostgreSQL and MySQL share,
 * unless they would hide an error in a query. Immutable.
 */
public final class MosqlConformance extends SqlDelegatingConformance {
  /** The only instance. */
  public static final SqlConformance INSTANCE = new MosqlConformance();

  private MosqlConformance() {
    super(SqlConformanceEnum.DEFAULT);
  }

  @Override
  public boolean isLimitStartCountAllowed() {
    return true;
  }

  @Override
  public boolean isOffsetLimitAllowed() {
    return true;
  }

  @Override
  public boolean isBangEqualAllowed() {
    return true;
  }

  @Override
  public boolean isPercentRemainderAllowed() {
    return true;
  }

  @Override
  public boolean isGroupByAlias() {
    return true;
  }

  @Override
  public boolean isGroupByOrdinal() {
    return true;
  }

  @Override
  public boolean isHavingAlias() {
    return false;
  }

  @Override
  public boolean isNonStrictGroupBy() {
    return false;
  }

  @Override
  public boolean isSortByOrdinal() {
    return true;
  }

  @Override
  public boolean isSortByAlias() {
    return true;
  }

  @Override
  public boolean isFromRequired() {
    return false;
  }

  @Override
  public boolean isInsertSubsetColumnsAllowed() {
    return true;
  }

  @Override
  public boolean allowExplicitRowValueConstructor() {
    return true;
  }

  @Override
  public boolean allowNiladicParentheses() {
    return true;
  }

  @Override
  public boolean allowExtendedTrim() {
    return true;
  }

  /** An overflowing sum is an error; it never wraps around. */
  @Override
  public boolean checkedArithmetic() {
    return true;
  }
}
