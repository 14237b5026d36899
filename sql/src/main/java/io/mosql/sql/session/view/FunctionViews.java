package io.mosql.sql.session.view;

import static io.mosql.sql.session.view.SystemViews.integer;
import static io.mosql.sql.session.view.SystemViews.row;
import static io.mosql.sql.session.view.SystemViews.text;
import static io.mosql.sql.session.view.SystemViews.view;

import io.mosql.core.type.JdbcTypes;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.function.FunctionSignatures;
import io.mosql.sql.function.define.FunctionSignature;
import java.sql.Types;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.jspecify.annotations.Nullable;

/** The views of schema {@code mosql} on functions: each way to call one is a row of its own. */
final class FunctionViews {
  /** The schema by which a statement may qualify them. */
  private static final String SCHEMA = "pg_catalog";

  private static final String ANY = "any";

  private FunctionViews() {}

  /** A signature with a name that no other one has. */
  private record Named(FunctionSignature signature, String specific) {}

  private static List<Named> all(RelDataTypeFactory types) {
    List<FunctionSignature> all = FunctionSignatures.all(types);
    Map<String, Integer> counts = new HashMap<>();
    return all.stream()
        .map(s -> new Named(s, s.name() + "_" + counts.merge(s.name(), 1, Integer::sum)))
        .toList();
  }

  static SystemView functions(RelDataTypeFactory types) {
    return view(
        "functions",
        List.of(
            text("schema_name"),
            text("function_name"),
            text("specific_name"),
            text("function_type"),
            text("arguments"),
            text("result")),
        (request, out) -> {
          for (Named named : all(types)) {
            FunctionSignature function = named.signature;
            String arguments =
                function.parameters().stream()
                    .map(FunctionViews::typeName)
                    .collect(Collectors.joining(", "));
            out.accept(
                row(
                    SCHEMA,
                    function.name(),
                    named.specific,
                    function.kind().name().toLowerCase(Locale.ROOT),
                    arguments + (function.variadic() ? ", .." : ""),
                    result(function)));
          }
        });
  }

  private static String result(FunctionSignature function) {
    List<FunctionSignature.Result> result = function.result();
    if (function.kind() != FunctionSignature.Kind.ROWS) {
      return typeName(result.get(0).type());
    }
    return result.isEmpty()
        ? "record"
        : result.stream()
            .map(column -> column.name() + " " + typeName(column.type()))
            .collect(Collectors.joining(", "));
  }

  static SystemView columns(RelDataTypeFactory types) {
    return view(
        "function_columns",
        List.of(
            text("schema_name"),
            text("function_name"),
            text("specific_name"),
            integer("ordinal_position"),
            text("column_name"),
            text("column_type"),
            text("type_name"),
            integer("data_type"),
            integer("column_size"),
            integer("decimal_digits")),
        (request, out) -> {
          for (Named named : all(types)) {
            FunctionSignature function = named.signature;
            boolean rows = function.kind() == FunctionSignature.Kind.ROWS;
            int number = 0;
            if (!rows) {
              out.accept(column(named, 0, "", "return", function.result().get(0).type()));
            }
            for (SqlType type : function.parameters()) {
              out.accept(column(named, ++number, "", "in", type));
            }
            number = 0;
            for (FunctionSignature.Result column :
                rows ? function.result() : List.<FunctionSignature.Result>of()) {
              out.accept(column(named, ++number, column.name(), "result", column.type()));
            }
          }
        });
  }

  private static @Nullable Object[] column(
      Named function, int number, String name, String kind, @Nullable SqlType type) {
    return row(
        SCHEMA,
        function.signature.name(),
        function.specific,
        number,
        name,
        kind,
        typeName(type),
        type == null ? Types.OTHER : JdbcTypes.code(type.kind()),
        type == null ? null : JdbcTypes.precision(type),
        type == null ? null : JdbcTypes.decimalDigits(type));
  }

  private static String typeName(@Nullable SqlType type) {
    return type == null ? ANY : type.toString();
  }
}
