package io.mosql.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A test that only {@code ./mvnw verify -Pnightly} runs; others report it as skipped. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("nightly")
@EnabledIfSystemProperty(
    named = "mosql.nightly",
    matches = "true",
    disabledReason = "runs in ./mvnw verify -Pnightly")
public @interface Nightly {}
