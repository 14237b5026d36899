package io.mosql.sql.planner;

import org.apache.calcite.sql.validate.SqlAbstractConformance;

/** Which freedoms of dialects the validator grants. */
final class ValidatorConformance extends SqlAbstractConformance {
  static final ValidatorConformance INSTANCE = new ValidatorConformance();

  private ValidatorConformance() {}

  @Override
  public boolean checkedArithmetic() {
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
    return true;
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
  public boolean isPercentRemainderAllowed() {
    return true;
  }

  @Override
  public boolean isBangEqualAllowed() {
    return true;
  }

  @Override
  public boolean allowNiladicParentheses() {
    return true;
  }

  @Override
  public boolean isLimitStartCountAllowed() {
    return true;
  }
}
