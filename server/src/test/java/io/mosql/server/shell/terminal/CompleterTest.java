package io.mosql.server.shell.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.server.shell.command.ShellCommand;
import io.mosql.server.shell.connection.ConnectionTarget;
import io.mosql.server.shell.connection.MetadataCache;
import io.mosql.server.shell.connection.ShellConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of completion; the bar marks the cursor. */
final class CompleterTest {
  private static final String URL = "jdbc:mosql:mem:completion";

  @TempDir private Path folder;

  private final ShellConnection link = new ShellConnection(new ConnectionTarget(URL, null, null));
  private final MetadataCache metadata = new MetadataCache(link);
  private final Completer completion =
      new Completer(
          metadata,
          () ->
              List.of(
                  ShellCommand.of("d", "", "", call -> {}),
                  ShellCommand.of("dt", "", "", call -> {}),
                  ShellCommand.of("timing", "", "", call -> {})));

  @BeforeEach
  void create() throws SQLException {
    link.open(link.target());
    execute("create schema shop");
    execute("create table person (id int primary key, first_name varchar(20), born date)");
    execute("create table purchase (id int primary key, person_id int, \"Total\" int)");
    execute("create table shop.shelf (id int primary key, height int)");
  }

  @AfterEach
  void drop() throws SQLException {
    link.close();
    execute("shutdown");
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(URL);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '^',
      value = {
        "sel| ! select",
        "SEL| ! SELECT",
        "select 1; inser| ! insert into",
        "select * from per| ! person",
        "select * from PER| ! person",
        "select * from p| ! person, purchase, public",
        "select * from person, pu| ! purchase, public",
        "select * from person join pu| ! purchase, public",
        "update per| ! person",
        "insert into pers| ! person",
        "insert into person (fir| ! first, first_name",
        "drop table pers| ! person",
        "select * from shop.| ! shelf",
        "select * from shop.shelf where hei| ! height",
        "select * from mosql.sche| ! schemas",
        "select fir| from person ! first, first_name",
        "select p.| from person p ! born, first_name, id",
        "select person.b| from person ! born",
        "select * from person as p where p.fi| ! first_name",
        "select \"T| from purchase ! \"Total\"",
        "select tot| from purchase ! ^^",
        "select * from person | ! born, first_name, id",
        "select * from person where 'fir| ! ^^",
        "select * from person -- fir| ! ^^",
        "select * from purchase; select fir| ! first",
        "select * from nowhere n where n.| ! ^^",
        "select fro| ! from",
        "create index i on pers| ! person",
        "\\t| ! \\timing",
        "\\| ! \\d, \\dt, \\timing",
        "\\d per| ! person",
        "\\d shop.sh| ! shelf",
        "\\timing o| ! on, off",
        "\\format j| ! json",
        "\\copy pers| ! person",
        "\\copy person f| ! from",
        "^select 1\n\\d purch|^ ! purchase"
      })
  void offersWhatFits(String text, String words) {
    assertThat(complete(text)).isEqualTo(words.isEmpty() ? List.of() : List.of(words.split(", ")));
  }

  @Test
  void offersFiles() throws Exception {
    Files.writeString(folder.resolve("a.csv"), "");
    Files.createDirectory(folder.resolve("ab"));
    Files.writeString(folder.resolve(".hidden"), "");

    assertThat(complete("\\i " + folder + "/|"))
        .containsExactly(folder + "/a.csv", folder + "/ab/");
    assertThat(complete("\\copy person from '" + folder + "/a.|"))
        .containsExactly("'" + folder + "/a.csv'");
    assertThat(complete("\\i " + folder + "/nowhere/|")).isEmpty();
  }

  @Test
  void knowsNewTablesAfterAChangeFromHereOnly() throws SQLException {
    assertThat(complete("select * from l|")).isEmpty();
    execute("create table late (id int primary key)");
    assertThat(complete("select * from l|")).isEmpty();
    metadata.invalidate();
    assertThat(complete("select * from l|")).containsExactly("late");
  }

  @Test
  void readsNothingInsideOfATransaction() throws SQLException {
    link.statementExecuted("begin", null);
    assertThat(complete("select * from per|")).isEmpty();
    link.statementExecuted("rollback", null);
    metadata.preload();
    link.statementExecuted("begin", null);
    execute("drop table purchase");
    metadata.invalidate();
    assertThat(complete("select * from pu|")).containsExactly("purchase", "public");
    assertThat(complete("select b| from person")).contains("born");
  }

  @Test
  void ordersNamesByTheCaseOfTheDatabase() throws Exception {
    try (ShellConnection h2 =
        new ShellConnection(new ConnectionTarget("jdbc:h2:mem:", null, null))) {
      h2.open(h2.target());
      try (Statement statement = h2.connection().createStatement()) {
        statement.execute("create table person (id int, \"mixedCase\" int)");
      }
      Completer other = new Completer(new MetadataCache(h2), List::of);
      assertThat(other.complete("select * from pers", 18).words()).containsExactly("person");
      assertThat(other.complete("select * from PERS", 18).words()).containsExactly("PERSON");
      assertThat(other.complete("select * from person where ", 27).words())
          .containsExactly("\"mixedCase\"", "id");
    }
  }

  private List<String> complete(String text) {
    int cursor = text.indexOf('|');
    return completion
        .complete(text.substring(0, cursor) + text.substring(cursor + 1), cursor)
        .words();
  }
}
