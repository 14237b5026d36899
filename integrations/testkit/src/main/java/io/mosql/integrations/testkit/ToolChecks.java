package io.mosql.integrations.testkit;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.TestAbortedException;

/**
 * Runs the checks of a {@link Tool} and holds their results against its row of the page. A run of
 * some checks only is not compared in whole.
 */
final class ToolChecks implements InvocationInterceptor, AfterAllCallback {
  private static final boolean UPDATE = Boolean.getBoolean("mosql.update");
  private static final Pattern JAR = Pattern.compile("-(\\d[^/]*)\\.jar");

  /** Results of the checks by place: empty for passed, else why not. */
  private final Map<SampleDatabase.Place, SortedMap<String, String>> results =
      new EnumMap<>(SampleDatabase.Place.class);

  /** Place of the current test. */
  private SampleDatabase.Place place = SampleDatabase.Place.EMBEDDED;

  @Override
  public <T> T interceptTestClassConstructor(
      Invocation<T> invocation,
      ReflectiveInvocationContext<Constructor<T>> constructor,
      ExtensionContext context)
      throws Throwable {
    place = (SampleDatabase.Place) constructor.getArguments().get(0);
    return invocation.proceed();
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    String check = words(method.getExecutable().getName());
    boolean missing = !UPDATE && page(context).fails(check, name(place));
    SortedMap<String, String> here = results.computeIfAbsent(place, p -> new TreeMap<>());
    try {
      invocation.proceed();
    } catch (TestAbortedException e) {
      throw e;
    } catch (Throwable e) {
      here.put(check, sqlState(e));
      if (missing || UPDATE) {
        throw new TestAbortedException("does not work yet: " + e, e);
      }
      throw e;
    }
    here.put(check, "");
    if (missing) {
      throw new AssertionError(
          "this works now: run the test with -Dmosql.update=true, which updates "
              + IntegrationsPage.PATH);
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    int declared =
        ReflectionSupport.findMethods(
                context.getRequiredTestClass(),
                method -> method.isAnnotationPresent(Test.class),
                HierarchyTraversalMode.TOP_DOWN)
            .size();
    if (results.size() < SampleDatabase.Place.values().length) {
      return;
    }
    IntegrationsPage.Row row = page(context);
    IntegrationsPage.Row actual = row;
    for (Map.Entry<SampleDatabase.Place, SortedMap<String, String>> run : results.entrySet()) {
      SortedMap<String, String> failed = new TreeMap<>(run.getValue());
      if (failed.size() < declared) {
        return;
      }
      failed.values().removeIf(String::isEmpty);
      actual =
          actual.with(
              name(run.getKey()),
              run.getValue().size() - failed.size() + " of " + run.getValue().size(),
              failed);
    }
    results.clear();
    if (UPDATE) {
      IntegrationsPage.write(actual);
    } else if (!actual.equals(row)) {
      throw new AssertionError(
          "%s has%n  %s%nbut the checks give%n  %s%nRun the test with -Dmosql.update=true."
              .formatted(IntegrationsPage.PATH, row.text(), actual.text()));
    }
  }

  private static String name(SampleDatabase.Place place) {
    return place.name().toLowerCase(Locale.ROOT);
  }

  private static IntegrationsPage.Row page(ExtensionContext context) {
    Tool tool = context.getRequiredTestClass().getAnnotation(Tool.class);
    String file = tool.versionOf().getProtectionDomain().getCodeSource().getLocation().getPath();
    Matcher version = JAR.matcher(file);
    if (!version.find()) {
      throw new IllegalStateException(file + " has no version in its name");
    }
    return IntegrationsPage.row(tool.name(), version.group(1), tool.module());
  }

  /** The name of a method in words: {@code batchOfRows} is "batch of rows". */
  private static String words(String method) {
    return method.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }

  private static String sqlState(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && sql.getSQLState() != null) {
        return sql.getSQLState();
      }
    }
    return thrown.getClass().getSimpleName();
  }
}
