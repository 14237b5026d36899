package io.mosql.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.integrations.testkit.SampleDatabase;
import io.mosql.integrations.testkit.Tool;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.jdbi.v3.sqlobject.SqlObjectPlugin;
import org.jdbi.v3.sqlobject.customizer.Bind;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.GetGeneratedKeys;
import org.jdbi.v3.sqlobject.statement.SqlBatch;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An application with the fluent API and with SQL objects. */
@Tool(name = "JDBI", versionOf = Jdbi.class)
final class JdbiTest {
  /** A row. */
  public record Person(int id, String name, LocalDate born, Instant seen, UUID tag) {}

  /** The SQL object. */
  public interface People {
    @SqlUpdate("insert into person (name) values (:name)")
    @GetGeneratedKeys("id")
    int insert(@Bind("name") String name);

    @SqlBatch("insert into person (name) values (:name)")
    int[] insertAll(@Bind("name") List<String> names);

    @SqlQuery("select name from person where name in (<names>) order by name")
    List<String> find(@BindList("names") List<String> names);
  }

  private final SampleDatabase database;
  private Jdbi jdbi;

  JdbiTest(SampleDatabase.Place place) {
    database = place.create();
  }

  @BeforeEach
  void create() {
    jdbi = Jdbi.create(database::connect).installPlugin(new SqlObjectPlugin());
    jdbi.registerRowMapper(ConstructorMapper.factory(Person.class));
    jdbi.useHandle(
        handle ->
            handle
                .createScript(
                    "create table person (id int generated always as identity primary key, name"
                        + " varchar(50) unique, born date, seen timestamp with time zone, tag"
                        + " uuid); create index person_born on person (born);")
                .execute());
  }

  @AfterEach
  void close() throws SQLException {
    database.close();
  }

  @Test
  void typesOfColumns() {
    UUID tag = UUID.randomUUID();
    Instant seen = Instant.parse("2026-01-02T03:04:05Z");
    Person read =
        jdbi.withHandle(
            handle -> {
              handle
                  .createUpdate(
                      "insert into person (name, born, seen, tag) values (:n, :b, :s, :t)")
                  .bind("n", "Ada")
                  .bind("b", LocalDate.of(1815, 12, 10))
                  .bind("s", seen)
                  .bind("t", tag)
                  .execute();
              return handle.select("select * from person").mapTo(Person.class).one();
            });
    assertThat(read).isEqualTo(new Person(1, "Ada", LocalDate.of(1815, 12, 10), seen, tag));
  }

  @Test
  void nullsOfTypes() {
    jdbi.useHandle(
        handle -> {
          handle
              .createUpdate("insert into person (name, born, seen, tag) values (:n, :b, :s, :t)")
              .bind("n", (String) null)
              .bind("b", (LocalDate) null)
              .bind("s", (Instant) null)
              .bind("t", (UUID) null)
              .execute();
          assertThat(handle.select("select * from person").mapTo(Person.class).one().born())
              .isNull();
        });
  }

  @Test
  void sqlObjects() {
    People people = jdbi.onDemand(People.class);
    assertThat(people.insert("Ada")).isEqualTo(1);
    assertThat(people.insertAll(List.of("B", "C"))).containsExactly(1, 1);
    assertThat(people.find(List.of("Ada", "C"))).containsExactly("Ada", "C");
  }

  @Test
  void generatedKeysOfBatch() {
    jdbi.useHandle(
        handle -> {
          PreparedBatch batch = handle.prepareBatch("insert into person (name) values (?)");
          batch.add("a").add("b");
          assertThat(batch.executePreparedBatch("id").mapTo(Integer.class).list())
              .containsExactly(1, 2);
        });
  }

  @Test
  void streamOfRows() {
    jdbi.onDemand(People.class).insertAll(List.of("a", "b", "c"));
    jdbi.useHandle(
        handle -> {
          try (Stream<String> names =
              handle
                  .createQuery("select name from person order by name")
                  .setFetchSize(1)
                  .mapTo(String.class)
                  .stream()) {
            assertThat(names).containsExactly("a", "b", "c");
          }
        });
  }

  @Test
  void transactions() {
    assertThatThrownBy(
            () ->
                jdbi.useTransaction(
                    TransactionIsolationLevel.REPEATABLE_READ,
                    handle -> {
                      handle.execute("insert into person (name) values (?)", "x");
                      handle.savepoint("s");
                      handle.execute("insert into person (name) values (?)", "y");
                      handle.rollbackToSavepoint("s");
                      assertThat(
                              handle
                                  .select("select count(*) from person")
                                  .mapTo(Integer.class)
                                  .one())
                          .isEqualTo(1);
                      throw new IllegalStateException("rolls back");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(
            (int)
                jdbi.withHandle(
                    h -> h.select("select count(*) from person").mapTo(Integer.class).one()))
        .isZero();
  }

  @Test
  void violatedConstraint() {
    People people = jdbi.onDemand(People.class);
    people.insert("Ada");
    assertThatThrownBy(() -> people.insert("Ada"))
        .isInstanceOf(UnableToExecuteStatementException.class)
        .cause()
        .isInstanceOf(java.sql.SQLIntegrityConstraintViolationException.class);
  }
}
