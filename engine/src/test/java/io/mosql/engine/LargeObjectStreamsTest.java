package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Large objects: values of BLOB and CLOB that are streamed to and from the database. */
final class LargeObjectStreamsTest {
  private static final int SIZE = 3_000_001;

  private Connection connection;
  private Statement statement;

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection("jdbc:mosql:mem:large-object-streams");
    statement = connection.createStatement();
    statement.execute("create table t (id int primary key, b blob, c clob)");
  }

  @AfterEach
  void close() throws SQLException {
    statement.execute("shutdown");
    connection.close();
  }

  /** Bytes that are made as they are read: equal seeds make equal streams. */
  static final class Generated extends InputStream {
    private final Random random;
    private long left;

    Generated(long seed, long length) {
      this.random = new Random(seed);
      this.left = length;
    }

    @Override
    public int read() {
      return left-- > 0 ? random.nextInt(256) : -1;
    }
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static String text(int length) {
    return "\u20ac\u00e4x\ud83d\ude00".repeat(length / 5 + 1).substring(0, length);
  }

  private void insert(int id, byte[] bytes, String text) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("insert into t values (?, ?, ?)")) {
      insert.setInt(1, id);
      insert.setBinaryStream(2, bytes == null ? null : new ByteArrayInputStream(bytes));
      insert.setCharacterStream(3, text == null ? null : new StringReader(text));
      insert.executeUpdate();
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

  private long objects() throws SQLException {
    try (ResultSet rows =
        statement.executeQuery("select count(*) from t where octet_length(b) > 300000")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @Test
  void bytesAndCharactersComeBack() throws SQLException, IOException {
    byte[] bytes = bytes(SIZE);
    String text = text(SIZE);
    insert(1, bytes, text);
    try (ResultSet rows = statement.executeQuery("select b, c from t")) {
      assertThat(rows.getMetaData().getColumnType(1)).isEqualTo(Types.BLOB);
      assertThat(rows.getMetaData().getColumnType(2)).isEqualTo(Types.CLOB);
      assertThat(rows.next()).isTrue();
      Blob blob = (Blob) rows.getObject(1);
      Clob clob = (Clob) rows.getObject(2);
      assertThat(blob.length()).isEqualTo(SIZE);
      assertThat(clob.length()).isEqualTo(SIZE);
      assertThat(Arrays.equals(blob.getBinaryStream().readAllBytes(), bytes)).isTrue();
      assertThat(Arrays.equals(rows.getBytes(1), bytes)).isTrue();
      assertThat(rows.getString(2).equals(text)).isTrue();
      assertThat(blob.getBytes(1_000_001, 5))
          .containsExactly(Arrays.copyOfRange(bytes, 1_000_000, 1_000_005));
      assertThat(clob.getSubString(2_000_001, 10)).isEqualTo(text.substring(2_000_000, 2_000_010));
      assertThat(clob.getSubString(11, 10)).isEqualTo(text.substring(10, 20));
      assertThat(blob.position(Arrays.copyOfRange(bytes, 2_500_000, 2_500_020), 1))
          .isEqualTo(2_500_001);
      assertThat(blob.position(new byte[1_000], 1)).isEqualTo(-1);
      assertThat(clob.position("x\ud83d\ude00\u20ac\u00e4x", 2_000_000)).isEqualTo(2_000_003);
      assertThat(clob.position("xx", 1)).isEqualTo(-1);
      try (Reader reader = clob.getCharacterStream(SIZE - 3, 4)) {
        char[] end = new char[8];
        assertThat(reader.read(end)).isEqualTo(4);
        assertThat(new String(end, 0, 4)).isEqualTo(text.substring(SIZE - 4));
      }
      try (InputStream in = blob.getBinaryStream(SIZE - 3, 4)) {
        assertThat(in.readAllBytes()).containsExactly(Arrays.copyOfRange(bytes, SIZE - 4, SIZE));
      }
      blob.setBytes(1, new byte[] {1, 2, 3});
      assertThat(blob.getBytes(1, 3)).containsExactly(1, 2, 3);
      blob.truncate(2);
      assertThat(blob.length()).isEqualTo(2);
      blob.free();
      assertThatThrownBy(blob::length).isInstanceOf(SQLException.class);
    }
    assertThat(Arrays.equals(blob(1), bytes)).isTrue();
  }

  @Test
  void parametersHaveTheTypesOfTheirColumns() throws SQLException {
    for (String sql :
        new String[] {
          "insert into t values (1, ?, ?)",
          "insert into t (b, c) select ?, ?",
          "update t set b = ?, c = ?",
          "update t set b = coalesce(?, b), c = case when id > 0 then ? else c end",
          "select ?::blob, ?::clob",
          "select * from t where b = ? and c = ?"
        }) {
      try (PreparedStatement prepared = connection.prepareStatement(sql)) {
        ParameterMetaData meta = prepared.getParameterMetaData();
        assertThat(meta.getParameterType(1)).as(sql).isEqualTo(Types.BLOB);
        assertThat(meta.getParameterType(2)).as(sql).isEqualTo(Types.CLOB);
      }
    }
  }

  @Test
  void functionsAndComparisonsSeeTheWholeValue() throws SQLException {
    byte[] bytes = bytes(SIZE);
    insert(1, bytes, text(SIZE));
    try (PreparedStatement select =
        connection.prepareStatement(
            "select octet_length(b), char_length(c), substring(c from 1 for 3),"
                + " substring(b from 11 for 2), c like '%x', b = ?, position('x' in c),"
                + " cast(c as text) = c, b is null from t")) {
      select.setBytes(1, bytes);
      try (ResultSet rows = select.executeQuery()) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(SIZE);
        assertThat(rows.getInt(2)).isEqualTo(2_400_001);
        assertThat(rows.getString(3)).isEqualTo("\u20ac\u00e4x");
        assertThat(rows.getBytes(4)).containsExactly(bytes[10], bytes[11]);
        assertThat(rows.getBoolean(6)).isTrue();
        assertThat(rows.getInt(7)).isEqualTo(3);
        assertThat(rows.getBoolean(8)).isTrue();
        assertThat(rows.getBoolean(9)).isFalse();
      }
    }
  }

  @Test
  void rollbackLeavesTheOldValue() throws SQLException, IOException {
    byte[] old = bytes(SIZE);
    insert(1, old, null);
    connection.setAutoCommit(false);
    try (PreparedStatement update = connection.prepareStatement("update t set b = ?")) {
      update.setBinaryStream(1, new Generated(1, SIZE));
      assertThat(update.executeUpdate()).isEqualTo(1);
    }
    assertThat(Arrays.equals(blob(1), new Generated(1, SIZE).readAllBytes())).isTrue();
    connection.rollback();
    assertThat(Arrays.equals(blob(1), old)).isTrue();
    statement.execute("delete from t");
    connection.rollback();
    assertThat(Arrays.equals(blob(1), old)).isTrue();
    connection.setAutoCommit(true);
  }

  @Test
  void aFailedStatementCanBeRepeatedWithTheSameValue() throws SQLException, IOException {
    insert(1, bytes(SIZE), null);
    try (PreparedStatement insert =
        connection.prepareStatement("insert into t values (?, ?, null)")) {
      insert.setInt(1, 1);
      insert.setBlob(2, new Generated(2, SIZE));
      assertThatThrownBy(insert::executeUpdate).isInstanceOf(SQLException.class);
    }
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement("insert into t values (?, ?, null)")) {
      insert.setInt(1, 2);
      insert.setBlob(2, new Generated(2, SIZE));
      insert.executeUpdate();
      insert.setInt(1, 3);
      insert.executeUpdate();
    }
    connection.commit();
    connection.setAutoCommit(true);
    statement.execute("delete from t where id = 2");
    assertThat(Arrays.equals(blob(3), new Generated(2, SIZE).readAllBytes())).isTrue();
  }

  @Test
  void rowsAreCopiedWithTheirObjects() throws SQLException, IOException {
    byte[] bytes = bytes(SIZE);
    insert(1, bytes, text(SIZE));
    statement.execute("insert into t select id + 1, b, c from t");
    statement.execute("create table u as select * from t");
    statement.execute("delete from t");
    try (ResultSet rows = statement.executeQuery("select b, c from u order by id desc")) {
      for (int i = 0; i < 2; i++) {
        assertThat(rows.next()).isTrue();
        assertThat(Arrays.equals(rows.getBytes(1), bytes)).isTrue();
        assertThat(rows.getString(2).equals(text(SIZE))).isTrue();
      }
    }
    statement.execute("update u set b = b, id = id + 10");
    try (ResultSet rows = statement.executeQuery("select b from u")) {
      assertThat(rows.next()).isTrue();
      assertThat(Arrays.equals(rows.getBytes(1), bytes)).isTrue();
    }
    statement.execute("drop table u");
  }

  @Test
  void batchesStreamEachRow() throws SQLException, IOException {
    try (PreparedStatement insert = connection.prepareStatement("insert into t values (?, ?, ?)")) {
      for (int i = 0; i < 3; i++) {
        insert.setInt(1, i);
        insert.setBinaryStream(2, new Generated(i, SIZE), (long) SIZE);
        insert.setClob(3, new StringReader(text(400_000 + i)));
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).containsExactly(1, 1, 1);
    }
    for (int i = 0; i < 3; i++) {
      assertThat(Arrays.equals(blob(i), new Generated(i, SIZE).readAllBytes())).isTrue();
    }
    assertThat(objects()).isEqualTo(3);
  }

  @Test
  void severalTuplesHaveOneValue() throws SQLException, IOException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into t values (?, ?, null)")) {
      insert.setBlob(2, new Generated(9, SIZE));
      for (int i = 0; i < 3; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).containsExactly(1, 1, 1);
      insert.setInt(1, 3);
      insert.executeUpdate();
    }
    for (int i = 0; i < 4; i++) {
      assertThat(Arrays.equals(blob(i), new Generated(9, SIZE).readAllBytes())).isTrue();
    }
  }

  @Test
  void cancelEndsTheReadingOfAStream() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into t values (1, ?, null)")) {
      insert.setBinaryStream(
          1,
          new InputStream() {
            private int count;

            @Override
            public int read() throws IOException {
              if (++count == 2_000_000) {
                try {
                  insert.cancel();
                } catch (SQLException e) {
                  throw new IOException(e);
                }
              }
              return 1;
            }
          });
      assertThatThrownBy(insert::executeUpdate)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"));
    }
    assertThat(objects()).isZero();
  }

  @Test
  void aReadOnlyConnectionWritesNone() throws SQLException {
    connection.setReadOnly(true);
    try (PreparedStatement insert =
        connection.prepareStatement("insert into t values (1, ?, null)")) {
      insert.setBinaryStream(1, new Generated(1, SIZE));
      assertThatThrownBy(insert::executeUpdate)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"));
    }
    connection.setReadOnly(false);
  }

  @Test
  void statedLengthsAreKept() throws SQLException, IOException {
    try (PreparedStatement insert = connection.prepareStatement("insert into t values (?, ?, ?)")) {
      insert.setInt(1, 1);
      insert.setBinaryStream(2, new Generated(1, SIZE), 1_000_000);
      insert.setCharacterStream(3, new StringReader(text(SIZE)), 1_000_000);
      insert.executeUpdate();
      insert.setInt(1, 2);
      insert.setBinaryStream(2, new Generated(1, 900_000), 1_000_000);
      assertThatThrownBy(insert::executeUpdate)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22023"));
    }
    try (ResultSet rows = statement.executeQuery("select octet_length(b), c from t")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isEqualTo(1_000_000);
      assertThat(rows.getString(2).equals(text(1_000_000))).isTrue();
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void blobsAreValidAfterTheirResultSet() throws SQLException, IOException {
    byte[] bytes = bytes(SIZE);
    insert(1, bytes, text(SIZE));
    connection.setAutoCommit(false);
    Blob blob;
    try (ResultSet rows = statement.executeQuery("select b from t")) {
      rows.next();
      blob = rows.getBlob(1);
    }
    try (Connection other = DriverManager.getConnection("jdbc:mosql:mem:large-object-streams");
        Statement deleting = other.createStatement()) {
      deleting.execute("update t set b = null");
    } catch (SQLException e) {
      assertThat(e.getSQLState()).isEqualTo("40001");
    }
    assertThat(Arrays.equals(blob.getBinaryStream().readAllBytes(), bytes)).isTrue();
    connection.rollback();
    connection.setAutoCommit(true);
  }

  @Test
  void blobsOfAConnectionAreParameters() throws SQLException, IOException {
    byte[] bytes = bytes(SIZE);
    insert(1, bytes, text(SIZE));
    try (ResultSet rows = statement.executeQuery("select b, c from t");
        PreparedStatement insert = connection.prepareStatement("insert into t values (2, ?, ?)")) {
      rows.next();
      insert.setBlob(1, rows.getBlob(1));
      insert.setClob(2, rows.getClob(2));
      insert.executeUpdate();
    }
    statement.execute("delete from t where id = 1");
    assertThat(Arrays.equals(blob(2), bytes)).isTrue();
  }

  @Test
  void updatableResultSetsStream() throws SQLException, IOException {
    insert(1, bytes(SIZE), text(10));
    try (Statement updating =
            connection.createStatement(
                ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
        ResultSet rows = updating.executeQuery("select id, b, c from t")) {
      assertThat(rows.next()).isTrue();
      rows.updateBinaryStream(2, new Generated(5, SIZE));
      rows.updateClob(3, new StringReader(text(SIZE)));
      rows.updateRow();
    }
    assertThat(Arrays.equals(blob(1), new Generated(5, SIZE).readAllBytes())).isTrue();
  }

  @Test
  void sortsAndGroupsWithThem() throws SQLException {
    for (int i = 0; i < 3; i++) {
      insert(i, bytes(300_000 + i % 2), text(300_000));
    }
    try (ResultSet rows =
        statement.executeQuery("select id, b from t order by octet_length(b) desc, id desc")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isEqualTo(1);
      assertThat(rows.getBlob(2).length()).isEqualTo(300_001);
    }
    try (ResultSet rows = statement.executeQuery("select count(distinct b), count(c) from t")) {
      rows.next();
      assertThat(rows.getInt(1)).isEqualTo(2);
      assertThat(rows.getInt(2)).isEqualTo(3);
    }
    try (ResultSet rows = statement.executeQuery("select c, count(*) from t group by c")) {
      rows.next();
      assertThat(rows.getInt(2)).isEqualTo(3);
      assertThat(rows.getClob(1).length()).isEqualTo(300_000);
    }
  }

  @Test
  void temporaryTablesKeepThemInMemory() throws SQLException {
    byte[] bytes = bytes(SIZE);
    insert(1, bytes, text(SIZE));
    statement.execute("create temp table p (id int, b blob, c clob)");
    statement.execute("insert into p select * from t");
    try (PreparedStatement insert = connection.prepareStatement("insert into p values (2, ?, ?)")) {
      insert.setBinaryStream(1, new Generated(7, SIZE));
      insert.setCharacterStream(
          2, new InputStreamReader(new Generated(8, SIZE), StandardCharsets.ISO_8859_1));
      insert.executeUpdate();
    }
    try (ResultSet rows = statement.executeQuery("select b, octet_length(b) from p order by id")) {
      rows.next();
      assertThat(Arrays.equals(rows.getBytes(1), bytes)).isTrue();
      rows.next();
      assertThat(rows.getInt(2)).isEqualTo(SIZE);
    }
  }

  @Test
  void parametersOfOtherTypesAreInMemory() throws SQLException {
    statement.execute("create table v (b bytea, c text)");
    try (PreparedStatement insert = connection.prepareStatement("insert into v values (?, ?)")) {
      insert.setBinaryStream(1, new Generated(1, SIZE));
      insert.setCharacterStream(2, new StringReader(text(SIZE)));
      insert.executeUpdate();
    }
    statement.execute("insert into t select 5, b, c from v");
    statement.execute("delete from v");
    statement.execute("insert into v select b, c from t");
    try (ResultSet rows = statement.executeQuery("select b, c from v")) {
      assertThat(rows.getMetaData().getColumnType(1)).isEqualTo(Types.VARBINARY);
      rows.next();
      assertThat(rows.getBytes(1)).hasSize(SIZE);
      assertThat(rows.getString(2)).hasSize(SIZE);
    }
  }
}
