package io.mosql.server.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.server.network.CertificateGenerator;
import io.mosql.server.network.TlsFiles;
import io.mosql.testkit.Sampled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a connection has the security requested by sslmode, or is refused. */
@Sampled(percent = 50, methods = true)
final class RemoteTlsTest {
  private static final String DATABASE = "mem:remote-tls";

  @TempDir static Path directory;
  private static RemoteTestServer plain;
  private static RemoteTestServer strict;
  private static RemoteTestServer elsewhere;
  private static String root;
  private static String otherRoot;

  @BeforeAll
  static void start() throws Exception {
    TlsFiles here =
        CertificateGenerator.make(directory.resolve("here"), List.of("localhost", "127.0.0.1"), 10);
    TlsFiles there =
        CertificateGenerator.make(directory.resolve("there"), List.of("db.example"), 10);
    root = directory.resolve("here/ca.pem").toString();
    otherRoot = directory.resolve("there/ca.pem").toString();
    plain = RemoteTestServer.start();
    strict = RemoteTestServer.start(here, true);
    elsewhere = RemoteTestServer.start(there, false);
  }

  @AfterAll
  static void stop() {
    plain.close();
    strict.close();
    elsewhere.close();
  }

  private static Connection connect(RemoteTestServer server, String properties)
      throws SQLException {
    return DriverManager.getConnection(
        server.url(DATABASE) + "?" + properties, RemoteTestServer.USER, RemoteTestServer.PASSWORD);
  }

  private static void works(RemoteTestServer server, String properties) throws SQLException {
    try (Connection connection = connect(server, properties);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select 6 * 7")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getInt(1)).isEqualTo(42);
    }
  }

  private static void fails(String state, RemoteTestServer server, String properties) {
    assertThatThrownBy(() -> connect(server, properties).close())
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo(state);
  }

  @Test
  void aServerWithAValidCertificateIsAccepted() throws SQLException {
    works(strict, "sslmode=verify-full&sslrootcert=" + root);
    works(strict, "sslrootcert=" + root);
    works(strict, "sslmode=require");
    works(elsewhere, "sslmode=require");
    works(elsewhere, "sslmode=disable");
    works(plain, "sslmode=disable");
    works(plain, "loadBalanceHosts=false");
  }

  @Test
  void aServerThatIsNotIsNot() {
    fails("08001", strict, "sslmode=verify-full");
    fails("08001", strict, "sslmode=verify-full&sslrootcert=" + otherRoot);
    fails("08001", elsewhere, "sslmode=verify-full&sslrootcert=" + otherRoot);
  }

  @Test
  void nothingLessIsTakenThanWasAskedFor() {
    fails("08004", plain, "sslmode=require");
    fails("08004", plain, "sslmode=verify-full&sslrootcert=" + root);
    fails("08004", plain, "sslrootcert=" + root);
    fails("08004", strict, "sslmode=disable");
    fails("08004", strict, "loadBalanceHosts=true");
  }

  @Test
  void rootCertificatesMustBeThere() throws Exception {
    Path empty = Files.createFile(directory.resolve("empty.pem"));
    Path text = Files.writeString(directory.resolve("text.pem"), "no certificate");
    for (Path file : List.of(empty, text, directory.resolve("missing.pem"))) {
      fails("08001", strict, "sslrootcert=" + file);
    }
  }

  @Test
  void aPasswordIsAskedForOnTlsAsWell() {
    assertThatThrownBy(
            () ->
                DriverManager.getConnection(
                    strict.url(DATABASE) + "?sslrootcert=" + root, RemoteTestServer.USER, "wrong"))
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("28P01");
  }

  @Test
  void cancellingGoesTheSameWay() throws Exception {
    try (Connection connection = connect(strict, "sslrootcert=" + root);
        Statement statement = connection.createStatement()) {
      statement.execute("create table if not exists n (id int primary key)");
      Thread canceller =
          new Thread(
              () -> {
                try {
                  while (!Thread.currentThread().isInterrupted()) {
                    statement.cancel();
                  }
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              });
      for (int i = 0; i < 50; i++) {
        statement.execute("insert into n values (" + i + ")");
      }
      canceller.start();
      try {
        assertThatThrownBy(
                () ->
                    statement.execute(
                        "select count(*) from n a, n b, n c, n d, n e, n f, n g"
                            + " where a.id + b.id + c.id + d.id < e.id - f.id + g.id"))
            .isInstanceOf(SQLException.class)
            .extracting(e -> ((SQLException) e).getSQLState())
            .isEqualTo("57014");
      } finally {
        canceller.interrupt();
        canceller.join();
      }
      assertThat(connection.isValid(0)).isTrue();
    }
  }
}
