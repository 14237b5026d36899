package io.mosql.sql.session;

import io.mosql.core.type.DateTimes;
import java.time.ZoneId;

/** Moments as TIMESTAMP values of this machine's zone. Pure. */
final class LocalTimes {
  private LocalTimes() {}

  /**
   * @param micros since 1970-01-01T00:00:00Z
   */
  static long ofMicros(long micros) {
    return DateTimes.local(micros, ZoneId.systemDefault());
  }
}
