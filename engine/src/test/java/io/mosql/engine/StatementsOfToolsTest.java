package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What tools send over JDBC and scripts cannot show. */
final class StatementsOfToolsTest {
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:mosql:mem:statements-of-tools");
    statement = connection.createStatement();
  }

  @AfterEach
  void close() throws SQLException {
    statement.execute("shutdown");
    connection.close();
  }

  /** As with PostgreSQL's driver: no result set, no rows. */
  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "-- nothing", "/* nothing */", ";", "; -- a\n ; /* b */"})
  void textsWithoutAStatementDoNothing(String text) throws SQLException {
    assertThat(statement.execute(text)).isFalse();
    assertThat(statement.getUpdateCount()).isZero();
    assertThat(statement.executeUpdate(text)).isZero();
    try (PreparedStatement prepared = connection.prepareStatement(text)) {
      assertThat(prepared.getParameterMetaData().getParameterCount()).isZero();
      assertThat(prepared.execute()).isFalse();
      assertThat(prepared.executeUpdate()).isZero();
    }
    connection.setAutoCommit(false);
    assertThat(statement.execute(text)).isFalse();
    connection.commit();
  }

  /** The name of the database may stand in front of each schema. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "create table db.s.u (id int primary key, a int references db.s.t)",
        "create table db.s.u (like db.s.t including all)",
        "create table db.s.u as select * from db.s.t",
        "create view db.s.u as select db.s.t.* from db.s.t",
        "create sequence db.s.u owned by db.s.t.a",
        "create index db.s.u on db.s.t (a)",
        "drop index db.s.ix",
        "drop sequence db.s.q",
        "drop table db.s.t cascade",
        "truncate db.s.t",
        "alter table db.s.t add column b int",
        "alter table db.s.t rename to db.s.u",
        "alter sequence db.s.q restart",
        "alter view db.s.w rename to u",
        "comment on table db.s.t is 'x'",
        "comment on column db.s.t.a is 'x'",
        "comment on sequence db.s.q is 'x'",
        "comment on index db.s.ix is 'x'",
        "analyze db.s.t",
        "select db.s.t.id, s.t.a, db.s.t.* from db.s.t where db.s.t.id = 1 order by db.s.t.id",
        "select * from db.s.t as x join db.s.w y on x.id = y.id for update of x",
        "select * into db.s.u from db.s.t",
        "select nextval('db.s.q'), next value for db.s.q",
        "select * from db.information_schema.tables",
        "insert into db.s.t values (1, 2) on conflict (id) do update set a = db.s.t.a",
        "update db.s.t set a = db.s.t.a + 1",
        "delete from db.s.t using db.s.w where db.s.t.id = w.id",
        "merge into db.s.t using db.s.w on t.id = w.id when matched then delete",
        "with x as (delete from db.s.t returning *) select * from x",
        "explain select * from db.s.t",
        "show create table db.s.t",
        "describe db.s.t",
      })
  void theDatabaseMayStandInFrontOfSchemas(String text) throws SQLException {
    statement.execute("create schema s");
    statement.execute("create table s.t (id int primary key, a int)");
    statement.execute("create index ix on s.t (a)");
    statement.execute("create sequence s.q");
    statement.execute("create view s.w as select id from s.t");
    statement.execute("insert into s.t values (1, 1)");
    for (String other : new String[] {"other", connection.getCatalog() + "2"}) {
      assertThatThrownBy(() -> statement.execute(named(text, other)))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("0A000"))
          .hasMessageStartingWith("cross-database references are not implemented: ");
    }
    statement.execute(named(text, connection.getCatalog()));
  }

  private static String named(String text, String database) {
    return text.replace("db.", '"' + database + "\".");
  }

  @Test
  void anIndexMayNameTheSchemaOfItsTable() throws SQLException {
    statement.execute("create table t (a int)");
    statement.execute("create index public.ix on t (a)");
    statement.execute("create index if not exists public.ix on public.t (a)");
    statement.execute("create schema s");
    assertThatThrownBy(() -> statement.execute("create index s.ix2 on t (a)"))
        .hasMessage("not supported: an index in another schema than its table");
    assertThatThrownBy(() -> statement.execute("create index nowhere.ix2 on t (a)"))
        .hasMessage("schema \"nowhere\" does not exist");
    statement.execute("drop index public.ix");
  }

  /** Values have microseconds: what asks for more is refused, rather than rounded later. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "timestamp(9)",
        "time(7)",
        "timestamp(8) with time zone",
        "timestamptz(7)",
        "datetime2(7)"
      })
  void columnsOfNanosecondsAreRefused(String type) {
    for (String refused :
        List.of("create table t (a " + type + ")", "select cast(null as " + type + ")")) {
      assertThatThrownBy(() -> statement.execute(refused))
          .hasMessageStartingWith("parameter of the type must be between 0 and 6")
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("22023");
    }
  }

  /** A number is no date, also where both have the same representation within. */
  @ParameterizedTest
  @ValueSource(strings = {"date", "time", "timestamp", "timestamptz"})
  void numbersAreNoDates(String type) throws SQLException {
    for (Object number : new Object[] {5, 5L, (short) 5, new BigDecimal("5"), 5.0}) {
      try (PreparedStatement cast =
          connection.prepareStatement("select cast(? as " + type + ") is null")) {
        cast.setObject(1, number);
        assertThatThrownBy(cast::executeQuery)
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42846"));
      }
    }
    assertThatThrownBy(
            () -> statement.execute("select cast(cast(now() as " + type + ") as bigint)"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isIn("42846", "42804"));
  }
}
