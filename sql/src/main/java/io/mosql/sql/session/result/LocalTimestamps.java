package io.mosql.sql.session.result;

import io.mosql.core.type.DateTimes;
import java.time.ZoneId;

/** Converts epoch microseconds to TIMESTAMP values in the time zone of this machine. Pure. */
public final class LocalTimestamps {
  private LocalTimestamps() {}

  /**
   * @param micros since 1970-01-01T00:00:00Z
   */
  public static long ofMicros(long micros) {
    return DateTimes.local(micros, ZoneId.systemDefault());
  }
}
