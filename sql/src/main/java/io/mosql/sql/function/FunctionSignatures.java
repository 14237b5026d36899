package io.mosql.sql.function;

import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.function.define.FunctionSignature;
import io.mosql.sql.function.define.FunctionSignature.Kind;
import io.mosql.sql.function.library.ArrayLibrary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.jspecify.annotations.Nullable;

/**
 * The signatures of all functions that statements can call by name, for metadata. Those of the
 * tables of this package come from their definitions; the others, whose types Calcite or the
 * planner defines, are listed here. Pure.
 */
public final class FunctionSignatures {
  /**
   * Functions of the tables that stand for operators, or for calls with a syntax of their own, such
   * as a unit in the place of an argument.
   */
  private static final Set<String> INTERNAL =
      Set.of(
          "translate3",
          "is_normalized",
          "json_exists",
          "row_text",
          "json_query",
          "timestampadd",
          "timestampdiff");

  private static final Map<String, SqlType> TYPES =
      Map.ofEntries(
          Map.entry("boolean", SqlType.BOOLEAN),
          Map.entry("integer", SqlType.INTEGER),
          Map.entry("bigint", SqlType.BIGINT),
          Map.entry("numeric", SqlType.NUMERIC),
          Map.entry("double", SqlType.DOUBLE),
          Map.entry("text", SqlType.TEXT),
          Map.entry("varchar", SqlType.of(TypeKind.VARCHAR)),
          Map.entry("varbinary", SqlType.of(TypeKind.VARBINARY)),
          Map.entry("date", SqlType.DATE),
          Map.entry("time", SqlType.TIME),
          Map.entry("timestamp", SqlType.TIMESTAMP),
          Map.entry("timestamptz", SqlType.TIMESTAMPTZ),
          Map.entry("interval", SqlType.INTERVAL),
          Map.entry("uuid", SqlType.UUID),
          Map.entry("jsonb", SqlType.JSONB),
          Map.entry("text[]", SqlType.arrayOf(SqlType.TEXT)));

  /** A kind, then lines of a name, its parameters, and the result; any is a value of any type. */
  private static final String LISTED =
      """
      scalar
      abs(integer) integer
      abs(bigint) bigint
      abs(numeric) numeric
      abs(double) double
      ceil(numeric) numeric
      ceil(double) double
      ceiling(numeric) numeric
      ceiling(double) double
      char_length(text) integer
      character_length(text) integer
      clock_timestamp() timestamp
      coalesce(any..) any
      curdate() date
      current_database() text
      current_schemas(boolean) text[]
      current_schema() text
      currval(text) bigint
      current_setting(text) text
      current_setting(text boolean) text
      curtime() time
      database() text
      dayofmonth(date) bigint
      dayofmonth(timestamp) bigint
      exp(double) double
      floor(numeric) numeric
      floor(double) double
      from_unixtime(bigint) timestamp
      gen_random_uuid() uuid
      greatest(any..) any
      hour(timestamp) bigint
      hour(time) bigint
      ifnull(any any) any
      initcap(text) text
      last_insert_id() bigint
      lastval() bigint
      least(any..) any
      length(text) integer
      length(varbinary) integer
      ln(double) double
      log10(double) double
      lower(text) text
      lpad(text integer) text
      lpad(text integer text) text
      minute(timestamp) bigint
      minute(time) bigint
      mod(integer integer) integer
      mod(bigint bigint) bigint
      mod(numeric numeric) numeric
      month(date) bigint
      month(timestamp) bigint
      nextval(text) bigint
      now() timestamp
      nullif(any any) any
      nvl(any any) any
      octet_length(text) integer
      octet_length(varbinary) integer
      pg_backend_pid() integer
      pg_get_serial_sequence(text text) text
      pg_typeof(any) text
      power(double double) double
      quarter(date) bigint
      quarter(timestamp) bigint
      rand() double
      random() double
      repeat(text integer) text
      replace(text text text) text
      reverse(text) text
      round(numeric) numeric
      round(numeric integer) numeric
      round(double) double
      rpad(text integer) text
      rpad(text integer text) text
      schema() text
      second(timestamp) numeric
      second(time) numeric
      set_config(text text boolean) text
      setval(text bigint) bigint
      setval(text bigint boolean) bigint
      sign(numeric) numeric
      sign(double) double
      sqrt(double) double
      statement_timestamp() timestamp
      substring(text integer) text
      substring(text integer integer) text
      substring(varbinary integer) varbinary
      substring(varbinary integer integer) varbinary
      timezone(text timestamp) timestamptz
      timezone(text timestamptz) timestamp
      transaction_timestamp() timestamp
      truncate(numeric) numeric
      truncate(numeric integer) numeric
      truncate(double) double
      unix_timestamp() bigint
      unix_timestamp(timestamp) bigint
      upper(text) text
      uuid() text
      uuid_generate_v4() uuid
      version() text
      year(date) bigint
      year(timestamp) bigint
      isnull(any) boolean
      if(boolean any any) any
      nvl2(any any any) any
      date_add(timestamp interval) timestamp
      date_sub(timestamp interval) timestamp
      adddate(date integer) timestamp
      subdate(date integer) timestamp
      to_timestamp(double) timestamptz
      to_timestamp(text text) timestamptz
      to_number(text text) numeric
      make_timestamptz(integer integer integer integer integer double) timestamptz
      make_timestamptz(integer integer integer integer integer double text) timestamptz
      aggregate
      any_value(any) any
      array_agg(any) any
      avg(bigint) numeric
      avg(numeric) numeric
      avg(double) double
      avg(interval) interval
      bit_and(integer) integer
      bit_or(integer) integer
      bit_xor(integer) integer
      bool_and(boolean) boolean
      bool_or(boolean) boolean
      corr(double double) double
      count(any) bigint
      covar_pop(double double) double
      covar_samp(double double) double
      every(boolean) boolean
      group_concat(any) text
      json_agg(any) text
      json_agg_strict(any) text
      json_arrayagg(any) text
      json_object_agg(any any) text
      json_object_agg_strict(any any) text
      jsonb_agg(any) jsonb
      jsonb_agg_strict(any) jsonb
      jsonb_object_agg(any any) jsonb
      jsonb_object_agg_strict(any any) jsonb
      listagg(any) text
      listagg(any text) text
      max(any) any
      min(any) any
      mode() any
      percentile_cont(double) double
      percentile_disc(double) double
      regr_avgx(double double) double
      regr_avgy(double double) double
      regr_count(double double) bigint
      regr_intercept(double double) double
      regr_r2(double double) double
      regr_slope(double double) double
      regr_sxx(double double) double
      regr_sxy(double double) double
      regr_syy(double double) double
      some(boolean) boolean
      std(numeric) numeric
      std(double) double
      stddev(numeric) numeric
      stddev(double) double
      stddev_pop(numeric) numeric
      stddev_pop(double) double
      stddev_samp(numeric) numeric
      stddev_samp(double) double
      string_agg(text text) text
      sum(integer) bigint
      sum(bigint) numeric
      sum(numeric) numeric
      sum(double) double
      sum(interval) interval
      var_pop(numeric) numeric
      var_pop(double) double
      var_samp(numeric) numeric
      var_samp(double) double
      variance(numeric) numeric
      variance(double) double
      window
      cume_dist() double
      dense_rank() bigint
      first_value(any) any
      lag(any) any
      lag(any integer) any
      lag(any integer any) any
      last_value(any) any
      lead(any) any
      lead(any integer) any
      lead(any integer any) any
      nth_value(any integer) any
      ntile(integer) bigint
      percent_rank() double
      rank() bigint
      row_number() bigint
      rows
      generate_series(integer integer) integer
      generate_series(integer integer integer) integer
      generate_series(bigint bigint) bigint
      generate_series(bigint bigint bigint) bigint
      generate_series(timestamp timestamp interval) timestamp
      """;

  private FunctionSignatures() {}

  /** All signatures, ordered by names. */
  public static List<FunctionSignature> all(RelDataTypeFactory types) {
    List<FunctionSignature> all = new ArrayList<>(listed());
    FunctionTable.all().forEach(function -> all.addAll(function.signatures(types)));
    RowFunctionTable.all().forEach(function -> all.addAll(function.signatures(types)));
    all.removeIf(signature -> !isCallable(signature.name()));
    all.sort(Comparator.comparing(FunctionSignature::name));
    return all;
  }

  /** Whether statements call it by name: some stand for syntax, with a reserved word or a blank. */
  private static boolean isCallable(String name) {
    return !INTERNAL.contains(name)
        && name.indexOf(' ') < 0
        && !name.equalsIgnoreCase(ArrayLibrary.CONSTRUCTOR);
  }

  private static List<FunctionSignature> listed() {
    List<FunctionSignature> all = new ArrayList<>();
    Kind kind = Kind.SCALAR;
    for (String line : LISTED.lines().toList()) {
      int open = line.indexOf('(');
      if (open < 0) {
        kind = Kind.valueOf(line.toUpperCase(Locale.ROOT));
        continue;
      }
      int close = line.indexOf(')');
      String parameters = line.substring(open + 1, close);
      boolean variadic = parameters.endsWith("..");
      String plain = variadic ? parameters.substring(0, parameters.length() - 2) : parameters;
      List<@Nullable SqlType> types =
          plain.isEmpty() ? List.of() : Arrays.stream(plain.split(" ")).map(TYPES::get).toList();
      String column = kind == Kind.ROWS ? line.substring(0, open) : "";
      SqlType result = TYPES.get(line.substring(close + 1).strip());
      all.add(
          new FunctionSignature(
              line.substring(0, open),
              kind,
              types,
              variadic,
              List.of(new FunctionSignature.Result(column, result))));
    }
    return all;
  }
}
