package io.mosql.server.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.session.SessionProperty;
import io.mosql.engine.database.OneNodeGroups;
import io.mosql.server.forwarding.ForwardingServer;
import io.mosql.testkit.Rotation;
import io.mosql.testkit.golden.SqlScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Test that the engine's golden scripts produce the same results over the network. */
final class RemoteGoldenScriptsTest {
  private static final Path FOLDER = Path.of("../engine/src/test/resources/sql");
  private static final Path SAMPLES = FOLDER.resolve("copy");

  /** Number of scripts run in each other mode; all are run in memory. */
  private static final int SAMPLE = 2;

  @TempDir Path directory = Path.of("");
  private RemoteTestServer server;

  private @Nullable RemoteTestServer front;
  private @Nullable OneNodeGroups groups;

  @BeforeEach
  void start() throws IOException {
    server = RemoteTestServer.start();
  }

  @AfterEach
  void stop() {
    if (front != null) {
      front.close();
    }
    server.close();
    if (groups != null) {
      groups.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> inMemory() throws IOException {
    return scripts().stream()
        .map(script -> test(script, "mem:door-" + name(script), "mem-copies-"));
  }

  @TestFactory
  Stream<DynamicTest> inFiles() throws IOException {
    return sample()
        .map(script -> test(script, "file:" + directory.resolve(name(script)), "copies-"));
  }

  /** Each database has a replicated log, in a group with this process as its only member. */
  @TestFactory
  Stream<DynamicTest> inGroupsOfOne() throws IOException {
    OneNodeGroups engine = new OneNodeGroups(directory.resolve("raft"));
    groups = engine;
    server.close();
    server = RemoteTestServer.start(engine);
    return sample()
        .map(s -> test(s, "file:" + directory.resolve("group-" + name(s)), "group-copies-"));
  }

  /** Through a server that forwards its sessions to another one. */
  @TestFactory
  Stream<DynamicTest> forwarded() throws IOException {
    int port = server.door().address().getPort();
    front =
        RemoteTestServer.start(
            engine -> new ForwardingServer(engine, port, RemoteTestServer.PASSWORD));
    return sample().map(script -> test(script, "mem:on-" + name(script), "on-copies-"));
  }

  private static Stream<Path> sample() throws IOException {
    return Rotation.sample(scripts(), SAMPLE).stream();
  }

  private static List<Path> scripts() throws IOException {
    List<Path> scripts = list(FOLDER).stream().filter(f -> f.toString().endsWith(".iq")).toList();
    assertThat(scripts).isNotEmpty();
    return scripts;
  }

  private DynamicTest test(Path script, String database, String copies) {
    return DynamicTest.dynamicTest(
        name(script),
        () -> {
          Path files = Files.createDirectory(directory.resolve(copies + name(script)));
          for (Path sample : list(SAMPLES)) {
            Files.copy(sample, files.resolve(name(sample)));
          }
          server.configure(database, Map.of(SessionProperty.COPY_DIRECTORY, files.toString()));
          play(script, database);
        });
  }

  private void play(Path script, String database) throws IOException, SQLException {
    String expected = Files.readString(script);
    // A database in files closes with its last session, some time after the client has
    // disconnected; this session is opened at the beginning, because opening and closing a group
    // takes a second.
    try (Connection last = server.connect(database);
        Statement statement = last.createStatement()) {
      String written =
          SqlScript.play(expected, () -> (front == null ? server : front).connect(database));
      statement.execute("shutdown");
      assertThat(written).isEqualTo(expected);
    }
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  private static String name(Path file) {
    return Objects.requireNonNull(file.getFileName()).toString();
  }
}
