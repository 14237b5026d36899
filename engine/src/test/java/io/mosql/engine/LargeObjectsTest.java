package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Path;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blobs, clobs and streams over JDBC. */
final class LargeObjectsTest {
  private static final int LONG_BYTES = 64 << 20;

  @TempDir Path directory = Path.of("");

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  @Test
  void longOnesComeBackAfterReopening() throws SQLException, IOException {
    String url = "jdbc:mosql:file:" + directory.resolve("large");
    byte[] value = bytes(LONG_BYTES);
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("create table t (id int primary key, n int, b blob)");
      try (PreparedStatement insert =
          connection.prepareStatement("insert into t values (?, 0, ?)")) {
        insert.setInt(1, 1);
        insert.setBinaryStream(2, new ByteArrayInputStream(value));
        assertThat(insert.executeUpdate()).isEqualTo(1);
      }
      statement.execute("update t set n = 7");
    }
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select n, b from t")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isEqualTo(7);
      Blob blob = rows.getBlob(2);
      assertThat(blob.length()).isEqualTo(LONG_BYTES);
      try (InputStream stream = blob.getBinaryStream()) {
        byte[] piece = new byte[1 << 20];
        for (int at = 0; at < LONG_BYTES; at += piece.length) {
          assertThat(stream.readNBytes(piece, 0, piece.length)).isEqualTo(piece.length);
          assertThat(Arrays.equals(piece, 0, piece.length, value, at, at + piece.length)).isTrue();
        }
        assertThat(stream.read()).isEqualTo(-1);
      }
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void piecesMakeOne() throws SQLException, IOException {
    String url = "jdbc:mosql:mem:large-objects";
    byte[] value = bytes(LONG_BYTES / 4);
    String text = "\u20ac\u00e4x".repeat(1 << 20);
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("create table t (id int primary key, b blob, c clob)");
      Blob blob = connection.createBlob();
      Clob clob = connection.createClob();
      int piece = 4_096;
      for (int at = 0; at < value.length; at += piece) {
        blob.setBytes(at + 1L, value, at, piece);
      }
      for (int at = 0; at < text.length(); at += piece) {
        clob.setString(at + 1L, text, at, piece);
      }
      try (PreparedStatement insert =
          connection.prepareStatement("insert into t values (?, ?, ?)")) {
        insert.setInt(1, 1);
        insert.setBlob(2, blob);
        insert.setClob(3, clob);
        insert.executeUpdate();
        insert.setInt(1, 2);
        insert.setBlob(2, new ByteArrayInputStream(value), value.length);
        insert.setCharacterStream(3, new StringReader(text));
        insert.executeUpdate();
      }
      try (ResultSet rows = statement.executeQuery("select b, c from t")) {
        for (int i = 0; i < 2; i++) {
          assertThat(rows.next()).isTrue();
          assertThat(Arrays.equals(rows.getBytes(1), value)).isTrue();
          assertThat(text.equals(rows.getString(2))).isTrue();
          try (InputStream stream = rows.getBinaryStream(1);
              Reader reader = rows.getCharacterStream(2)) {
            assertThat(Arrays.equals(stream.readAllBytes(), value)).isTrue();
            assertThat(reader.skip(text.length())).isEqualTo(text.length());
            assertThat(reader.read()).isEqualTo(-1);
          }
        }
      }
      statement.execute("shutdown");
    }
  }

  @Test
  void aStreamKeepsWhatItBeganWith() throws SQLException, IOException {
    String url = "jdbc:mosql:mem:large-streams";
    try (Connection connection = DriverManager.getConnection(url)) {
      Blob blob = connection.createBlob();
      try (OutputStream out = blob.setBinaryStream(1)) {
        out.write(new byte[] {1, 2, 3, 4});
      }
      InputStream stream = blob.getBinaryStream();
      InputStream middle = blob.getBinaryStream(2, 2);
      blob.setBytes(2, new byte[] {9, 9, 9, 9, 9});
      assertThat(stream.readAllBytes()).containsExactly(1, 2, 3, 4);
      assertThat(middle.readAllBytes()).containsExactly(2, 3);
      assertThat(blob.getBytes(1, 10)).containsExactly(1, 9, 9, 9, 9, 9);
      blob.truncate(2);
      assertThat(blob.length()).isEqualTo(2);
      assertThat(blob.position(new byte[] {9}, 1)).isEqualTo(2);
      assertThat(blob.position(new byte[] {9, 9}, 1)).isEqualTo(-1);
      connection.createStatement().execute("shutdown");
    }
  }
}
