package io.mosql.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.integrations.testkit.SampleDatabase;
import io.mosql.integrations.testkit.Tool;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sqlline.SqlLine;

/** Scripts of sqlline, which reads what {@code java.sql} says of a database. */
@Tool(name = "sqlline", versionOf = SqlLine.class)
final class SqllineTest {
  private static final String TABLES =
      "create table dept (id int primary key, name varchar(20) unique);"
          + "create table emp (id int primary key, dept int references dept);"
          + "create view names as select name from dept;";

  private final SampleDatabase database;

  SqllineTest(SampleDatabase.Place place) {
    database = place.create();
  }

  @AfterEach
  void close() throws SQLException {
    database.close();
  }

  /** Runs the lines of a script, and returns the output, which has the script too. */
  private String run(String script) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SqlLine sqlline = new SqlLine();
    try (PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8)) {
      sqlline.setOutputStream(printed);
      sqlline.setErrorStream(printed);
      String[] arguments = {
        "-d",
        "io.mosql.jdbc.MosqlDriver",
        "-u",
        database.url(),
        "-n",
        database.user(),
        "-p",
        database.password(),
        "--silent=true",
        "--color=false",
        "--outputformat=csv"
      };
      String lines = script.replace(";", ";\n") + "\n!quit\n";
      sqlline.begin(
          arguments, new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)), false);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void statementsAndRows() throws IOException {
    assertThat(run(TABLES + "insert into dept values (1, 'a'), (2, null);select * from dept;"))
        .contains("'id','name'", "'1','a'", "'2',''")
        .doesNotContain("Error");
  }

  @Test
  void errorsHaveTheirState() throws IOException {
    assertThat(run(TABLES + "insert into emp values (1, 7);select 1/0;"))
        .contains("(state=23503", "(state=22012");
  }

  @Test
  void tables() throws IOException {
    assertThat(run(TABLES + "\n!tables")).contains("'dept','TABLE'", "'names','VIEW'");
  }

  @Test
  void columns() throws IOException {
    assertThat(run(TABLES + "\n!columns dept")).contains("'name','12','VARCHAR','20'");
  }

  @Test
  void keysAndIndexes() throws IOException {
    assertThat(run(TABLES + "\n!primarykeys emp\n!importedkeys emp\n!indexes dept"))
        .contains("'emp_pkey'", "'emp_dept_fkey'", "'dept_name_key'");
  }

  @Test
  void transactions() throws IOException {
    assertThat(
            run(
                TABLES
                    + "\n!autocommit off\ninsert into dept values (1, 'gone');\n!rollback\n"
                    + "insert into dept values (2, 'kept');\n!commit\n!autocommit on\n"
                    + "select name from dept;"))
        .contains("'kept'\n")
        .doesNotContain("'gone'\n");
  }

  @Test
  void isolation() throws IOException {
    assertThat(run("!isolation TRANSACTION_READ_COMMITTED\nshow transaction isolation level;"))
        .contains("'read committed'");
  }

  @Test
  void calls() throws IOException {
    assertThat(run("!call values (42)")).contains("'42'");
  }

  @Test
  void metadata() throws IOException {
    assertThat(run("!metadata getDatabaseProductName\n!metadata supportsTransactions\n!typeinfo"))
        .contains("MoSQL", "true", "'BIGINT'");
  }
}
