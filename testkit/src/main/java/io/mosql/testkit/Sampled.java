package io.mosql.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a test, or a test class, of which a run plays a percentage, selected by {@link Rotation},
 * and a nightly run all: for a parameterized test, that percentage of its invocations. The others
 * are reported as skipped.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(SampledCondition.class)
public @interface Sampled {
  /** Percentage of the tests. */
  int percent();

  /**
   * Whether the annotation of a class includes its tests without parameters, which otherwise always
   * run. Each sample has at least one of them.
   */
  boolean methods() default false;
}
