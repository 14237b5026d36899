package io.mosql.testkit;

import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** The condition that skips invocations outside of the sample; see {@link Sampled}. */
final class SampledCondition implements ExecutionCondition {
  private static final String METHOD = "[method:";
  private static final String INVOCATION = "[test-template-invocation:";

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    String id = context.getUniqueId();
    Optional<Sampled> ofMethod =
        AnnotationSupport.findAnnotation(context.getTestMethod(), Sampled.class);
    Optional<Sampled> sampled =
        ofMethod.or(() -> AnnotationSupport.findAnnotation(context.getTestClass(), Sampled.class));
    boolean method =
        id.contains(METHOD) && (ofMethod.isPresent() || sampled.orElseThrow().methods());
    if (!method && !id.contains(INVOCATION)) {
      return ConditionEvaluationResult.enabled("not what is sampled");
    }
    return Rotation.includes(id, sampled.orElseThrow().percent())
        ? ConditionEvaluationResult.enabled("in the sample of this commit")
        : ConditionEvaluationResult.disabled("not in the sample of this commit: -Pnightly");
  }
}
