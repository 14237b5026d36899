package io.mosql.sql.session.command;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.MemoryAccount;
import io.mosql.sql.session.transaction.SessionMonitor;
import io.mosql.sql.session.transaction.SettingUnits;
import io.mosql.sql.sort.TemporaryFiles;
import org.jspecify.annotations.Nullable;

/**
 * The setting {@code memory_limit}: the number of bytes that the statements of a session may
 * reserve.
 */
public final class MemoryLimitSetting {
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
    Long wanted = value == null ? Long.valueOf(given) : SettingUnits.BYTES.read(value);
    if (wanted == null) {
      throw SqlErrorMessage.MEMORY_LIMIT_NOT_A_SIZE.error();
    }
    if (wanted > given) {
      throw SqlErrorMessage.MEMORY_LIMIT_TOO_LARGE.error(SettingUnits.BYTES.shown(given));
    }
    session.plans().memory().setLimit(wanted);
  }
}
