package io.mosql.sql.session.command;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.MemoryAccount;
import io.mosql.sql.session.transaction.SessionMonitor;
import io.mosql.sql.sort.TemporaryFiles;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The setting {@code memory_limit}: the number of bytes that the statements of a session may
 * reserve.
 */
public final class MemoryLimitSetting {
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})(B|KB|MB|GB)?|([0-9]{10,15})");
  private static final long KB = 1 << 10;

  private MemoryLimitSetting() {}

  /** The memory account of a new session of the database. */
  public static MemoryAccount account(SessionMonitor monitor, TemporaryFiles sorting) {
    return new MemoryAccount(monitor.limits().sessionMemoryBytes(), monitor::unusedMemory, sorting);
  }

  /**
   * Lowers the limit; null restores the limit of the server.
   *
   * @throws MosqlException 22023 for an invalid size, or one above the limit of the server
   */
  static void set(CommandContext session, @Nullable String value) {
    long given = session.services().monitor().limits().sessionMemoryBytes();
    long wanted = value == null ? given : bytes(value);
    if (wanted > given) {
      throw SqlErrorMessage.MEMORY_LIMIT_TOO_LARGE.error(shown(given));
    }
    session.plans().memory().setLimit(wanted);
  }

  private static long bytes(String value) {
    Matcher size = SIZE.matcher(value.toUpperCase(Locale.ROOT));
    if (!size.matches()) {
      throw SqlErrorMessage.MEMORY_LIMIT_NOT_A_SIZE.error();
    }
    if (size.group(3) != null) {
      return Long.parseLong(size.group(3));
    }
    String unit = size.group(2);
    long factor =
        unit == null
            ? 1
            : switch (unit) {
              case "KB" -> KB;
              case "MB" -> KB * KB;
              case "GB" -> KB * KB * KB;
              default -> 1;
            };
    return Long.parseLong(size.group(1)) * factor;
  }

  static String shown(long bytes) {
    long mb = KB * KB;
    return bytes % mb == 0 ? bytes / mb + "MB" : Long.toString(bytes);
  }
}
