package io.mosql.sql.session;

import io.mosql.core.type.Temporal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;

/** Moments as TIMESTAMP values of this machine's zone. Pure. */
final class LocalTimes {
  private LocalTimes() {}

  /**
   * @param micros since 1970-01-01T00:00:00Z
   */
  static long ofMicros(long micros) {
    Instant moment =
        Instant.ofEpochSecond(
            Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000);
    return Temporal.micros(LocalDateTime.ofInstant(moment, ZoneId.systemDefault()));
  }
}
