package io.mosql.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class BackgroundFailureLogTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger(BackgroundFailureLog.class);
  private final ListAppender<ILoggingEvent> events = new ListAppender<>();
  private final BackgroundFailureLog log = new BackgroundFailureLog();

  @BeforeEach
  void listen() {
    events.start();
    logger.addAppender(events);
    logger.setLevel(Level.WARN);
  }

  @AfterEach
  void detach() {
    logger.detachAppender(events);
    logger.setLevel(null);
  }

  private void assertLogged(String... messages) {
    assertThat(events.list)
        .extracting(event -> event.getFormattedMessage().replaceFirst(".*failed: ", ""))
        .containsExactly(messages);
  }

  @Test
  void aFailureIsLoggedOnceForEachChangeOfItsText() {
    log.update(null);
    log.update(new IllegalStateException("a"));
    log.update(new IllegalStateException("a"));
    assertLogged("a");
    log.update(new IllegalStateException("b"));
    assertLogged("a", "b");
    log.update(null);
    log.update(new IllegalStateException("b"));
    assertLogged("a", "b", "b");
  }

  @Test
  void onlyUnexpectedFailuresAreLoggedWithTheirStack() {
    log.update(new MosqlException(SqlState.NOT_LEADER, "no leader"));
    log.update(new IllegalStateException("a"));
    assertThat(events.list.get(0).getThrowableProxy()).isNull();
    assertThat(events.list.get(1).getThrowableProxy()).isNotNull();
  }
}
