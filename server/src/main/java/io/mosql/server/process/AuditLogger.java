package io.mosql.server.process;

import io.mosql.core.port.AuditLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Audit log that writes events to the logger {@code mosql.audit}, which the settings may direct to
 * a file. Thread-safe.
 */
final class AuditLogger implements AuditLog {
  static final String NAME = "mosql.audit";

  private final Logger logger = LoggerFactory.getLogger(NAME);

  @Override
  public void record(Event event) {
    try {
      LoggingEventBuilder line =
          logger
              .atInfo()
              .addKeyValue("kind", event.kind())
              .addKeyValue("user", event.user())
              .addKeyValue("result", event.sqlState() == null ? "ok" : event.sqlState());
      if (event.clientAddress() != null) {
        line = line.addKeyValue("client", event.clientAddress());
      }
      if (event.database() != null) {
        line = line.addKeyValue("database", event.database());
      }
      line.log(event.text());
    } catch (RuntimeException e) {
      // A logging failure must not fail the audited operation, and there is no other way to report
      // it.
    }
  }
}
