package io.mosql.sql.session.transaction;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.Parallelism;
import io.mosql.sql.exec.runtime.WorkerPool;
import io.mosql.sql.planner.physical.PlannerMethods;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL settings that are accepted for compatibility and change no result, and settings of
 * applications, whose names have a dot. A session stores their values for SHOW. A few of them
 * choose the {@link #methods} of the planner, and the {@link #parallelism} of long queries, as in
 * PostgreSQL; the others have no effect. Not thread-safe.
 */
public final class PostgresSettings {
  /** The valid values of a setting and their displayed form. */
  private interface Values {
    /** The displayed form of the value, or null when it is invalid. */
    @Nullable String read(String value);
  }

  private record Setting(String initial, Values values) {}

  /** The settings; loaded when one is first named. */
  private static final class Known {
    private static final Pattern QUANTITY = Pattern.compile("-?[0-9]{1,15}(\\.[0-9]{1,15})?");

    /** The names that applications may use. */
    private static final Pattern CUSTOM =
        Pattern.compile("[a-z_][a-z0-9_$]*(\\.[a-z_][a-z0-9_$]*)+");

    private static final Map<String, Setting> SETTINGS = new HashMap<>();

    static {
      for (String method :
          List.of(
              "async_append",
              "bitmapscan",
              "gathermerge",
              "hashagg",
              "hashjoin",
              "incremental_sort",
              "indexonlyscan",
              "indexscan",
              "material",
              "memoize",
              "mergejoin",
              "nestloop",
              "parallel_append",
              "parallel_hash",
              "partition_pruning",
              "seqscan",
              "sort",
              "tidscan")) {
        add("enable_" + method, "on", PostgresSettings::onOff);
      }
      add("enable_partitionwise_aggregate", "off", PostgresSettings::onOff);
      add("enable_partitionwise_join", "off", PostgresSettings::onOff);
      add("geqo", "on", PostgresSettings::onOff);
      add("geqo_threshold", "12", PostgresSettings::quantity);
      add("jit", "off", PostgresSettings::onOff);
      add("jit_above_cost", "100000", PostgresSettings::quantity);
      add("jit_inline_above_cost", "500000", PostgresSettings::quantity);
      add("jit_optimize_above_cost", "500000", PostgresSettings::quantity);
      add("seq_page_cost", "1", PostgresSettings::quantity);
      add("random_page_cost", "4", PostgresSettings::quantity);
      add("cpu_tuple_cost", "0.01", PostgresSettings::quantity);
      add("cpu_index_tuple_cost", "0.005", PostgresSettings::quantity);
      add("cpu_operator_cost", "0.0025", PostgresSettings::quantity);
      add("parallel_setup_cost", "1000", PostgresSettings::quantity);
      add("parallel_tuple_cost", "0.1", PostgresSettings::quantity);
      add(LEADER, "on", PostgresSettings::onOff);
      add("min_parallel_table_scan_size", "8MB", memory(SettingUnits.PAGES));
      add("min_parallel_index_scan_size", "512kB", memory(SettingUnits.PAGES));
      add(WORKERS, "8", PostgresSettings::workerNumber);
      add(WORKERS_PER_GATHER, "2", PostgresSettings::workerNumber);
      add("max_parallel_maintenance_workers", "2", PostgresSettings::quantity);
      add(FORCED, "off", words("off", "on", "regress"));
      add("constraint_exclusion", "partition", words("partition", "on", "off"));
      add("plan_cache_mode", "auto", words("auto", "force_generic_plan", "force_custom_plan"));
      add("default_statistics_target", "100", PostgresSettings::quantity);
      add("from_collapse_limit", "8", PostgresSettings::quantity);
      add("join_collapse_limit", "8", PostgresSettings::quantity);
      add("effective_cache_size", "4GB", memory(SettingUnits.PAGES));
      add("work_mem", "4MB", memory(SettingUnits.KILOBYTES));
      add("maintenance_work_mem", "64MB", memory(SettingUnits.KILOBYTES));
      add("hash_mem_multiplier", "2", PostgresSettings::quantity);
      add("max_stack_depth", "2MB", memory(SettingUnits.KILOBYTES));
      add(
          "synchronous_commit",
          "on",
          same("on", "true", "off", "local", "remote_write", "remote_apply"));
      add(
          "client_min_messages",
          "notice",
          words(
              "debug5", "debug4", "debug3", "debug2", "debug1", "log", "notice", "warning",
              "error"));
      add("escape_string_warning", "on", PostgresSettings::onOff);
      add("check_function_bodies", "on", PostgresSettings::onOff);
      add("row_security", "on", PostgresSettings::onOff);
      add("xmloption", "content", words("content", "document"));
      add("default_tablespace", "", words(""));
      add("default_table_access_method", "heap", words("heap"));
      add("client_encoding", "UTF8", same("UTF8", "UTF-8", "UNICODE"));
      add("standard_conforming_strings", "on", PostgresSettings::on);
      add("bytea_output", "hex", words("hex"));
      add("datestyle", "ISO, MDY", PostgresSettings::dateStyle);
      add("intervalstyle", "postgres", words("postgres"));
      add("extra_float_digits", "1", words("1", "2", "3"));
      for (String part : List.of("messages", "monetary", "numeric", "time")) {
        add("lc_" + part, "C", words("C", "POSIX", "C.UTF-8"));
      }
    }

    private static void add(String name, String initial, Values values) {
      SETTINGS.put(name, new Setting(initial, values));
    }
  }

  private static final String METHODS = "enable_";
  private static final String WORKERS = "max_parallel_workers";
  private static final String WORKERS_PER_GATHER = "max_parallel_workers_per_gather";
  private static final String LEADER = "parallel_leader_participation";
  private static final String FORCED = "force_parallel_mode";
  private static final int WORKERS_MAX = 1024;

  private final Map<String, String> values = new HashMap<>();
  private PlannerMethods methods = PlannerMethods.CHEAPEST;
  private @Nullable Parallelism parallelism;

  /**
   * Sets a value; null restores the initial one.
   *
   * @return whether the setting exists
   * @throws MosqlException 0A000 for an invalid value, or one that would change results
   */
  public boolean set(String name, @Nullable String value) {
    if (Known.CUSTOM.matcher(name).matches()) {
      values.put(name, value == null ? "" : value);
      return true;
    }
    Setting setting = Known.SETTINGS.get(name);
    if (setting == null) {
      return false;
    }
    if (value == null) {
      values.remove(name);
      chooseMethods(name);
      return true;
    }
    String read = setting.values().read(value.strip());
    if (read == null) {
      throw SqlErrorMessage.SETTING_VALUE_UNSUPPORTED.error(name, value);
    }
    values.put(name, read);
    chooseMethods(name);
    return true;
  }

  private void chooseMethods(String changed) {
    parallelism = null;
    if (changed.startsWith(METHODS)) {
      methods =
          PlannerMethods.enabled(
              isEnabled("hashjoin"),
              isEnabled("mergejoin"),
              isEnabled("nestloop"),
              isEnabled("indexscan"),
              isEnabled("seqscan"));
    }
  }

  private boolean isEnabled(String method) {
    return "on".equals(shown(METHODS + method));
  }

  /** The methods that the planner prefers. */
  public PlannerMethods methods() {
    return methods;
  }

  /** How many workers of a pool may help a query; null for none. */
  public @Nullable Parallelism parallelism(WorkerPool pool) {
    Parallelism known = parallelism;
    if (known == null) {
      known =
          new Parallelism(
              workers(WORKERS_PER_GATHER),
              workers(WORKERS),
              "on".equals(shown(LEADER)),
              !"off".equals(shown(FORCED)),
              pool);
      parallelism = known;
    }
    return known.most() == 0 ? null : known;
  }

  private int workers(String name) {
    return Integer.parseInt(Objects.requireNonNull(shown(name)));
  }

  /** The value of a setting as SHOW returns it, or null when the setting does not exist. */
  public @Nullable String shown(String name) {
    Setting setting = Known.SETTINGS.get(name);
    return setting == null ? values.get(name) : values.getOrDefault(name, setting.initial());
  }

  private static @Nullable String onOff(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "on", "true", "yes", "1" -> "on";
      case "off", "false", "no", "0" -> "off";
      default -> null;
    };
  }

  private static @Nullable String on(String value) {
    return "on".equals(onOff(value)) ? "on" : null;
  }

  private static @Nullable String quantity(String value) {
    return Known.QUANTITY.matcher(value).matches() ? value : null;
  }

  /** A number of workers. */
  private static @Nullable String workerNumber(String value) {
    boolean valid = value.matches("[0-9]{1,4}") && Integer.parseInt(value) <= WORKERS_MAX;
    return valid ? String.valueOf(Integer.parseInt(value)) : null;
  }

  /** An amount of memory. */
  private static Values memory(SettingUnits base) {
    return value -> {
      Long amount = base.read(value);
      return amount == null ? null : base.shown(amount);
    };
  }

  /** Synonyms of one value; the first is displayed. */
  private static Values same(String... words) {
    Values any = words(words);
    return value -> any.read(value) == null ? null : words[0];
  }

  /** A choice of a few words. */
  private static Values words(String... words) {
    return value -> {
      for (String word : words) {
        if (word.equalsIgnoreCase(value)) {
          return word;
        }
      }
      return null;
    };
  }

  /**
   * The value of DateStyle: dates are written in ISO form; the order of month, day and year is that
   * of input.
   */
  private static @Nullable String dateStyle(String value) {
    List<String> others = new ArrayList<>(List.of(value.toUpperCase(Locale.ROOT).split("[, ]+")));
    others.removeAll(List.of("ISO", "MDY", "US", "NONEUROPEAN", "NONEURO"));
    return others.isEmpty() ? "ISO, MDY" : null;
  }
}
