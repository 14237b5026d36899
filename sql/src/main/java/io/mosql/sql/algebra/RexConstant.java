package io.mosql.sql.algebra;

import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBiVisitor;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitor;
import org.jspecify.annotations.Nullable;

/**
 * A constant of a plan that was made without Calcite's converter, as a carrier value of its type.
 * It means what Calcite's literal of the value means; making a literal needs all of Calcite's
 * operators. No rule of the planner meets it: visitors do not visit it. Immutable.
 */
public final class RexConstant extends RexNode {
  private final RelDataType type;
  private final @Nullable Object value;

  /**
   * @param value of the class that carries values of the type; null for NULL
   */
  public RexConstant(RelDataType type, @Nullable Object value) {
    this.type = type;
    this.value = value;
    this.digest = value + ":" + type.getFullTypeString();
  }

  public @Nullable Object value() {
    return value;
  }

  @Override
  public RelDataType getType() {
    return type;
  }

  @Override
  public <R> R accept(RexVisitor<R> visitor) {
    throw new UnsupportedOperationException("constants are part of finished plans only");
  }

  @Override
  public <R, P> R accept(RexBiVisitor<R, P> visitor, P argument) {
    throw new UnsupportedOperationException("constants are part of finished plans only");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RexConstant constant
        && constant.type.equals(type)
        && Objects.equals(constant.value, value);
  }

  @Override
  public int hashCode() {
    return Objects.hash(type, value);
  }
}
