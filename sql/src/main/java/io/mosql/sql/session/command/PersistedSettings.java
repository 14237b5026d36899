package io.mosql.sql.session.command;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.type.ZonedTimes;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogCodec;
import io.mosql.sql.catalog.SettingDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.session.result.LocalTimestamps;
import io.mosql.sql.session.transaction.ReadConsistency;
import io.mosql.sql.session.transaction.RetryingRunner;
import io.mosql.sql.session.transaction.TransactionSettings;
import io.mosql.sql.session.view.SettingsView;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.SystemTrees;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The initial settings of new sessions of a database (SET PERSIST), unless the connection gives
 * others. They are catalog rows: durable, replicated, and changed transactionally. Open sessions
 * keep their settings. Stateless.
 */
public final class PersistedSettings {
  private static final long MILLIS_PER_SECOND = 1_000;

  private PersistedSettings() {}

  /**
   * Persists a setting.
   *
   * @param value null to remove the persisted value
   * @param name {@code all} to remove all persisted values
   * @throws MosqlException 42501, 22023 for an invalid value, 3F000, 42704 and 0A000 for a setting
   *     that does not exist or cannot be persisted
   */
  static void set(CommandContext session, String name, @Nullable String value) {
    session.rights().requireAdministrator("SET PERSIST");
    String plain = plain(name);
    if (!SettingsView.PERSISTABLE.containsKey(plain) && !(plain.equals("all") && value == null)) {
      boolean known = SessionSettings.all(session).containsKey(plain);
      throw (known ? SqlErrorMessage.SETTING_NOT_PERSISTABLE : SqlErrorMessage.UNDEFINED_SETTING)
          .error(name);
    }
    session
        .statements()
        .run(
            () -> {
              change(session, plain, value);
              return RetryingRunner.Counted.NO_ROWS;
            });
  }

  /** The canonical name of a setting that has several names. */
  private static String plain(String name) {
    return switch (name) {
      case "schema", "current_schema" -> "search_path";
      case "statement_timeout" -> "query_timeout";
      case "time_zone" -> "timezone";
      default -> name;
    };
  }

  private static void change(CommandContext session, String name, @Nullable String value) {
    Transaction transaction = session.transaction().current();
    Catalog catalog = session.transaction().catalog();
    long id = 0;
    for (SettingDef setting : catalog.settings()) {
      if (name.equals("all") || setting.name().equals(name)) {
        id = setting.id();
        if (value == null) {
          transaction.remove(SystemTrees.CATALOG, CatalogCodec.settingKey(id));
        }
      }
    }
    if (value != null) {
      SettingDef setting =
          new SettingDef(
              id == 0 ? transaction.newId() : id,
              name,
              checked(name, value, catalog),
              session.principal().user(),
              LocalTimestamps.ofMicros(session.database().clock().wallMicros()));
      transaction.put(
          SystemTrees.CATALOG, CatalogCodec.settingKey(setting.id()), CatalogCodec.encode(setting));
    }
    session.transaction().invalidateCatalog();
  }

  /** The checked value in its stored form. */
  private static String checked(String name, String value, Catalog catalog) {
    return switch (name) {
      case "read_consistency" -> ReadConsistency.checked(name, value);
      case "search_path" -> {
        if (!catalog.hasSchema(value)) {
          throw SqlErrorMessage.UNDEFINED_SCHEMA.error(value);
        }
        yield value;
      }
      case "timezone" -> ZonedTimes.zone(value).getId();
      case "transaction_isolation" ->
          TransactionSettings.displayName(TransactionSettings.isolation(name, value));
      case "query_timeout" -> {
        long millis = SessionSettings.amount(name, value);
        if (millis % MILLIS_PER_SECOND != 0) {
          throw SqlErrorMessage.SETTING_OF_WHOLE_SECONDS.error(name);
        }
        yield Long.toString(millis);
      }
      default -> Long.toString(SessionSettings.amount(name, value));
    };
  }

  /**
   * The initial settings of a new session.
   *
   * @param given settings of the connection, which take precedence
   */
  public static Map<SessionProperty, String> withPersistedDefaults(
      Map<SessionProperty, String> given, Catalog catalog) {
    if (catalog.settings().isEmpty()) {
      return given;
    }
    Map<SessionProperty, String> all = new EnumMap<>(SessionProperty.class);
    for (SettingDef setting : catalog.settings()) {
      SessionProperty property = SettingsView.PERSISTABLE.get(setting.name());
      // The schema may have been dropped since; this must not prevent a login.
      if (property != null
          && (property != SessionProperty.CURRENT_SCHEMA || catalog.hasSchema(setting.value()))) {
        all.put(property, ofConnection(setting));
      }
    }
    all.putAll(given);
    return all;
  }

  private static String ofConnection(SettingDef setting) {
    return setting.name().equals("query_timeout")
        ? Long.toString(Long.parseLong(setting.value()) / MILLIS_PER_SECOND)
        : setting.value();
  }
}
