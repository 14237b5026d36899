package io.mosql.sql.information;

import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.SystemView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Creates views of schema {@code information_schema}. Pure. */
final class InformationViewBuilder {
  static final String SCHEMA = "information_schema";

  private InformationViewBuilder() {}

  static SystemView view(
      String name,
      List<SystemView.Column> columns,
      BiConsumer<SystemView.Request, Consumer<@Nullable Object[]>> rows) {
    return new SystemView(
        SCHEMA,
        name,
        columns,
        request -> {
          List<@Nullable Object[]> made = new ArrayList<>();
          rows.accept(request, made::add);
          return made;
        });
  }

  /** Text columns with these names. */
  static List<SystemView.Column> texts(String... names) {
    return List.of(names).stream().map(InformationViewBuilder::text).toList();
  }

  static SystemView.Column text(String name) {
    return new SystemView.Column(name, SqlType.TEXT);
  }

  static SystemView.Column integer(String name) {
    return new SystemView.Column(name, SqlType.INTEGER);
  }

  static SystemView.Column number(String name) {
    return new SystemView.Column(name, SqlType.BIGINT);
  }

  static @Nullable Object[] row(@Nullable Object... values) {
    return values;
  }

  static String yesNo(boolean is) {
    return is ? "YES" : "NO";
  }
}
