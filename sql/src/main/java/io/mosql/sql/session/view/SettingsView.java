package io.mosql.sql.session.view;

import static io.mosql.sql.session.view.SystemViews.flag;
import static io.mosql.sql.session.view.SystemViews.row;
import static io.mosql.sql.session.view.SystemViews.text;
import static io.mosql.sql.session.view.SystemViews.view;

import io.mosql.core.session.SessionProperty;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.SettingDef;
import io.mosql.sql.catalog.SystemView;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * View {@code mosql.settings}: all settings that can be persisted, with the persisted values.
 * Stateless.
 */
public final class SettingsView {
  /** The settings that can be persisted, with the connection property of each. */
  public static final Map<String, SessionProperty> PERSISTABLE =
      Collections.unmodifiableMap(
          new TreeMap<>(
              Map.of(
                  "idle_transaction_timeout", SessionProperty.IDLE_TRANSACTION_TIMEOUT,
                  "lock_timeout", SessionProperty.LOCK_TIMEOUT,
                  "max_staleness", SessionProperty.MAX_STALENESS,
                  "query_timeout", SessionProperty.QUERY_TIMEOUT,
                  "read_consistency", SessionProperty.READ_CONSISTENCY,
                  "search_path", SessionProperty.CURRENT_SCHEMA,
                  "timezone", SessionProperty.TIME_ZONE,
                  "transaction_isolation", SessionProperty.ISOLATION)));

  private SettingsView() {}

  /** The view; its rows are sorted by name. */
  static SystemView of(ViewContext context) {
    return view(
        "settings",
        List.of(
            text("setting_name"),
            text("setting_value"),
            flag("is_persisted"),
            text("default_value"),
            text("changed_by"),
            new SystemView.Column("changed_at", SqlType.TIMESTAMP),
            text("description")),
        (request, out) -> {
          Map<String, SettingDef> persisted = new TreeMap<>();
          request.catalog().settings().forEach(setting -> persisted.put(setting.name(), setting));
          PERSISTABLE.forEach(
              (name, property) -> {
                SettingDef setting = persisted.get(name);
                String otherwise =
                    property == SessionProperty.QUERY_TIMEOUT
                        ? Long.toString(context.monitor().limits().statementTimeoutMillis())
                        : property.defaultValue();
                out.accept(
                    row(
                        name,
                        setting == null ? otherwise : setting.value(),
                        setting != null,
                        otherwise,
                        setting == null ? null : setting.changedBy(),
                        setting == null ? null : setting.wallMicros(),
                        property.description()));
              });
        });
  }
}
