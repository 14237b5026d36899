package io.mosql.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

final class PlatformLoggerProviderTest {
  private final List<String> events = new ArrayList<>();

  /** Events of the JDK's logging, which System.Logger uses by default. */
  private Logger captured(String name, Level level) {
    Logger target = Logger.getLogger(name);
    target.setLevel(level);
    target.setUseParentHandlers(false);
    target.addHandler(
        new Handler() {
          @Override
          public void publish(LogRecord event) {
            events.add(event.getLevel() + " " + event.getMessage() + " " + event.getThrown());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        });
    return target;
  }

  @Test
  void eventsGoToTheLoggingOfTheJdk() {
    PlatformLoggerProvider provider = new PlatformLoggerProvider();
    provider.initialize();
    String name = "io.mosql.test.platform";
    Logger target = captured(name, Level.INFO);
    org.slf4j.Logger log = provider.getLoggerFactory().getLogger(name);
    assertThat(provider.getLoggerFactory().getLogger(name)).isSameAs(log);
    RuntimeException failure = new RuntimeException("why");
    log.info("{} of {}", 1, "{}");
    log.warn("{0} stays", failure);
    log.error("no arguments");
    log.debug("not loggable");
    log.trace("not loggable");
    assertThat(log.isDebugEnabled()).isFalse();
    assertThat(log.isInfoEnabled()).isTrue();
    assertThat(events)
        .containsExactly(
            "INFO 1 of {} null",
            "WARNING {0} stays java.lang.RuntimeException: why",
            "SEVERE no arguments null");
    assertThat(target.getHandlers()).hasSize(1);
  }

  @Test
  void whatLibrariesReportIsNotShownByDefault() {
    String name = "io.mosql.shaded.org.example";
    Logger target = captured(name, Level.INFO);
    org.slf4j.Logger log = new PlatformLoggerProvider().getLoggerFactory().getLogger(name);
    log.info("step");
    log.warn("look");
    assertThat(events).containsExactly("WARNING look null");
    target.setLevel(Level.ALL);
    log.info("step");
    assertThat(events).endsWith("FINE step null");
  }
}
