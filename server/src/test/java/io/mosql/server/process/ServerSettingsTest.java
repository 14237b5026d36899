package io.mosql.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mosql.core.session.SessionProperty;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the sources of settings, their precedence and their validation. */
final class ServerSettingsTest {
  @TempDir private Path directory;

  private static SettingsFile file(String... lines) {
    return SettingsFile.parse("mosql.conf", List.of(lines));
  }

  private static ServerSettings settings(
      @Nullable SettingsFile file,
      Map<String, String> environment,
      Map<ServerSetting, String> flags)
      throws SettingsException {
    return ServerSettings.of(file, environment, flags);
  }

  private static List<String> problems(SettingsFile file, Map<String, String> environment) {
    return catchThrowableOfType(
            SettingsException.class, () -> ServerConfig.of(settings(file, environment, Map.of())))
        .problems();
  }

  private static ServerConfig config(String... lines) throws SettingsException {
    return ServerConfig.of(settings(file(lines), Map.of(), Map.of()));
  }

  @Test
  void flagsWinOverTheEnvironmentAndThatOverTheFile() throws SettingsException {
    ServerSettings settings =
        settings(
            file("port = 1", "# comment", "", " drain-seconds=2", "max-connections = 3"),
            Map.of("MOSQL_DRAIN_SECONDS", "20", "MOSQL_MAX_CONNECTIONS", "30", "HOME", "/x"),
            Map.of(ServerSetting.MAX_CONNECTIONS, "300"));
    assertThat(settings.lines(text -> text))
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
  void allThatIsUnknownIsNamedAtOnce() {
    assertThat(
            problems(file("prot = 1", "port", "port = 2", "port = 3"), Map.of("MOSQL_PROT", "4")))
        .containsExactly(
            "mosql.conf:1: unknown setting prot",
            "mosql.conf:2: not of the form key = value",
            "mosql.conf:4: port is set a second time",
            "environment: unknown setting MOSQL_PROT");
  }

  @Test
  void variablesOfOtherCommandsAreNoSettings() throws SettingsException {
    Map<String, String> others = Map.of("MOSQL_URL", "x", "MOSQL_POSTGRESQL_URL", "y");
    assertThat(settings(null, others, Map.of()).lines(text -> text))
        .isEqualTo(settings(null, Map.of(), Map.of()).lines(text -> text));
  }

  @Test
  void allThatMakesNoSenseIsNamedAtOnce() {
    assertThat(
            problems(
                file(
                    "port = 70000",
                    "tls = maybe",
                    "tls-key = /nothing/key",
                    "max-frame-bytes = 10",
                    "cache-bytes = lots",
                    "log-level = chatty"),
                Map.of("MOSQL_DRAIN_SECONDS", "-1")))
        .containsExactlyInAnyOrder(
            "mosql.conf:1: port is a number from 0 to 65535",
            "mosql.conf:2: tls is one of allow, require",
            "tls-certificate and tls-key go together",
            "max-frame-bytes is a size from 1MB to 1GB",
            "mosql.conf:5: cache-bytes is a size such as 64MB",
            "mosql.conf:6: log-level is one of debug, error, info, warn",
            "environment MOSQL_DRAIN_SECONDS: drain-seconds is a number from 0 to 1000000");
  }

  @Test
  void othersThanThisMachineNeedTlsOrAFlagThatSaysOtherwise() throws SettingsException {
    assertThat(problems(file("host = 0.0.0.0"), Map.of()))
        .singleElement()
        .asString()
        .startsWith("host = 0.0.0.0 lets other machines in, which needs tls = require");
    assertThat(config("host = 0.0.0.0", "allow-plaintext = true").host()).isEqualTo("0.0.0.0");
    assertThat(problems(file("admin-host = 0.0.0.0"), Map.of()))
        .containsExactly(
            "admin-host = 0.0.0.0 lets other machines in, which needs admin-token-file");
    assertThat(config("admin-port = -1", "admin-host = 0.0.0.0").admin()).isNull();
  }

  @Test
  void aCertificateThatMayBeLeftOutDoesNotOpenOtherAddresses() throws Exception {
    Path pem = java.nio.file.Files.writeString(directory.resolve("server.pem"), "x");
    String certificate = "tls-certificate = " + pem;
    String key = "tls-key = " + pem;
    assertThat(problems(file("host = 0.0.0.0", certificate, key), Map.of())).hasSize(1);
    assertThat(config("host = 0.0.0.0", "tls = require", certificate, key).tlsRequired()).isTrue();
    assertThat(problems(file("tls = require"), Map.of()))
        .containsExactly("tls = require needs tls-certificate and tls-key");
  }

  @Test
  void settingsOfDatabasesGoToThem() throws SettingsException {
    ServerConfig config = config("cache-bytes = 64MB", "data-directory = " + directory);
    assertThat(config.properties())
        .containsEntry(SessionProperty.CACHE_BYTES, "64MB")
        .doesNotContainKey(SessionProperty.COPY_DIRECTORY);
    assertThat(config.pidFile()).isEqualTo(directory.resolve("mosql.pid"));
  }

  @Test
  void everyPropertyOfDatabasesIsASetting() {
    for (SessionProperty property : SessionProperty.values()) {
      if (property.isOfDatabase()) {
        assertThat(ServerSetting.values()).anyMatch(setting -> setting.property() == property);
      }
    }
  }
}
