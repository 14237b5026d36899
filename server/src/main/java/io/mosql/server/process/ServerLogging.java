package io.mosql.server.process;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LogbackServiceProvider;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * Logging of a server: Logback behind SLF4J, configured by the settings alone. mosql.jar contains a
 * relocated Logback that is not registered as a provider, so an application that embeds the engine
 * keeps its own binding; the server selects it before the first logger is created.
 *
 * <p>Each event is one line: line breaks within a message are removed, so that a client cannot
 * forge events through its user name.
 */
final class ServerLogging {
  private static final String LINE =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{0} %replace(%msg){'[\\r\\n]+',' '}"
          + " %replace(%kvp){'[\\r\\n]+',' '}%n%ex{20}";

  private ServerLogging() {}

  /** Selects the binding; must be called before the first logger is created. */
  static void bind() {
    System.setProperty(LoggerFactory.PROVIDER_PROPERTY_KEY, LogbackServiceProvider.class.getName());
  }

  static void configure(ServerConfig.LogConfig config) {
    if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
      // A logger was created earlier, which happens in tests.
      return;
    }
    context.reset();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(appender(context, config, config.file()));
    context.getLogger("io.mosql").setLevel(Level.toLevel(config.level()));
    // Raft logs each step at this level. In mosql.jar its package is relocated.
    for (String raft : List.of("org.apache.ratis", "io.mosql.shaded.org.apache.ratis")) {
      context.getLogger(raft).setLevel(Level.WARN);
      // Netty logs a line for each connection that a node loses.
      context.getLogger(raft + ".grpc.server.GrpcServerProtocolService").setLevel(Level.ERROR);
    }
    Logger audit = context.getLogger(AuditLogger.NAME);
    audit.setLevel(Level.INFO);
    if (config.auditFile() != null) {
      audit.setAdditive(false);
      audit.addAppender(appender(context, config, config.auditFile()));
    }
  }

  private static OutputStreamAppender<ILoggingEvent> appender(
      LoggerContext context,
      ServerConfig.LogConfig config,
      @org.jspecify.annotations.Nullable Path file) {
    OutputStreamAppender<ILoggingEvent> appender;
    if (file == null) {
      ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
      console.setTarget("System.err");
      appender = console;
    } else {
      FileAppender<ILoggingEvent> files = new FileAppender<>();
      files.setFile(file.toString());
      appender = files;
    }
    Encoder<ILoggingEvent> encoder = config.json() ? json() : text();
    encoder.setContext(context);
    encoder.start();
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.start();
    return appender;
  }

  private static Encoder<ILoggingEvent> text() {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setPattern(LINE);
    return encoder;
  }

  private static Encoder<ILoggingEvent> json() {
    JsonEncoder encoder = new JsonEncoder();
    encoder.setWithFormattedMessage(true);
    encoder.setWithMessage(false);
    encoder.setWithArguments(false);
    encoder.setWithContext(false);
    encoder.setWithSequenceNumber(false);
    encoder.setWithNanoseconds(false);
    return encoder;
  }
}
