package io.mosql.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test, or a class of them, of which a run plays so many per cent, chosen by {@link Rotation},
 * and a nightly run all: of a parameterized test so many of its invocations. The others are
 * reported as skipped.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(SampledCondition.class)
public @interface Sampled {
  /** Per cent of the tests. */
  int percent();

  /** Whether a class means its tests without parameters, too, which otherwise always run. */
  boolean methods() default false;
}
