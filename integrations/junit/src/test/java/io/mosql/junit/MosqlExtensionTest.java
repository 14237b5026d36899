package io.mosql.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** Tests of the extension, which runs the classes below as tests. */
final class MosqlExtensionTest {
  private static final long WITHIN_MILLIS = 60_000;
  private static final List<String> URLS = new ArrayList<>();
  private static final List<Connection> CONNECTIONS = new ArrayList<>();

  private static int count(Connection connection, String from) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from " + from)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  @MosqlDatabase(scripts = {"tables.sql", "/rows.sql"})
  static final class FreshCase {
    private final DataSource ofConstructor;

    FreshCase(DataSource ofConstructor) {
      this.ofConstructor = ofConstructor;
    }

    @BeforeEach
    void insert(Connection connection) throws SQLException {
      connection.createStatement().execute("insert into owner values (3, 'Grace')");
    }

    @Test
    void first(TestDatabase database, Connection connection) throws SQLException {
      URLS.add(database.url());
      CONNECTIONS.add(connection);
      assertThat(count(connection, "owner")).isEqualTo(3);
      connection.createStatement().execute("delete from pet");
    }

    @Test
    void second(TestDatabase database, Connection connection) throws SQLException {
      URLS.add(database.url());
      assertThat(count(connection, "pet")).isEqualTo(1);
      try (Connection other = ofConstructor.getConnection()) {
        assertThat(count(other, "owner")).isEqualTo(3);
      }
    }

    @Test
    @MosqlDatabase(scripts = "tables.sql")
    void withScriptsOfItsOwn(Connection connection) throws SQLException {
      assertThat(count(connection, "pet")).isZero();
    }

    @Nested
    final class Inner {
      @Test
      void nested(TestDatabase database, Connection connection) throws SQLException {
        URLS.add(database.url());
        assertThat(count(connection, "pet")).isEqualTo(1);
      }
    }
  }

  @MosqlDatabase(scripts = "tables.sql")
  static final class SharedCase {
    @BeforeAll
    static void create(TestDatabase database) throws SQLException {
      try (Connection connection = database.connect()) {
        connection.createStatement().execute("create table shared (id int)");
      }
    }

    @Test
    void first(Connection connection) throws SQLException {
      connection.createStatement().execute("insert into shared values (1)");
      assertThat(count(connection, "shared")).isBetween(1, 2);
    }

    @Test
    void second(Connection connection) throws SQLException {
      connection.createStatement().execute("insert into shared values (1)");
      assertThat(count(connection, "shared")).isBetween(1, 2);
    }
  }

  @MosqlDatabase(scripts = "missing.sql")
  static final class MissingScriptCase {
    @Test
    void test(Connection connection) {}
  }

  private static Events run(Class<?> type) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(type))
        .execute()
        .testEvents();
  }

  @Test
  void eachTestHasAFreshDatabase() throws SQLException {
    URLS.clear();
    CONNECTIONS.clear();
    run(FreshCase.class).assertStatistics(events -> events.succeeded(4).failed(0));
    assertThat(new HashSet<>(URLS)).hasSize(3);
    for (Connection connection : CONNECTIONS) {
      assertThat(connection.isClosed()).isTrue();
    }
  }

  @Test
  void classSharesTheDatabaseOfBeforeAll() {
    run(SharedCase.class).assertStatistics(events -> events.succeeded(2).failed(0));
  }

  @Test
  void missingScriptFailsTheTest() {
    run(MissingScriptCase.class).assertStatistics(events -> events.succeeded(0).failed(1));
  }

  @Test
  void noThreadsAreLeft() throws InterruptedException {
    run(FreshCase.class);
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    for (int i = 0; i < 5; i++) {
      run(FreshCase.class);
    }
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (!before.contains(thread) && thread.getName().startsWith("mosql")) {
        // SHUTDOWN tells the threads to end, and does not wait for them.
        thread.join(WITHIN_MILLIS);
        assertThat(thread.isAlive()).as(thread.getName()).isFalse();
      }
    }
  }

  @Test
  void errorOfAScriptNamesItsCause() throws SQLException {
    try (TestDatabase database = TestDatabase.create()) {
      assertThatThrownBy(() -> database.run(MosqlExtensionTest.class, "/rows.sql"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("pet");
    }
  }

  @Test
  void copiesAreIndependent() throws SQLException {
    try (TestDatabase template = TestDatabase.create()) {
      template.run(MosqlExtensionTest.class, "tables.sql", "/rows.sql");
      try (TestDatabase first = template.copy();
          TestDatabase second = template.copy();
          Connection ofFirst = first.connect();
          Connection ofSecond = second.connect();
          Connection ofTemplate = template.connect()) {
        ofFirst.createStatement().execute("delete from pet");
        assertThat(count(ofFirst, "pet")).isZero();
        assertThat(count(ofSecond, "pet")).isEqualTo(1);
        assertThat(count(ofTemplate, "pet")).isEqualTo(1);
      }
    }
  }

  @Test
  void scriptsAreSplitAtSemicolons() {
    assertThat(TestDatabase.statements("-- a;\n select 1; ;\n/* ; */ select ';', $$;$$;--\n"))
        .containsExactly("select 1", "select ';', $$;$$");
  }
}
