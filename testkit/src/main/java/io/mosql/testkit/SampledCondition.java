package io.mosql.testkit;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
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
    int percent = sampled.orElseThrow().percent();
    boolean included;
    if (id.contains(INVOCATION) || id.contains(METHOD) && ofMethod.isPresent()) {
      included = Rotation.includes(id, percent);
    } else if (id.contains(METHOD) && sampled.orElseThrow().methods()) {
      included = includes(context.getRequiredTestClass(), context.getRequiredTestMethod(), percent);
    } else {
      return ConditionEvaluationResult.enabled("not what is sampled");
    }
    return included
        ? ConditionEvaluationResult.enabled("in the sample of this commit")
        : ConditionEvaluationResult.disabled("not in the sample of this commit: -Pnightly");
  }

  /** Of the tests of a class without parameters, each sample has at least one. */
  private static boolean includes(Class<?> test, Method method, int percent) {
    List<String> names =
        Arrays.stream(test.getDeclaredMethods())
            .filter(each -> AnnotationSupport.isAnnotated(each, Test.class))
            .map(Method::getName)
            .sorted()
            .toList();
    int size = (names.size() * percent + 99) / 100;
    return Rotation.sample(names, size).contains(method.getName());
  }
}
