package io.mosql.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks one of several test classes, or test methods, that examine the same thing at great cost: a
 * run plays one of the shards, selected by {@link Rotation#seed()}, and a nightly run all. The
 * others are reported as skipped.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ShardCondition.class)
public @interface Shard {
  /** Number of this shard, from 0. */
  int index();

  /** Number of shards. */
  int of();
}
