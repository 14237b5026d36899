package io.mosql.server.shell.terminal;

import io.mosql.server.shell.input.PasswordMasking;
import java.time.Instant;
import org.jline.reader.impl.history.DefaultHistory;

/** Command history that omits lines that may contain a password. */
final class JlineHistory extends DefaultHistory {
  @Override
  public void add(Instant time, String line) {
    if (!PasswordMasking.mayContainPassword(line)) {
      super.add(time, line);
    }
  }
}
