package io.mosql.server.process;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * The binding of the relocated SLF4J in mosql.jar when an application embeds the engine: events go
 * to {@link System.Logger}, the logging of the JDK, which the application can direct to its own.
 * Libraries report what they do at level INFO; here that is DEBUG. A server uses {@link
 * ServerLogging} instead.
 *
 * <p>Registered in mosql.jar only. Thread-safe.
 */
public final class PlatformLoggerProvider implements SLF4JServiceProvider {
  /** Prefix of the loggers of libraries in mosql.jar. */
  private static final String LIBRARIES = "io.mosql.shaded.";

  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final MDCAdapter context = new BasicMDCAdapter();
  private final ILoggerFactory loggers = new Factory();

  /** Called by {@link java.util.ServiceLoader}. */
  public PlatformLoggerProvider() {}

  @Override
  public ILoggerFactory getLoggerFactory() {
    return loggers;
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return context;
  }

  @Override
  public String getRequestedApiVersion() {
    return "2.0.99";
  }

  @Override
  public void initialize() {}

  private static final class Factory implements ILoggerFactory {
    private final ConcurrentMap<String, org.slf4j.Logger> known = new ConcurrentHashMap<>();

    @Override
    public org.slf4j.Logger getLogger(String name) {
      return known.computeIfAbsent(name, PlatformLogger::new);
    }
  }

  private static final class PlatformLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1;

    private final transient System.Logger target;
    private final boolean ofLibrary;

    PlatformLogger(String name) {
      this.name = name;
      this.target = System.getLogger(name);
      this.ofLibrary = name.startsWith(LIBRARIES);
    }

    private System.Logger.Level level(Level level) {
      return switch (level) {
        case ERROR -> System.Logger.Level.ERROR;
        case WARN -> System.Logger.Level.WARNING;
        case INFO -> ofLibrary ? System.Logger.Level.DEBUG : System.Logger.Level.INFO;
        case DEBUG -> System.Logger.Level.DEBUG;
        case TRACE -> System.Logger.Level.TRACE;
      };
    }

    private boolean isEnabled(Level level) {
      return target.isLoggable(level(level));
    }

    @Override
    public boolean isTraceEnabled() {
      return isEnabled(Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
      return isEnabled(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
      return isEnabled(Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
      return isEnabled(Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
      return isEnabled(Level.ERROR);
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
      return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
        Level level,
        @Nullable Marker marker,
        String pattern,
        @Nullable Object @Nullable [] arguments,
        @Nullable Throwable thrown) {
      target.log(level(level), MessageFormatter.basicArrayFormat(pattern, arguments), thrown);
    }
  }
}
