package io.mosql.junit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Resolves the parameters that {@link MosqlDatabase} promises. The database is made for the first
 * one of a context, is found from the contexts below, and is closed with its context.
 */
final class MosqlExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(MosqlExtension.class);
  private static final AtomicInteger CONNECTIONS = new AtomicInteger();

  /** Closed by JUnit, in the reverse order of creation. */
  private record Closed<T extends AutoCloseable>(T value) implements Store.CloseableResource {
    @Override
    public void close() throws Exception {
      value.close();
    }
  }

  /**
   * Key of the database that the scripts have made, which each test gets a copy of. It is closed
   * after the last test.
   *
   * @param base package that relative names of scripts belong to
   */
  private record Template(String base, ClassLoader loader, List<String> scripts) {}

  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
    return ExtensionContextScope.TEST_METHOD;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == TestDatabase.class || type == DataSource.class || type == Connection.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    Store store = context.getStore(NAMESPACE);
    TestDatabase database = database(store, context);
    if (type == TestDatabase.class) {
      return database;
    }
    if (type == DataSource.class) {
      return database.dataSource();
    }
    try {
      Connection connection = database.connect();
      store.put(CONNECTIONS.incrementAndGet(), new Closed<>(connection));
      return connection;
    } catch (SQLException e) {
      throw new ParameterResolutionException("cannot connect to " + database.url(), e);
    }
  }

  private static TestDatabase database(Store store, ExtensionContext context) {
    Closed<?> created =
        store.getOrComputeIfAbsent(
            TestDatabase.class, key -> new Closed<>(create(context)), Closed.class);
    return (TestDatabase) created.value();
  }

  private static TestDatabase create(ExtensionContext context) {
    MosqlDatabase settings = settings(context);
    if (settings == null || settings.scripts().length == 0) {
      return TestDatabase.create();
    }
    List<String> scripts = List.of(settings.scripts());
    Class<?> base = context.getRequiredTestClass();
    Closed<?> template =
        context
            .getRoot()
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent(
                new Template(base.getPackageName(), base.getClassLoader(), scripts),
                key -> new Closed<>(template(base, scripts)),
                Closed.class);
    try {
      return ((TestDatabase) template.value()).copy();
    } catch (SQLException e) {
      throw new ParameterResolutionException("cannot copy the database of the scripts", e);
    }
  }

  private static TestDatabase template(Class<?> base, List<String> scripts) {
    TestDatabase database = TestDatabase.create();
    try {
      database.run(base, scripts.toArray(String[]::new));
    } catch (SQLException | RuntimeException e) {
      throw closed(
          database, new ParameterResolutionException("a script failed: " + e.getMessage(), e));
    }
    return database;
  }

  private static RuntimeException closed(TestDatabase database, RuntimeException failure) {
    try {
      database.close();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  /** The annotation of the test, or else that of its class or of an enclosing one. */
  private static @Nullable MosqlDatabase settings(ExtensionContext context) {
    for (ExtensionContext at = context; at != null; at = at.getParent().orElse(null)) {
      MosqlDatabase found =
          at.getElement()
              .flatMap(element -> AnnotationSupport.findAnnotation(element, MosqlDatabase.class))
              .orElse(null);
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
