package io.mosql.engine;

import io.mosql.engine.database.OpenDatabase;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A small fixed database with every kind of data stored on disk, and the queries that read all of
 * it: by table and by each index, forwards and backwards.
 */
public final class SampleData {
  private static final int PEOPLE = 60;

  private static final List<String> SCHEMA =
      List.of(
          "create table kinds (k int primary key, b boolean, s smallint, l bigint,"
              + " d decimal(10,3), r real, f double precision, c char(6), v varchar(40), t text,"
              + " x varbinary(40), da date, ti time, ts timestamp)",
          "create table person (id int primary key, name varchar(30) not null,"
              + " city varchar(20), balance decimal(12,2) not null check (balance >= 0))",
          "create unique index person_name on person (name)",
          "create index person_city on person (city desc, id)",
          "create table note (id bigint auto_increment primary key,"
              + " person int not null references person (id), body text)",
          "create table plain (a int, b text)",
          "create schema other",
          "create table other.pairs (a int, b int, primary key (a, b))",
          "create sequence numbers start with 5 increment by 2",
          "create table gone (a int primary key)",
          "create table emptied (a int primary key)");

  private static final List<String> KINDS =
      List.of(
          "insert into kinds values (1, true, 32767, 9223372036854775807, 9999999.999, 1.5,"
              + " 1.7976931348623157e308, 'abc', 'Füße', 'line\nline', x'00ff10',"
              + " date '2024-02-29', time '23:59:59.999999', timestamp '2024-02-29 12:00:00.5')",
          "insert into kinds values (2, false, -32768, -9223372036854775808, -9999999.999, -1.5,"
              + " -0.25, '', '', '', x'', date '0001-01-01', time '00:00:00',"
              + " timestamp '1969-12-31 23:59:59.999999')",
          "insert into kinds (k) values (3)");

  private static final List<String> LATER =
      List.of(
          "insert into gone values (1), (2)",
          "insert into emptied values (1), (2), (3)",
          "insert into plain values (1, 'one'), (null, null), (2, 'two'), (2, 'two')",
          "insert into other.pairs values (1, 2), (2, 1), (-1, 5), (-1, -5)",
          "drop table gone",
          "truncate table emptied",
          "alter table plain add column c int default 7",
          "insert into plain (a) values (9)",
          "update person set balance = balance + 0.25 where id < 20",
          "update person set city = 'Ulm' where id = 3",
          "delete from note where id in (4, 5, 6)",
          "delete from plain where a = 2",
          "alter table person add column mail varchar(30)",
          "update person set mail = 'a@b' where id between 10 and 12",
          "create index plain_c on plain (c)");

  private static final List<String> QUERIES =
      List.of(
          "select table_name, row_count from mosql.tables where table_type = 'TABLE'"
              + " order by table_name",
          "select * from kinds order by k",
          "select * from person order by id",
          "select * from person order by id desc",
          "select name, id from person where name >= 'p' order by name",
          "select city, id from person where city >= 'A' order by city desc, id",
          "select * from note order by id",
          "select person, id from note where person > 0 order by person, id",
          "select * from plain order by a, b, c",
          "select c, a from plain where c = 7 order by a",
          "select * from other.pairs order by a desc, b",
          "select * from emptied order by a",
          "select sum(balance) from person");

  private SampleData() {}

  /** Writes the data, in many transactions, some of which are large. */
  public static void write(OpenDatabase database) {
    try (SessionClient client = new SessionClient(database)) {
      SCHEMA.forEach(client::change);
      KINDS.forEach(client::change);
      client.session().setAutoCommit(false);
      for (int i = 0; i < PEOPLE; i++) {
        client.change(
            "insert into person values (?, ?, ?, ?)", i, "p" + i * 7 % 100, city(i), i * 10);
        if (i % 10 == 9) {
          client.session().commit();
        }
      }
      for (int i = 0; i < PEOPLE; i++) {
        client.change("insert into note (person, body) values (?, ?)", i / 2, body(i));
      }
      client.session().setAutoCommit(true);
      LATER.forEach(client::change);
      client.query("select nextval('numbers')");
    }
  }

  private static @Nullable String city(int i) {
    return i % 7 == 0 ? null : i % 2 == 0 ? "Lugano" : "Bern";
  }

  private static @Nullable String body(int i) {
    return i % 11 == 0 ? null : String.format(Locale.ROOT, "note %03d ", i).repeat(i % 12 * 3);
  }

  /** The contents of the database as text. */
  public static String contents(OpenDatabase database) {
    StringBuilder text = new StringBuilder();
    try (SessionClient client = new SessionClient(database)) {
      for (String query : QUERIES) {
        text.append(query).append('\n');
        for (List<@Nullable Object> row : client.query(query)) {
          text.append(' ');
          row.forEach(value -> text.append(' ').append(shown(value)));
          text.append('\n');
        }
      }
    }
    return text.toString();
  }

  private static String shown(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return "x'" + HexFormat.of().formatHex(bytes) + "'";
    }
    return value instanceof String string
        ? "'" + string.replace("\n", "\\n") + "'"
        : String.valueOf(value);
  }

  /** The plans of the queries, as text. */
  static String plans(OpenDatabase database) {
    StringBuilder text = new StringBuilder();
    try (SessionClient client = new SessionClient(database)) {
      QUERIES.forEach(query -> text.append(client.query("explain " + query)).append('\n'));
    }
    return text.toString();
  }
}
