package io.mosql.server.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the non-interactive shell: input from a pipe and from the environment. */
final class ShellScriptTest {
  private static final String URL = "jdbc:h2:mem:";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path home;

  @Test
  void withoutCommandsItReadsThePipe() {
    assertThat(run(options(URL, false), "select 1;\nselect\n2; select 3", Map.of(), null)).isZero();
    assertThat(out.toString()).isEqualTo("1\n2\n3\n");
  }

  @Test
  void errorsOfThePipeAreAtItsLines() {
    assertThat(run(options(URL, false), "select 1;\n\nselekt;", Map.of(), null)).isEqualTo(1);
    assertThat(err.toString()).startsWith("stdin:3: ERROR 42001: ");
  }

  @Test
  void theUrlComesFromTheEnvironmentOrElseIsTheServerHere() {
    assertThat(run(options(null, false), "select 1", Map.of("MOSQL_URL", URL), null)).isZero();
    assertThat(out.toString()).isEqualTo("1\n");
    assertThat(run(options(null, false), "select 1", Map.of("MOSQL_URL", "jdbc:no:x"), null))
        .isEqualTo(1);
    assertThat(err.toString()).contains("jdbc:no:x");
    assertThat(Shell.DEFAULT_URL).isEqualTo("jdbc:mosql://127.0.0.1:7433/mosql");
  }

  @Test
  void passwordsAreAskedForWhenTheDatabaseWantsOne() throws SQLException {
    Doorkeeper doorkeeper = new Doorkeeper();
    DriverManager.registerDriver(doorkeeper);
    try {
      ShellOptions options = options("jdbc:door:", false);
      assertThat(run(options, "select 1", Map.of(), "o'pen")).isZero();
      assertThat(run(options, "select 1", Map.of("MOSQL_PASSWORD", "o'pen"), null)).isZero();
      assertThat(run(options("jdbc:door:", true), "select 1", Map.of(), "o'pen")).isZero();
      assertThat(doorkeeper.seen)
          .containsExactly("ada null", "ada o'pen", "ada o'pen", "ada o'pen");
      assertThat(run(options, "select 1", Map.of("MOSQL_PASSWORD", "wrong"), "o'pen")).isEqualTo(1);
      assertThat(run(options, "select 1", Map.of(), null)).isEqualTo(1);
      assertThat(run(options("jdbc:door:", true), "select 1", Map.of(), null)).isEqualTo(1);
      assertThat(err.toString().lines())
          .containsExactly(
              "ERROR 28P01: knock again",
              "ERROR 28P01: knock again",
              "ERROR: no password supplied");
    } finally {
      DriverManager.deregisterDriver(doorkeeper);
    }
  }

  @Test
  void aReaderThatHasGoneIsAFailure() {
    Writer gone =
        new Writer() {
          @Override
          public void write(char[] text, int offset, int length) throws IOException {
            throw new IOException("gone");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    ShellOptions options =
        new ShellOptions(
            URL, null, false, List.of("select 1; x"), List.of(), null, null, false, false, false);
    assertThat(Shell.run(options, io(new PrintWriter(gone), "", Map.of()), question -> null))
        .isEqualTo(1);
    assertThat(err.toString())
        .isEqualToNormalizingNewlines("ERROR: the output cannot be written\n");
  }

  private ShellOptions options(@Nullable String url, boolean askPassword) {
    return new ShellOptions(
        url, "ada", askPassword, List.of(), List.of(), null, null, false, false, false);
  }

  private int run(
      ShellOptions options,
      String input,
      Map<String, String> environment,
      @Nullable String answer) {
    ShellOptions used =
        URL.equals(options.url()) || options.url() == null
            ? new ShellOptions(
                options.url(), null, false, List.of(), List.of(), null, null, false, false, false)
            : options;
    return Shell.run(used, io(new PrintWriter(out), input, environment), question -> answer);
  }

  private ShellIo io(PrintWriter writer, String input, Map<String, String> environment) {
    return new ShellIo(
        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
        writer,
        new PrintWriter(err),
        false,
        false,
        environment::get,
        home);
  }

  /** Driver that accepts connections with the right password. */
  private static final class Doorkeeper implements Driver {
    private final List<String> seen = new ArrayList<>();

    @Override
    public @Nullable Connection connect(String url, Properties info) throws SQLException {
      if (!acceptsURL(url)) {
        return null;
      }
      if (!"o'pen".equals(info.getProperty("password"))) {
        seen.add(info.getProperty("user") + " " + info.getProperty("password"));
        throw new SQLException("knock again", "28P01");
      }
      seen.add(info.getProperty("user") + " " + info.getProperty("password"));
      return DriverManager.getConnection(URL);
    }

    @Override
    public boolean acceptsURL(String url) {
      return url.startsWith("jdbc:door:");
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
      return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
      return 1;
    }

    @Override
    public int getMinorVersion() {
      return 0;
    }

    @Override
    public boolean jdbcCompliant() {
      return false;
    }

    @Override
    public Logger getParentLogger() {
      return Logger.getGlobal();
    }
  }
}
