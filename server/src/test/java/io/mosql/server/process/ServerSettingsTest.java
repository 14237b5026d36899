package io.mosql.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mosql.core.session.SessionProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the sources of settings, their precedence and their validation. */
final class ServerSettingsTest {
  @TempDir private Path directory;

  private Path file(String... lines) throws IOException {
    return Files.write(directory.resolve("mosql.conf"), List.of(lines));
  }

  private static ParsedSettings settings(
      @Nullable Path file, Map<String, String> environment, String... flags) {
    List<String> arguments = new ArrayList<>(List.of(flags));
    if (file != null) {
      arguments.addAll(List.of("--config", file.toString()));
    }
    return ServerCommand.settings(environment, arguments.toArray(String[]::new));
  }

  /** The problems, with the directory of the file removed. */
  private List<String> problems(Path file, Map<String, String> environment, String... flags) {
    return catchThrowableOfType(
            SettingsException.class, () -> ServerConfig.of(settings(file, environment, flags)))
        .problems()
        .stream()
        .map(this::shortened)
        .toList();
  }

  private String shortened(String text) {
    return text.replace(directory + "/", "");
  }

  private ServerConfig config(String... lines) throws SettingsException, IOException {
    return ServerConfig.of(settings(file(lines), Map.of()));
  }

  @Test
  void flagsWinOverTheEnvironmentAndThatOverTheFile() throws Exception {
    ParsedSettings settings =
        settings(
            file("port = 1", "# comment", "", " drain-seconds=2", "max-connections = 3"),
            Map.of("MOSQL_DRAIN_SECONDS", "20", "MOSQL_MAX_CONNECTIONS", "30", "HOME", "/x"),
            "--max-connections",
            "300");
    assertThat(settings.lines().stream().map(this::shortened))
        .contains(
            "port = 1    # mosql.conf:1",
            "drain-seconds = 20    # environment MOSQL_DRAIN_SECONDS",
            "max-connections = 300    # --max-connections",
            "host = 127.0.0.1    # default");
    ServerConfig config = ServerConfig.of(settings);
    assertThat(config.port()).isEqualTo(1);
    assertThat(config.drain()).isEqualTo(Duration.ofSeconds(20));
    assertThat(config.connectionsMax()).isEqualTo(300);
  }

  @Test
  void allThatIsUnknownIsNamedAtOnce() throws IOException {
    assertThat(
            problems(file("prot = 1", "port", "port = 2", "port = 3"), Map.of("MOSQL_PROT", "4")))
        .containsExactly(
            "mosql.conf:1: unrecognized setting \"prot\"",
            "mosql.conf:2: syntax error; expected key = value",
            "mosql.conf:4: duplicate setting \"port\"",
            "environment: unrecognized setting \"MOSQL_PROT\"");
  }

  @Test
  void variablesOfOtherCommandsAreNoSettings() {
    Map<String, String> others = Map.of("MOSQL_URL", "x", "MOSQL_POSTGRESQL_URL", "y");
    assertThat(settings(null, others).lines()).isEqualTo(settings(null, Map.of()).lines());
  }

  @Test
  void aVariableMayNameTheFile() throws IOException {
    Map<String, String> variable = Map.of("MOSQL_CONFIG", file("port = 1").toString());
    assertThat(settings(null, variable).lines().stream().map(this::shortened))
        .contains("port = 1    # mosql.conf:1");
    assertThat(settings(directory.resolve("other.conf"), variable).lines())
        .contains("port = 7433    # default");
  }

  @Test
  void allThatMakesNoSenseIsNamedAtOnce() throws IOException {
    assertThat(
            problems(
                file(
                    "port = 70000",
                    "tls = maybe",
                    "tls-key = /nothing/key",
                    "max-frame-bytes = 10",
                    "cache-bytes = lots",
                    "log-level = chatty"),
                Map.of("MOSQL_DRAIN_SECONDS", "-1"),
                "--spin-micros",
                "many",
                "--prot",
                "1"))
        .containsExactlyInAnyOrder(
            "mosql.conf:1: invalid value for setting \"port\": \"70000\";"
                + " expected a number from 0 to 65535",
            "mosql.conf:2: invalid value for setting \"tls\": \"maybe\";"
                + " expected one of allow, require",
            "tls-certificate and tls-key must be set together",
            "mosql.conf:4: invalid value for setting \"max-frame-bytes\": \"10\";"
                + " expected a size from 1MB to 1GB",
            "mosql.conf:5: invalid value for setting \"cache-bytes\": \"lots\";"
                + " expected a size such as 64MB",
            "mosql.conf:6: invalid value for setting \"log-level\": \"chatty\";"
                + " expected one of debug, error, info, warn",
            "environment MOSQL_DRAIN_SECONDS: invalid value for setting \"drain-seconds\": \"-1\";"
                + " expected a number from 0 to 1000000",
            "invalid value for setting \"spin-micros\": \"many\";"
                + " expected a number from 0 to 10000",
            "Unknown options: '--prot', '1'");
  }

  @Test
  void othersThanThisMachineNeedTlsOrAFlagThatSaysOtherwise() throws Exception {
    assertThat(problems(file("host = 0.0.0.0"), Map.of()))
        .singleElement()
        .asString()
        .startsWith("host = 0.0.0.0 is not a loopback address; set tls = require");
    assertThat(config("host = 0.0.0.0", "allow-plaintext = true").host()).isEqualTo("0.0.0.0");
    assertThat(problems(file("admin-host = 0.0.0.0"), Map.of()))
        .containsExactly("admin-host = 0.0.0.0 is not a loopback address; set admin-token-file");
    assertThat(config("admin-port = -1", "admin-host = 0.0.0.0").admin()).isNull();
  }

  @Test
  void aCertificateThatMayBeLeftOutDoesNotOpenOtherAddresses() throws Exception {
    Path pem = Files.writeString(directory.resolve("server.pem"), "x");
    String certificate = "tls-certificate = " + pem;
    String key = "tls-key = " + pem;
    assertThat(problems(file("host = 0.0.0.0", certificate, key), Map.of())).hasSize(1);
    assertThat(config("host = 0.0.0.0", "tls = require", certificate, key).tlsRequired()).isTrue();
    assertThat(problems(file("tls = require"), Map.of()))
        .containsExactly("tls = require needs tls-certificate and tls-key");
  }

  @Test
  void settingsOfDatabasesGoToThem() throws Exception {
    ServerConfig config = config("cache-bytes = 64MB", "data-directory = " + directory);
    assertThat(config.properties())
        .containsEntry(SessionProperty.CACHE_BYTES, "64MB")
        .doesNotContainKey(SessionProperty.COPY_DIRECTORY);
    assertThat(config.pidFile()).isEqualTo(directory.resolve("mosql.pid"));
  }

  @Test
  void everyPropertyOfDatabasesIsASetting() {
    for (SessionProperty property : SessionProperty.values()) {
      if (property.isOfDatabase() && property.hasProcessDefault()) {
        assertThat(ServerSetting.values()).anyMatch(setting -> setting.property() == property);
      }
    }
  }
}
