package io.mosql.server.remote;

import io.mosql.testkit.Rotation;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Condition that selects the engine's test classes to repeat over the network: a sample, or all in
 * a nightly run; see {@link NetworkDriver}.
 */
public final class NetworkSample implements ExecutionCondition {
  private static final boolean WANTED = "network".equals(System.getProperty("mosql.test.door"));
  private static final int PERCENT = 12;

  /** Called by {@link java.util.ServiceLoader}. */
  public NetworkSample() {}

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    String name = context.getTestClass().map(Class::getName).orElse("");
    return !WANTED || !name.startsWith("io.mosql.engine.") || Rotation.includes(name, PERCENT)
        ? ConditionEvaluationResult.enabled("in the sample of this commit")
        : ConditionEvaluationResult.disabled("not in the sample of this commit: -Pnightly");
  }
}
