package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.local.LogOptions;
import io.mosql.core.files.DiskDirectory;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.port.StorageDirectory;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.tree.TreeShape;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.SeededRandom;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Directories written by earlier releases are opened, read and changed; see their README. */
final class ReleasedFormatsTest {
  private static final Path FOLDER = Path.of("src/test/resources/directories");
  private static final String EXPECTED = ".expected.txt";

  /** Small records and segments, so that a fixture is small and has many of both. */
  private static OpenDatabase open(StorageDirectory files, long seed) {
    StoreOptions options = new StoreOptions(TreeShape.DEFAULT, 0, 1 << 20, 1000, 1 << 20, 1000);
    return OpenDatabase.in(
        files,
        "fixture",
        new OpenDatabase.Ports(
            new ManualClock(), new SeededRandom(seed), LogOptions.small(8 << 10), options),
        () -> {});
  }

  static Stream<String> directories() throws IOException {
    try (Stream<Path> paths = java.nio.file.Files.list(FOLDER)) {
      return paths
          .filter(java.nio.file.Files::isDirectory)
          .map(path -> String.valueOf(path.getFileName()))
          .sorted()
          .toList()
          .stream();
    }
  }

  private static String expected(String directory) throws IOException {
    return java.nio.file.Files.readString(FOLDER.resolve(directory + EXPECTED));
  }

  @ParameterizedTest
  @MethodSource("directories")
  void opensWhatEarlierCodeWrote(String directory) throws IOException {
    StorageDirectory files =
        FileCopies.inMemory(FileCopies.read(DiskDirectory.open(FOLDER.resolve(directory))));
    boolean hasPages = !directory.equals("mosql-1");
    try (OpenDatabase database = open(files, 101)) {
      assertThat(contents(database, hasPages)).isEqualTo(expected(directory));
    }
    try (OpenDatabase database = open(files, 102);
        SessionClient client = new SessionClient(database)) {
      assertThat(contents(database, hasPages)).isEqualTo(expected(directory));
      assertThat(SampleData.plans(database))
          .contains("person_name", "person_city", "note_person", "plain_c");
      assertThat(client.query("select nextval('numbers') > 5").get(0).get(0)).isEqualTo(true);
      client.change("update person set city = 'Chur', balance = balance + 1");
      client.change("create table fresh (id int primary key, name text)");
      client.change("insert into fresh select id, name from person where id < 5");
      client.change("delete from kinds where k = 1");
      client.change("insert into note (person, body) values (1, 'new')");
    }
    try (OpenDatabase database = open(files, 103);
        SessionClient client = new SessionClient(database)) {
      assertThat(client.query("select id from person where city = 'Chur'")).hasSize(60);
      assertThat(client.query("select * from fresh")).hasSize(5);
      assertThat(client.query("select k from kinds")).hasSize(2);
      assertThat(client.query("select id from note where body = 'new' and id > 60")).hasSize(1);
    }
  }

  /** The contents of a database in a format with pages. */
  private static String contents(OpenDatabase database, boolean hasPages) {
    String sample = SampleData.contents(database);
    if (!hasPages) {
      return sample;
    }
    try (SessionClient client = new SessionClient(database)) {
      return sample + client.query("select id, body from large order by id") + '\n';
    }
  }

  /**
   * Writes the fixture of the current format, in the state after a killed process: checkpoints, and
   * a log that continues from the last one. Run by hand, see the README.
   */
  @Test
  @EnabledIfSystemProperty(named = "mosql.fixture", matches = ".+")
  void writeFixture() throws IOException {
    Path directory = FOLDER.resolve(System.getProperty("mosql.fixture"));
    StorageDirectory files = new MemoryDirectory("fixture");
    try (OpenDatabase database = open(files, 1)) {
      SampleData.write(database);
      try (SessionClient client = new SessionClient(database)) {
        client.change("create table large (id int primary key, body text)");
        client.change("insert into large values (1, ?), (2, 'small')", "one ".repeat(3000));
      }
    }
    try (OpenDatabase database = open(files, 2);
        SessionClient client = new SessionClient(database)) {
      client.change("update person set balance = balance + 1 where id between 20 and 30");
      client.change("checkpoint");
      client.change("insert into plain values (100, 'after a checkpoint', 1)");
      client.change("update large set body = ? where id = 2", "two ".repeat(2000));
      FileCopies.write(FileCopies.read(files), DiskDirectory.open(directory));
      java.nio.file.Files.writeString(
          FOLDER.resolve(directory.getFileName() + EXPECTED), contents(database, true));
    }
  }
}
