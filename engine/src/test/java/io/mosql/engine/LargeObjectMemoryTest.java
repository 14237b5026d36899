package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Rotation;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * BLOBs and CLOBs that are larger than the heap are written and read, also by COPY, in a process of
 * its own.
 */
final class LargeObjectMemoryTest {
  private static final int PIECE = 1 << 16;

  @TempDir Path directory = Path.of("");

  /** Bytes that are made as they are read; always the same. */
  private static final class Made extends InputStream {
    private final SplittableRandom random = new SplittableRandom(1);
    private final byte[] piece = new byte[PIECE];
    private int at = PIECE;
    private long left;

    Made(long length) {
      left = length;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int count) {
      if (left == 0) {
        return -1;
      }
      if (at == PIECE) {
        random.nextBytes(piece);
        at = 0;
      }
      int part = (int) Math.min(left, Math.min(count, PIECE - at));
      System.arraycopy(piece, at, into, offset, part);
      at += part;
      left -= part;
      return part;
    }
  }

  /** The process: the URL, megabytes of the streams, and of COPY. */
  static final class Streaming {
    private Streaming() {}

    public static void main(String[] arguments) throws SQLException, IOException {
      long length = Long.parseLong(arguments[1]) << 20;
      long copied = Long.parseLong(arguments[2]) << 20;
      try (Connection connection = DriverManager.getConnection(arguments[0]);
          Statement statement = connection.createStatement()) {
        statement.execute("create table t (id int primary key, b blob)");
        connection.setAutoCommit(false);
        try (PreparedStatement insert =
            connection.prepareStatement("insert into t values (?, ?)")) {
          insert.setInt(1, 1);
          insert.setBinaryStream(2, new Made(length));
          insert.executeUpdate();
        }
        connection.commit();
        statement.execute("insert into t select 2, b from t");
        connection.commit();
        try (ResultSet rows = statement.executeQuery("select b from t order by id")) {
          while (rows.next()) {
            try (InputStream stream = rows.getBlob(1).getBinaryStream();
                InputStream made = new Made(length)) {
              System.out.println(same(stream, made));
            }
          }
        }
        connection.commit();
        connection.setAutoCommit(true);
        try (PreparedStatement update =
            connection.prepareStatement("update t set b = ? where id = 1")) {
          update.setBinaryStream(1, new Made(copied));
          update.executeUpdate();
        }
        statement.execute("create table c (c clob)");
        try (PreparedStatement insert = connection.prepareStatement("insert into c values (?)")) {
          insert.setCharacterStream(1, characters(copied));
          insert.executeUpdate();
        }
        try (ResultSet rows = statement.executeQuery("select c from c")) {
          while (rows.next()) {
            try (Reader reader = rows.getCharacterStream(1);
                Reader made = characters(copied)) {
              System.out.println(same(reader, made));
            }
          }
        }
        statement.execute("create table u (id int primary key, b blob)");
        statement.execute("copy (select * from t where id = 1) to 't.csv'");
        statement.execute("copy u from 't.csv'");
        connection.setAutoCommit(false);
        try (ResultSet rows = statement.executeQuery("select b from u order by id")) {
          while (rows.next()) {
            try (InputStream stream = rows.getBinaryStream(1);
                InputStream made = new Made(copied)) {
              System.out.println(same(stream, made));
            }
          }
        }
        connection.commit();
      }
    }

    private static Reader characters(long length) {
      return new InputStreamReader(new Made(length), StandardCharsets.ISO_8859_1);
    }

    private static boolean same(Reader one, Reader other) throws IOException {
      char[] a = new char[PIECE];
      char[] b = new char[PIECE];
      while (true) {
        int length = fill(one, a);
        if (fill(other, b) != length || !Arrays.equals(a, 0, length, b, 0, length)) {
          return false;
        }
        if (length == 0) {
          return true;
        }
      }
    }

    private static int fill(Reader from, char[] into) throws IOException {
      int filled = 0;
      int read = 0;
      while (read >= 0 && filled < into.length) {
        filled += read;
        read = from.read(into, filled, into.length - filled);
      }
      return filled;
    }

    private static boolean same(InputStream one, InputStream other) throws IOException {
      while (true) {
        byte[] a = one.readNBytes(PIECE);
        byte[] b = other.readNBytes(PIECE);
        if (a.length == 0 || !Arrays.equals(a, b)) {
          return a.length == b.length;
        }
      }
    }
  }

  @Test
  void theHeapIsSmaller() throws IOException {
    String megabytes = String.valueOf(Rotation.size(144, 1_024));
    // COPY writes two digits per byte: each run has a small one, and some a large one.
    String copied = String.valueOf(Rotation.size(Rotation.includes("copy", 34) ? 144 : 4, 320));
    Path copies = Files.createDirectory(directory.resolve("copies"));
    List<String> lines = new ArrayList<>();
    try (ChildJvm process =
        new ChildJvm(
            List.of("-Xmx128m", "-Dmosql.copyDirectory=" + copies),
            Streaming.class,
            "jdbc:mosql:file:" + directory.resolve("db"),
            megabytes,
            copied)) {
      for (String line = process.readLine(); line != null; line = process.readLine()) {
        // beside what a binding of the log may print
        if (line.equals("true") || line.equals("false")) {
          lines.add(line);
        }
      }
    }
    assertThat(lines).containsExactly("true", "true", "true", "true");
  }
}
