package io.mosql.testkit;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** The condition that skips the shards that are not those of this run; see {@link Shard}. */
final class ShardCondition implements ExecutionCondition {
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getElement(), Shard.class)
        .map(ShardCondition::evaluate)
        .orElseGet(() -> ConditionEvaluationResult.enabled("not in a shard"));
  }

  private static ConditionEvaluationResult evaluate(Shard shard) {
    return Rotation.playsShard(shard.index(), shard.of())
        ? ConditionEvaluationResult.enabled("the shard of this commit")
        : ConditionEvaluationResult.disabled("not the shard of this commit: -Pnightly");
  }
}
