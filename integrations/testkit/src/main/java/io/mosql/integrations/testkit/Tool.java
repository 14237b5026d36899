package io.mosql.integrations.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Marks a sample application of a tool: a test class with a constructor that takes a {@link
 * SampleDatabase.Place}, which runs embedded and on a server. Its tests are the checks of a row of
 * {@code docs/integrations.md}. A check that the row lists as missing must fail; all others must
 * pass. {@code -Dmosql.update=true} rewrites the row.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedClass(name = "{0}")
@EnumSource(SampleDatabase.Place.class)
@ExtendWith(ToolChecks.class)
public @interface Tool {
  /** Name of the tool. */
  String name();

  /** A class of the tool, whose jar has the version in its name. */
  Class<?> versionOf();

  /** The module that an application adds; none by default. */
  String module() default "";
}
