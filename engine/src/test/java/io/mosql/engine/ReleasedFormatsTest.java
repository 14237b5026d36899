package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.local.LogOptions;
import io.mosql.core.files.DiskFiles;
import io.mosql.core.port.Files;
import io.mosql.storage.StoreOptions;
import io.mosql.storage.tree.TreeShape;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.SeededRandom;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Directories that earlier code wrote are opened, read and worked on; see their README. */
final class ReleasedFormatsTest {
  private static final Path FOLDER = Path.of("src/test/resources/directories");
  private static final String EXPECTED = ".expected.txt";

  /** Small records and segments, so that a fixture is small and has many of both. */
  private static OpenDatabase open(Files files, long seed) {
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
    Files files = FileCopies.inMemory(FileCopies.read(DiskFiles.open(FOLDER.resolve(directory))));
    try (OpenDatabase database = open(files, 101)) {
      assertThat(SampleData.contents(database)).isEqualTo(expected(directory));
    }
    try (OpenDatabase database = open(files, 102);
        SessionClient client = new SessionClient(database)) {
      assertThat(SampleData.contents(database)).isEqualTo(expected(directory));
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

  /** Writes the fixture of the format of today; run by hand, see the README. */
  @Test
  @EnabledIfSystemProperty(named = "mosql.fixture", matches = ".+")
  void writeFixture() throws IOException {
    String name = System.getProperty("mosql.fixture");
    Files files = DiskFiles.open(FOLDER.resolve(name));
    try (OpenDatabase database = open(files, 104)) {
      SampleData.write(database);
    }
    try (OpenDatabase database = open(files, 105);
        SessionClient client = new SessionClient(database)) {
      client.change("insert into plain values (100, 'after an opening', 1)");
      java.nio.file.Files.write(
          FOLDER.resolve(name + EXPECTED),
          SampleData.contents(database).getBytes(StandardCharsets.UTF_8));
    }
    java.nio.file.Files.delete(FOLDER.resolve(name).resolve(DatabaseDirectory.LOCK));
  }
}
