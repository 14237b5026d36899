package io.mosql.server.network;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.AuditLog;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.Login;
import io.mosql.core.session.ScramVerifier;
import io.mosql.core.session.ServerEngine;
import io.mosql.core.session.Session;
import io.mosql.engine.Node;
import io.mosql.engine.options.NodeOptions;
import io.mosql.server.authentication.LoginThrottle;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Tests that errors name the database with a damaged or missing file, but never the paths of the
 * server's files: each file of a database is damaged in turn, and the database is then used over
 * the network.
 */
final class DiskErrorMessagesTest {
  @TempDir Path place;

  private static Node open(Path directory) {
    return Node.open(directory, NodeOptions.defaults(), AuditLog.NONE);
  }

  @Test
  void nameObjectsAndNoDirectories() throws IOException {
    Path whole = place.resolve("whole");
    String password;
    try (Node node = open(whole)) {
      password = requireNonNull(requireNonNull(node.initialAdministrator()).password());
      assertThat(use(node, password)).isEmpty();
    }
    List<Path> files;
    try (Stream<Path> all = Files.walk(whole.resolve("databases"))) {
      files = all.filter(Files::isRegularFile).map(whole::relativize).toList();
    }
    assertThat(files).hasSizeGreaterThan(3);
    List<String> messages = new ArrayList<>();
    int copies = 0;
    for (Path file : files) {
      for (byte[] contents : List.of(new byte[0], new byte[] {1, 2, 3}, new byte[100_000])) {
        Path copy = place.resolve("copy" + copies++);
        copy(whole, copy);
        Files.write(copy.resolve(file), contents);
        try (Node node = open(copy)) {
          messages.addAll(use(node, password));
        } catch (MosqlException e) {
          // Such a server does not start, and has no clients.
        }
      }
    }
    assertThat(messages).isNotEmpty().noneMatch(message -> message.contains(place.toString()));
    assertThat(messages).anyMatch(message -> message.contains("database \"mosql\""));
  }

  /** Returns a session whose sorts fail to find their spill file. */
  private static Session broken(Session session) {
    return (Session)
        Proxy.newProxyInstance(
            Session.class.getClassLoader(),
            new Class<?>[] {Session.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("prepare") && arguments[0].equals("sort")) {
                throw new MosqlException(
                    SqlState.IO_ERROR,
                    "a temporary file of a sort cannot be read or written",
                    new IOException("/data/sort-1: No such file or directory"));
              }
              try {
                return method.invoke(session, arguments);
              } catch (InvocationTargetException e) {
                throw requireNonNull(e.getCause());
              }
            });
  }

  @Test
  void theLogHasTheCauseThatIsNotSentToClients() throws IOException {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger logger = (Logger) LoggerFactory.getLogger(RequestExecutor.class);
    Level before = logger.getLevel();
    log.start();
    logger.addAppender(log);
    logger.setLevel(Level.WARN);
    SimpleEngine simple = new SimpleEngine();
    ServerEngine engine =
        new ServerEngine() {
          @Override
          public @Nullable ScramVerifier verifier(String user) {
            return simple.verifier(user);
          }

          @Override
          public boolean isAdministrator(String user) {
            return simple.isAdministrator(user);
          }

          @Override
          public Session connect(Login login) {
            return broken(simple.connect(login));
          }
        };
    try (simple;
        NetworkServer door =
            NetworkServer.open(
                engine,
                NetworkOptions.of("127.0.0.1", 0),
                AuditLog.NONE,
                Clock.SYSTEM,
                RandomSource.SECURE,
                new LoginThrottle());
        ProtocolClient client = ProtocolClient.loggedIn(door.address())) {
      assertThat(ProtocolClient.stateOf(client.run("sort"))).isEqualTo("58030");
      assertThat(ProtocolClient.stateOf(client.run("select nonsense"))).isEqualTo("42703");
    } finally {
      logger.detachAppender(log);
      logger.setLevel(before);
    }
    assertThat(log.list)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getFormattedMessage())
                  .contains("58030", "a temporary file of a sort cannot be read or written");
              assertThat(event.getThrowableProxy().getCause().getMessage())
                  .contains("/data/sort-1");
            });
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.toList()) {
        Files.copy(each, to.resolve(from.relativize(each).toString()));
      }
    }
  }

  /** Executes statements; returns all errors reported to the client. */
  private static List<String> use(Node node, String password) throws IOException {
    List<String> messages = new ArrayList<>();
    try (NetworkServer door =
        NetworkServer.open(
            node,
            NetworkOptions.of("127.0.0.1", 0),
            AuditLog.NONE,
            Clock.SYSTEM,
            RandomSource.SECURE,
            new LoginThrottle())) {
      String url = "jdbc:mosql://127.0.0.1:" + door.address().getPort() + "/mosql";
      try (Connection connection = DriverManager.getConnection(url, "admin", password);
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE IF NOT EXISTS t (a INT)");
        statement.execute("INSERT INTO t VALUES (1)");
        statement.execute("CHECKPOINT");
        statement.execute("SELECT count(*) FROM t");
      } catch (SQLException e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
          messages.add(String.valueOf(each.getMessage()));
        }
      }
    }
    return messages;
  }
}
