package io.mosql.server.shell;

import java.time.Instant;
import org.jline.reader.impl.history.DefaultHistory;

/** What was typed, without what may hold a password. */
final class JlineHistory extends DefaultHistory {
  @Override
  public void add(Instant time, String line) {
    if (!Secrets.mentions(line)) {
      super.add(time, line);
    }
  }
}
