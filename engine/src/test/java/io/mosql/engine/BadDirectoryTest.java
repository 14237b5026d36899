package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories that are no database, an incomplete one, or locked by another process. */
final class BadDirectoryTest {
  private static final int ROWS = 200;

  @TempDir Path directory = Path.of("");

  private String url() {
    return "jdbc:mosql:file:" + directory;
  }

  private SQLException failure() {
    return Objects.requireNonNull(
        catchThrowableOfType(SQLException.class, () -> DriverManager.getConnection(url()).close()));
  }

  private void create() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      statement.execute("create table t (id int primary key, note text)");
      for (int i = 0; i < ROWS; i++) {
        statement.execute("insert into t values (" + i + ", 'note number " + i + "')");
      }
    }
  }

  private void assertWhole() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*), max(note) from t")) {
      rows.next();
      assertThat(rows.getInt(1)).isEqualTo(ROWS);
      assertThat(rows.getString(2)).isEqualTo("note number 99");
    }
  }

  private List<Path> logFiles() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).startsWith("log-"))
          .sorted()
          .toList();
    }
  }

  @Test
  void aForeignDirectoryIsNotTouched() throws IOException {
    Path file = Files.writeString(directory.resolve("diary.txt"), "private");
    SQLException failure = failure();
    assertThat(failure.getSQLState()).isEqualTo("08001");
    assertThat(failure.getMessage()).contains("not a MoSQL database");
    assertThat(Files.readString(file)).isEqualTo("private");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void anUnknownFormatIsRefused() throws IOException, SQLException {
    create();
    Path marker = directory.resolve("mosql.format");
    String known = Files.readString(marker);
    Files.writeString(marker, "mosql 99\n");
    assertThat(failure().getSQLState()).isEqualTo("08001");
    assertThat(failure().getMessage()).contains("format");
    Files.writeString(marker, "nosql 2\n");
    assertThat(failure().getSQLState()).isEqualTo("XX001");
    assertThat(failure().getMessage()).contains("mosql.format", "damaged");
    Files.writeString(marker, known);
    assertWhole();
  }

  /** A crash may have cut off the write of the marker, or a failed sync may have lost it. */
  @Test
  void aMarkerWithoutItsTextIsWrittenAgain() throws IOException, SQLException {
    create();
    Path marker = directory.resolve("mosql.format");
    String known = Files.readString(marker);
    for (String left : List.of("", known.substring(0, 3), "\0".repeat(known.length()))) {
      Files.writeString(marker, left);
      assertWhole();
      assertThat(Files.readString(marker)).isEqualTo(known);
    }
  }

  @Test
  void aFileInTheWayIsRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "x");
    SQLException failure =
        Objects.requireNonNull(
            catchThrowableOfType(
                SQLException.class, () -> DriverManager.getConnection("jdbc:mosql:file:" + file)));
    assertThat(failure.getSQLState()).isEqualTo("08001");
  }

  @Test
  void damageIsReportedAndNothingIsChanged() throws IOException, SQLException {
    create();
    Path log = logFiles().get(0);
    long middle = offsetOf(log, "note number 100");
    flip(log, middle);
    byte[] damaged = Files.readAllBytes(log);
    for (int attempt = 0; attempt < 2; attempt++) {
      SQLException failure = failure();
      assertThat(failure.getSQLState()).isEqualTo("XX001");
      assertThat(failure.getMessage()).contains(String.valueOf(log.getFileName()));
    }
    assertThat(Files.readAllBytes(log)).isEqualTo(damaged);
    flip(log, middle);
    assertWhole();
  }

  @Test
  void aTornEndIsCut() throws IOException, SQLException {
    create();
    List<Path> logs = logFiles();
    Path last = logs.get(logs.size() - 1);
    Files.write(last, new byte[] {1, 2, 3, 77, -5}, StandardOpenOption.APPEND);
    assertWhole();
    assertWhole();
  }

  private static long offsetOf(Path file, String text) throws IOException {
    String content = Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1);
    int offset = content.indexOf(text);
    assertThat(offset).isPositive();
    return offset;
  }

  private static void flip(Path file, long offset) throws IOException {
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      access.seek(offset);
      int old = access.read();
      access.seek(offset);
      access.write(old ^ 0x10);
    }
  }

  /**
   * A process that opens the database of a URL, prints that, and keeps it open until it is ended.
   */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws Exception {
      try (Connection connection = DriverManager.getConnection(args[0]);
          Statement statement = connection.createStatement()) {
        statement.execute("insert into t values (-1, 'by another process')");
        System.out.println("holds it");
        System.in.transferTo(System.out);
      }
    }
  }

  @Test
  void aSecondProcessIsRefusedUntilTheFirstEnds() throws IOException, SQLException {
    create();
    try (ChildJvm child = new ChildJvm(Holder.class, url())) {
      assertThat(child.readLine()).isEqualTo("holds it");
      SQLException failure = failure();
      assertThat(failure.getSQLState()).isEqualTo("55006");
      assertThat(failure.getMessage()).contains("open in another process");
    }
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate("delete from t where id = -1")).isEqualTo(1);
    }
    assertWhole();
  }
}
