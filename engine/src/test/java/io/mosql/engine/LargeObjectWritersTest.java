package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Streams into new Blobs and Clobs, which the driver writes to the database as content arrives. */
final class LargeObjectWritersTest {
  private static final String URL = "jdbc:mosql:mem:large-object-writers";
  private static final int SIZE = 3_000_001;
  private static final int PIECE = 77_777;

  private final byte[] bytes = new byte[SIZE];
  private final String text = "\u20ac\u00e4x\ud83d\ude00".repeat(SIZE / 5);

  private Connection connection;
  private Statement statement;

  @BeforeEach
  void connect() throws SQLException {
    new Random(1).nextBytes(bytes);
    connection = DriverManager.getConnection(URL);
    statement = connection.createStatement();
    statement.execute("create table t (id int primary key, b blob, c clob)");
  }

  @AfterEach
  void close() throws SQLException {
    try (Connection last = DriverManager.getConnection(URL);
        Statement shutdown = last.createStatement()) {
      shutdown.execute("shutdown");
    }
    connection.close();
  }

  private void write(OutputStream out, int from, int end) throws IOException {
    for (int at = from; at < end; at += PIECE) {
      out.write(bytes, at, Math.min(PIECE, end - at));
    }
  }

  private void write(Writer out) throws IOException {
    // pieces that part surrogates
    for (int at = 0; at < text.length(); at += PIECE) {
      out.write(text, at, Math.min(PIECE, text.length() - at));
    }
  }

  private Blob writtenBlob() throws SQLException, IOException {
    Blob blob = connection.createBlob();
    try (OutputStream out = blob.setBinaryStream(1)) {
      write(out, 0, SIZE);
    }
    return blob;
  }

  private Clob writtenClob() throws SQLException, IOException {
    Clob clob = connection.createClob();
    try (Writer out = clob.setCharacterStream(1)) {
      write(out);
    }
    return clob;
  }

  private int insert(int id, Blob blob, Clob clob) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("insert into t values (?, ?, ?)")) {
      insert.setInt(1, id);
      insert.setBlob(2, blob);
      insert.setClob(3, clob);
      return insert.executeUpdate();
    }
  }

  private byte[] blob(int id) throws SQLException, IOException {
    try (ResultSet rows = statement.executeQuery("select b from t where id = " + id)) {
      assertThat(rows.next()).isTrue();
      try (InputStream in = rows.getBinaryStream(1)) {
        return in == null ? null : in.readAllBytes();
      }
    }
  }

  private String clob(int id) throws SQLException {
    try (ResultSet rows = statement.executeQuery("select c from t where id = " + id)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  private static void assertFails(ThrowingWork work, String state) {
    assertThatThrownBy(work::run)
        .satisfies(
            e -> {
              Throwable cause = e instanceof IOException ? e.getCause() : e;
              assertThat(cause).isInstanceOf(SQLException.class);
              assertThat(((SQLException) cause).getSQLState()).isEqualTo(state);
            });
  }

  private interface ThrowingWork {
    void run() throws SQLException, IOException;
  }

  @Test
  void longContentIsWritten() throws SQLException, IOException {
    Blob blob = writtenBlob();
    assertThat(blob.length()).isEqualTo(SIZE);
    assertThat(Arrays.equals(blob.getBytes(1, SIZE), bytes)).isTrue();
    assertThat(insert(1, blob, null)).isEqualTo(1);
    Clob clob = writtenClob();
    assertThat(clob.length()).isEqualTo(text.length());
    assertThat(insert(2, null, clob)).isEqualTo(1);
    assertThat(Arrays.equals(blob(1), bytes)).isTrue();
    assertThat(clob(2).equals(text)).isTrue();
  }

  @Test
  void severalValuesOfARowAreWrittenOneAfterTheOther() throws SQLException, IOException {
    connection.setAutoCommit(false);
    insert(1, writtenBlob(), writtenClob());
    connection.rollback();
    insert(2, writtenBlob(), writtenClob());
    connection.commit();
    connection.setAutoCommit(true);
    assertThat(Arrays.equals(blob(2), bytes)).isTrue();
    assertThat(clob(2).equals(text)).isTrue();
    try (ResultSet rows = statement.executeQuery("select count(*) from t")) {
      rows.next();
      assertThat(rows.getInt(1)).isEqualTo(1);
    }
  }

  @Test
  void aBatchHasOneValueInSeveralRows() throws SQLException, IOException {
    Blob blob = writtenBlob();
    Clob clob = writtenClob();
    try (PreparedStatement insert = connection.prepareStatement("insert into t values (?, ?, ?)")) {
      for (int i = 0; i < 3; i++) {
        insert.setInt(1, i);
        insert.setBlob(2, blob);
        insert.setClob(3, clob);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).containsExactly(1, 1, 1);
    }
    statement.execute("delete from t where id = 0");
    assertThat(Arrays.equals(blob(2), bytes)).isTrue();
    assertThat(clob(1).equals(text)).isTrue();
  }

  @Test
  void shortContentIsKept() throws SQLException, IOException {
    Blob blob = connection.createBlob();
    try (OutputStream out = blob.setBinaryStream(1)) {
      write(out, 0, 262_144);
    }
    Clob clob = connection.createClob();
    try (Writer out = clob.setCharacterStream(1)) {
      out.write("\ud83d");
      out.write("\ude00");
    }
    // they need no connection that goes on, and no statement soon
    statement.execute("select 1");
    insert(1, blob, clob);
    assertThat(Arrays.equals(blob(1), Arrays.copyOf(bytes, 262_144))).isTrue();
    assertThat(clob(1)).isEqualTo("\ud83d\ude00");
  }

  @Test
  void changesInTheMiddleAreOfACopy() throws SQLException, IOException {
    Blob blob = writtenBlob();
    byte[] changed = bytes.clone();
    try (OutputStream out = blob.setBinaryStream(1_000_001)) {
      out.write(new byte[] {1, 2, 3});
    }
    System.arraycopy(new byte[] {1, 2, 3}, 0, changed, 1_000_000, 3);
    assertThat(blob.setBytes(11, new byte[] {9}, 0, 1)).isEqualTo(1);
    changed[10] = 9;
    blob.truncate(2_000_000);
    assertThat(blob.length()).isEqualTo(2_000_000);
    insert(1, blob, null);
    assertThat(Arrays.equals(blob(1), Arrays.copyOf(changed, 2_000_000))).isTrue();
    Clob clob = writtenClob();
    try (Writer out = clob.setCharacterStream(11)) {
      out.write("abc");
    }
    assertThat(clob.setString(1, "z")).isEqualTo(1);
    clob.truncate(400_000);
    insert(2, null, clob);
    assertThat(clob(2).equals("z" + text.substring(1, 10) + "abc" + text.substring(13, 400_000)))
        .isTrue();
    clob.truncate(0);
    try (Writer out = clob.setCharacterStream(1)) {
      write(out);
    }
    assertThat(clob.length()).isEqualTo(text.length());
    try (Reader reader = clob.getCharacterStream(text.length() - 1, 2)) {
      char[] end = new char[3];
      assertThat(reader.read(end)).isEqualTo(2);
      assertThat(new String(end, 0, 2)).isEqualTo(text.substring(text.length() - 2));
    }
  }

  @Test
  void anotherStreamDiscardsWhatIsNotClosed() throws SQLException, IOException {
    Blob first = connection.createBlob();
    OutputStream out = first.setBinaryStream(1);
    write(out, 0, SIZE);
    insert(1, writtenBlob(), null);
    assertFails(
        () -> {
          write(out, 0, SIZE);
          out.close();
        },
        "55000");
    assertThatThrownBy(out::close).isInstanceOf(IOException.class);
    // two at a time
    OutputStream one = connection.createBlob().setBinaryStream(1);
    Blob second = connection.createBlob();
    OutputStream two = second.setBinaryStream(1);
    write(one, 0, SIZE);
    write(two, 0, SIZE);
    assertFails(
        () -> {
          write(one, 0, SIZE);
          write(one, 0, SIZE);
        },
        "55000");
    two.close();
    insert(2, second, null);
    assertThat(first.length()).isZero();
    assertThat(Arrays.equals(blob(1), bytes)).isTrue();
    assertThat(Arrays.equals(blob(2), bytes)).isTrue();
  }

  @Test
  void aValueEndsWithTheNextTransaction() throws SQLException, IOException {
    Blob blob = writtenBlob();
    statement.execute("insert into t values (9, null, null)");
    assertFails(() -> insert(1, blob, null), "42704");
    connection.setAutoCommit(false);
    Blob other = writtenBlob();
    statement.execute("insert into t values (8, null, null)");
    insert(2, other, null);
    connection.commit();
    connection.setAutoCommit(true);
    assertThat(Arrays.equals(blob(2), bytes)).isTrue();
  }

  @Test
  void aFreedValueIsGone() throws SQLException, IOException {
    Blob blob = writtenBlob();
    blob.free();
    blob.free();
    assertThatThrownBy(blob::length).isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> insert(1, blob, null)).isInstanceOf(SQLException.class);
    Clob clob = connection.createClob();
    Writer out = clob.setCharacterStream(1);
    write(out);
    clob.free();
    assertThatThrownBy(out::close).isInstanceOf(IOException.class);
    insert(2, writtenBlob(), null);
    assertThat(Arrays.equals(blob(2), bytes)).isTrue();
  }

  @Test
  void aClosedStreamTakesNothing() throws SQLException, IOException {
    Blob blob = connection.createBlob();
    OutputStream out = blob.setBinaryStream(1);
    write(out, 0, SIZE);
    out.close();
    out.close();
    assertThatThrownBy(() -> out.write(1)).isInstanceOf(IOException.class);
    assertThat(blob.length()).isEqualTo(SIZE);
  }

  @Test
  void aClosedConnectionWritesNothing() throws SQLException, IOException {
    Connection other = DriverManager.getConnection(URL);
    Blob blob = other.createBlob();
    OutputStream out = blob.setBinaryStream(1);
    write(out, 0, SIZE);
    other.close();
    assertFails(
        () -> {
          write(out, 0, SIZE);
          out.close();
        },
        "08003");
    assertThat(blob.length()).isZero();
    assertThatThrownBy(other::createBlob).isInstanceOf(SQLException.class);
  }

  @Test
  void aReadOnlyConnectionWritesNothing() throws SQLException, IOException {
    connection.setReadOnly(true);
    OutputStream out = connection.createBlob().setBinaryStream(1);
    assertFails(
        () -> {
          write(out, 0, SIZE);
          out.close();
        },
        "25006");
    assertThatThrownBy(out::close).isInstanceOf(IOException.class);
    connection.setReadOnly(false);
    insert(1, writtenBlob(), null);
    assertThat(Arrays.equals(blob(1), bytes)).isTrue();
  }

  @Test
  void halfASurrogateIsNoCharacter() throws SQLException, IOException {
    Writer out = connection.createClob().setCharacterStream(1);
    write(out);
    assertThatThrownBy(
            () -> {
              out.write("\ud83dx");
              out.close();
            })
        .isInstanceOf(IOException.class);
    insert(1, null, writtenClob());
    assertThat(clob(1).equals(text)).isTrue();
  }
}
