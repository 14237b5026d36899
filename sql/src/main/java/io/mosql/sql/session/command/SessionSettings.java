package io.mosql.sql.session.command;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.Session;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.session.SetOption;
import io.mosql.sql.session.context.DatabaseContext;
import io.mosql.sql.session.transaction.PostgresSettings;
import io.mosql.sql.session.transaction.SessionInfo;
import io.mosql.sql.session.transaction.SettingAccess;
import io.mosql.sql.session.transaction.SettingUnits;
import io.mosql.sql.session.transaction.TransactionSettings;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * The settings of SET, RESET and SHOW. SET .. TO DEFAULT, and RESET, restore the values that the
 * connection was opened with.
 */
public final class SessionSettings {
  /** What belongs to the session itself, or to the next transaction. */
  private static final Set<String> OF_SESSION =
      Set.of(
          "autocommit",
          "read_consistency",
          "max_staleness",
          "transaction_isolation",
          "default_transaction_isolation",
          "default_transaction_read_only",
          "role",
          "session_authorization",
          "all");

  private SessionSettings() {}

  static void set(CommandContext session, SetOption set) {
    String name = String.join(".", set.name().names).toLowerCase(Locale.ROOT);
    String value =
        set.values().isEmpty()
            ? null
            : set.values().stream().map(SessionSettings::text).collect(Collectors.joining(", "));
    switch (set.scope()) {
      case PERSIST -> PersistedSettings.set(session, name, value);
      case SESSION -> setInTransaction(session, texts(set), name, value);
      case LOCAL -> setLocal(session, texts(set), name, value);
    }
  }

  private static List<String> texts(SetOption set) {
    return set.values().stream().map(SessionSettings::text).toList();
  }

  /** The settings of a session for current_setting and set_config. */
  public static SettingAccess access(CommandContext session) {
    return new SettingAccess() {
      @Override
      public @Nullable String value(String name) {
        return valueOrNull(session, name);
      }

      @Override
      public void set(String name, @Nullable String value, boolean local) {
        List<String> values = value == null ? List.of() : List.of(value.split("\\s*,\\s*"));
        if (local) {
          setLocal(session, values, name, value);
        } else {
          setInTransaction(session, values, name, value);
        }
      }
    };
  }

  /** Sets a value, until the transaction is rolled back if there is one. */
  private static void setInTransaction(
      CommandContext session, List<String> values, String name, @Nullable String value) {
    if (!session.transaction().sharesStatements() || OF_SESSION.contains(name)) {
      set(session, values, name, value);
      return;
    }
    Runnable restore = restoring(session, name);
    set(session, values, name, value);
    session.transaction().settingChanged(canonical(name), false, restore);
  }

  /** SET SCHEMA, which is SET search_path. */
  static void setSchema(CommandContext session, String schema) {
    setInTransaction(session, List.of(schema), "search_path", schema);
  }

  /** One name for all names of a setting. */
  private static String canonical(String name) {
    return switch (name) {
      case "schema", "current_schema" -> "search_path";
      case "statement_timeout" -> "query_timeout";
      case "time_zone" -> "timezone";
      default -> name;
    };
  }

  /** Sets a value until the end of the transaction; without one, it has no effect. */
  private static void setLocal(
      CommandContext session, List<String> values, String name, @Nullable String value) {
    if (name.equals("transaction_isolation")) {
      session.transaction().requireNotBegun();
      session
          .settings()
          .setNext(value == null ? null : TransactionSettings.isolation(name, value), null);
      return;
    }
    Runnable restore = restoring(session, name);
    set(session, values, name, value);
    if (session.transaction().sharesStatements()) {
      session.transaction().settingChanged(canonical(name), true, restore);
    } else {
      restore.run();
      session.addNotice(
          new Session.Notice(
              SqlState.NO_ACTIVE_TRANSACTION.code(),
              "SET LOCAL can only be used in transaction blocks"));
    }
  }

  /** Restores the present value of a setting, without any check. */
  private static Runnable restoring(CommandContext session, String name) {
    switch (name) {
      case "search_path", "schema", "current_schema" -> {
        String schema = session.facts().schema();
        return () -> session.facts().setSchema(schema);
      }
      case "query_timeout", "statement_timeout" -> {
        long millis = session.times().timeoutMillis();
        return () -> session.times().setTimeoutMillis(millis);
      }
      case "lock_timeout" -> {
        long millis = session.settings().lockTimeoutMillis();
        return () -> session.settings().setLockTimeoutMillis(millis);
      }
      case "timezone", "time_zone" -> {
        ZoneId zone = session.facts().zone();
        return () -> session.facts().restoreZone(zone);
      }
      case "memory_limit" -> {
        long bytes = session.plans().memory().limit();
        return () -> session.plans().memory().setLimit(bytes);
      }
      case "idle_transaction_timeout" -> {
        long seconds = session.times().idleLimitSeconds();
        return () -> session.times().setIdleLimitSeconds(seconds);
      }
      default -> {
        if (OF_SESSION.contains(name)) {
          throw SqlErrorMessage.SETTING_NOT_LOCAL.error(name);
        }
        PostgresSettings postgres = session.settings().postgres();
        String shown = postgres.shown(name);
        return () -> postgres.set(name, shown);
      }
    }
  }

  private static void set(
      CommandContext session, List<String> values, String name, @Nullable String value) {
    switch (name) {
      case "search_path", "schema", "current_schema" ->
          session.setSchema(value == null ? DatabaseContext.PUBLIC_SCHEMA : schema(values));
      case "query_timeout", "statement_timeout" -> {
        if (value == null) {
          session.times().resetTimeout();
        } else {
          session.times().setTimeoutMillis(amount(name, value));
        }
      }
      case "autocommit" -> session.setAutoCommit(isOn(name, value));
      case "transaction_isolation" -> {
        session.transaction().requireIdle();
        if (value == null) {
          session.settings().resetIsolation();
        } else {
          session.settings().set(TransactionSettings.isolation(name, value), null);
        }
      }
      case "lock_timeout" -> {
        if (value == null) {
          session.settings().resetLockTimeout();
        } else {
          session.settings().setLockTimeoutMillis(amount(name, value));
        }
      }
      case "read_consistency" -> {
        session.transaction().requireIdle();
        session.settings().readConsistency().setLevel(name, value);
      }
      case "max_staleness" -> session.settings().readConsistency().setMaxStaleness(name, value);
      case "timezone", "time_zone" -> session.facts().setZone(value);
      case "memory_limit" -> MemoryLimitSetting.set(session, value);
      case "idle_transaction_timeout" -> {
        if (value == null) {
          session.times().resetIdleLimit();
        } else {
          session.times().setIdleLimitSeconds(amount(name, value));
        }
      }
      case "role", "session_authorization" -> {
        if (value != null) {
          throw SqlErrorMessage.SESSION_ROLE_CHANGE.error();
        }
      }
      case "default_transaction_isolation" -> {
        if (value == null) {
          session.settings().resetIsolation();
        } else {
          session.settings().set(TransactionSettings.isolation(name, value), null);
        }
      }
      case "default_transaction_read_only" ->
          session.settings().set(null, value != null && isOn(name, value));
      default -> {
        if (!session.settings().postgres().set(name, value)) {
          throw unrecognized(name);
        }
      }
    }
  }

  /**
   * The one schema that names are looked up in; {@code pg_catalog} may be listed too.
   *
   * @throws MosqlException 0A000 for several schemas
   */
  private static String schema(List<String> values) {
    List<String> schemas = values.stream().distinct().toList();
    List<String> own = schemas.stream().filter(name -> !name.equals("pg_catalog")).toList();
    if (own.size() > 1) {
      throw SqlErrorMessage.SEVERAL_SCHEMAS_IN_SEARCH_PATH.error();
    }
    return own.isEmpty() ? schemas.get(0) : own.get(0);
  }

  private static MosqlException unrecognized(String name) {
    return SqlErrorMessage.UNDEFINED_SETTING.error(name);
  }

  private static String text(SqlNode node) {
    if (node instanceof SqlIdentifier identifier) {
      return String.join(".", identifier.names);
    }
    if (node instanceof SqlLiteral literal) {
      String text = literal.toValue();
      return text == null ? "" : text;
    }
    throw SqlErrorMessage.SETTING_NOT_CONSTANT.error();
  }

  /**
   * The value of a setting that is an amount of time, in its base unit.
   *
   * @throws MosqlException 22023
   */
  static long amount(String name, String value) {
    return TransactionSettings.amount(
        name,
        value,
        name.equals("idle_transaction_timeout") ? SettingUnits.SECONDS : SettingUnits.MILLISECONDS);
  }

  private static boolean isOn(String name, @Nullable String value) {
    return switch (value == null ? "on" : value.toLowerCase(Locale.ROOT)) {
      case "on", "true", "1" -> true;
      case "off", "false", "0" -> false;
      default -> throw SqlErrorMessage.SETTING_NOT_BOOLEAN.error(name);
    };
  }

  /**
   * The value of one setting as SHOW returns it.
   *
   * @throws MosqlException 42704
   */
  static String value(CommandContext session, String name) {
    String shown = valueOrNull(session, name);
    if (shown == null) {
      throw unrecognized(name);
    }
    return shown;
  }

  private static @Nullable String valueOrNull(CommandContext session, String name) {
    String value =
        switch (name) {
          case "default_transaction_isolation" ->
              TransactionSettings.displayName(session.settings().isolation());
          case "default_transaction_read_only" -> session.settings().readOnly() ? "on" : "off";
          case "statement_timeout" -> all(session).get("query_timeout");
          default -> all(session).get(name);
        };
    return value == null ? session.settings().postgres().shown(name) : value;
  }

  /** All settings of MoSQL as SHOW returns them, by name. */
  static Map<String, String> all(CommandContext session) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("autocommit", session.autoCommit() ? "on" : "off");
    settings.put(
        "idle_transaction_timeout", SettingUnits.SECONDS.shown(session.times().idleLimitSeconds()));
    settings.put(
        "lock_timeout", SettingUnits.MILLISECONDS.shown(session.settings().lockTimeoutMillis()));
    settings.put("memory_limit", SettingUnits.BYTES.shown(session.plans().memory().limit()));
    settings.put(
        "max_staleness",
        SettingUnits.MILLISECONDS.shown(session.settings().readConsistency().maxStalenessMillis()));
    settings.put("read_consistency", session.settings().readConsistency().level());
    settings.put("query_timeout", SettingUnits.MILLISECONDS.shown(session.times().timeoutMillis()));
    settings.put("search_path", session.schema());
    settings.put("timezone", session.facts().zone().getId());
    settings.put("transaction_isolation", TransactionSettings.displayName(session.isolation()));
    settings.put("transaction_read_only", session.readOnly() ? "on" : "off");
    settings.put("version", SessionInfo.VERSION);
    return settings;
  }
}
