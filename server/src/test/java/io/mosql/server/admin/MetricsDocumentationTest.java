package io.mosql.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.session.Session;
import io.mosql.engine.database.OpenDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Test that docs/operations/metrics.md lists exactly the exported metrics, with their types. */
final class MetricsDocumentationTest {
  private static final Pattern ROW =
      Pattern.compile("^\\| `([a-z0-9_]+)` \\| ([a-z]+) \\| .+ \\|$", Pattern.MULTILINE);
  private static final Pattern TYPE = Pattern.compile("^# TYPE (\\w+) (\\w+)$", Pattern.MULTILINE);

  /** Metrics that exist only after the first garbage collection, or only on some machines. */
  private static final Set<String> SOMETIMES =
      Set.of(
          "jvm_gc_pause_seconds",
          "jvm_gc_pause_seconds_max",
          "jvm_gc_concurrent_phase_time_seconds",
          "jvm_gc_concurrent_phase_time_seconds_max",
          "process_cpu_time_ns_total",
          "process_cpu_usage",
          "system_cpu_usage",
          "system_load_average_1m");

  @Test
  void whatIsExportedIsDescribed() throws IOException {
    String text = Files.readString(Path.of("..", "docs", "operations", "metrics.md"));
    Map<String, String> described =
        ROW.matcher(text)
            .results()
            .collect(Collectors.toMap(m -> m.group(1), m -> m.group(2), (a, b) -> a, TreeMap::new));
    Map<String, String> exported = exported();
    assertThat(described).hasSizeGreaterThan(40).containsAllEntriesOf(exported);
    Set<String> missing = new TreeSet<>(described.keySet());
    missing.removeAll(exported.keySet());
    missing.removeAll(SOMETIMES);
    assertThat(missing).as("described, but not exported").isEmpty();
  }

  private static Map<String, String> exported() {
    try (ServerMetrics metrics = new ServerMetrics();
        OpenDatabase database = OpenDatabase.inMemory("m", OpenDatabase.Ports.system(), () -> {});
        Session session = database.connect(Map.of(), () -> {})) {
      metrics.statement(
          new io.mosql.core.port.StatementObserver.Statement(
              io.mosql.core.port.StatementObserver.Kind.SELECT,
              "",
              1,
              "u",
              "m",
              1_000,
              1,
              "57014",
              1,
              1));
      new DatabaseMeterBinder(new Everything(database), metrics.registry()).refresh();
      assertThat(session.isValid()).isTrue();
      return TYPE.matcher(metrics.registry().scrape())
          .results()
          .collect(Collectors.toMap(m -> m.group(1), m -> m.group(2)));
    }
  }

  /** Metrics of a database in memory, together with those of databases in files or in a cluster. */
  private record Everything(OpenDatabase database) implements ServerStatus {
    @Override
    public @Nullable String notReadyReason() {
      return null;
    }

    @Override
    public Map<String, Map<String, Long>> metrics() {
      Map<String, Long> figures = new TreeMap<>(database.figures());
      for (String column :
          new String[] {
            "checkpoints",
            "failures",
            "bytes_written",
            "last_micros",
            "log_bytes",
            "dirty_bytes",
            "dirty_bytes_max",
            "segments",
            "file_bytes",
            "live_bytes",
            "retired_bytes",
            "cache_bytes",
            "cache_bytes_max",
            "cache_misses",
            "cache_evictions"
          }) {
        figures.put("storage." + column, 1L);
      }
      for (String column :
          new String[] {
            "leader",
            "leader_known",
            "voter",
            "members",
            "term",
            "last_index",
            "commit_index",
            "applied_index",
            "lag",
            "log_bytes",
            "checkpoint_index",
            "last_contact_millis"
          }) {
        figures.put("cluster." + column, 1L);
      }
      return Map.of("m", figures);
    }

    @Override
    public Map<String, Long> sessions() {
      return Map.of("idle", 1L);
    }
  }
}
