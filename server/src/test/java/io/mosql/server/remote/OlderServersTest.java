package io.mosql.server.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.type.ZonedTimes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneId;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of the driver with servers of older minor versions of the protocol: a proxy lowers the
 * minor version in the driver's preface, so that the server uses and reports the older version.
 */
final class OlderServersTest {
  private static final int PREFACE_BYTES = 8;
  private static final int MINOR = 5;

  private RemoteTestServer server;
  private ServerSocket listener;

  @BeforeEach
  void start() throws IOException {
    server = RemoteTestServer.start();
    listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void stop() throws IOException {
    listener.close();
    server.close();
  }

  /** Forwards the bytes with another minor version. */
  private void link(int minor) {
    Thread acceptor =
        new Thread(
            () -> {
              try {
                while (true) {
                  Socket client = listener.accept();
                  Socket target =
                      new Socket(
                          InetAddress.getLoopbackAddress(), server.door().address().getPort());
                  byte[] preface = client.getInputStream().readNBytes(PREFACE_BYTES);
                  preface[MINOR] = (byte) minor;
                  target.getOutputStream().write(preface);
                  copy(client, target);
                  copy(target, client);
                }
              } catch (IOException e) {
                // the listener is closed
              }
            },
            "older link");
    acceptor.setDaemon(true);
    acceptor.start();
  }

  private static void copy(Socket from, Socket to) {
    Thread thread =
        new Thread(
            () -> {
              try (InputStream in = from.getInputStream();
                  OutputStream out = to.getOutputStream()) {
                in.transferTo(out);
              } catch (IOException e) {
                // one end is closed
              }
            },
            "older link's bytes");
    thread.setDaemon(true);
    thread.start();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void everythingWorksThatThereWasThen(int minor) throws SQLException {
    link(minor);
    UUID id = UUID.fromString("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");
    try (Connection connection =
            DriverManager.getConnection(
                "jdbc:mosql://127.0.0.1:" + listener.getLocalPort() + "/mem:older" + minor,
                RemoteTestServer.USER,
                RemoteTestServer.PASSWORD);
        Statement statement = connection.createStatement()) {
      statement.execute("create table t (id uuid primary key, n int, at timestamptz, v text)");
      try (PreparedStatement insert =
          connection.prepareStatement("insert into t values (?, ?, ?, ?)")) {
        insert.setString(1, id.toString());
        insert.setInt(2, 7);
        insert.setString(3, "2026-07-01 12:00:00+00");
        insert.setNull(4, java.sql.Types.VARCHAR);
        assertThat(insert.executeUpdate()).isEqualTo(1);
      }
      connection.setAutoCommit(false);
      statement.execute("update t set n = n + 1");
      connection.commit();
      connection.setAutoCommit(true);
      try (ResultSet row = statement.executeQuery("select id, n, v, at from t")) {
        assertThat(row.next()).isTrue();
        // a type unknown to that version of the protocol is sent as text
        assertThat(row.getMetaData().getColumnTypeName(1)).isEqualTo(minor < 2 ? "TEXT" : "UUID");
        assertThat(row.getString(1)).isEqualTo(id.toString());
        assertThat(row.getInt(2)).isEqualTo(8);
        assertThat(row.getString(3)).isNull();
        assertThat(row.getString(4)).startsWith("2026-07-01");
        assertThat(row.next()).isFalse();
      }
      statement.execute("set time zone 'Asia/Kolkata'");
      try (ResultSet row = statement.executeQuery("select at from t")) {
        assertThat(row.next()).isTrue();
        assertThat(row.getString(1)).isEqualTo(shown(minor));
      }
      statement.execute("shutdown");
    }
  }

  /** Older servers format the text, in UTC, or do not report the session's time zone. */
  private static String shown(int minor) {
    return switch (minor) {
      case 0, 1 -> "2026-07-01 12:00:00+00";
      case 2, 3 ->
          ZonedTimes.format(
              Instant.parse("2026-07-01T12:00:00Z").toEpochMilli() * 1_000, ZoneId.systemDefault());
      default -> "2026-07-01 17:30:00+05:30";
    };
  }
}
