package io.mosql.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.lexer.Keywords;
import io.mosql.sql.parser.ast.ddl.ColumnDefinition;
import io.mosql.sql.parser.ast.ddl.CreateTable;
import io.mosql.sql.parser.ast.ddl.KeyPart;
import io.mosql.sql.parser.ast.ddl.TableConstraint;
import io.mosql.sql.parser.impl.MosqlParserImplConstants;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The trees of plain statements are those of the grammar, with their positions. */
final class PlainCreateTableTest {
  /** Whether the statement is plain; its tree must be the one of the grammar. */
  private static boolean isPlain(String sql) {
    CreateTable plain = PlainCreateTable.parse(sql);
    if (plain == null) {
      return false;
    }
    CreateTable parsed = (CreateTable) byGrammar(sql);
    assertThat(parsed).as(sql).isNotNull();
    assertThat(positions(plain)).as(sql).isEqualTo(positions(Objects.requireNonNull(parsed)));
    assertThat(plain.toString()).as(sql).isEqualTo(parsed.toString());
    assertThat(plain.ifNotExists()).as(sql).isEqualTo(parsed.ifNotExists());
    assertThat(plain.comment()).as(sql).isEqualTo(parsed.comment());
    for (int i = 0; i < plain.columns().size(); i++) {
      ColumnDefinition column = plain.columns().get(i);
      ColumnDefinition other = parsed.columns().get(i);
      assertThat(column.type()).as(sql).isEqualTo(other.type());
      assertThat(column.notNull()).as(sql).isEqualTo(other.notNull());
    }
    return true;
  }

  private static @Nullable SqlNode byGrammar(String sql) {
    try {
      return MosqlParser.parseByGrammar(sql, "db");
    } catch (MosqlException e) {
      return null;
    }
  }

  private static List<String> positions(CreateTable table) {
    List<String> positions = new ArrayList<>();
    positions.add(position(table));
    positions.add(position(table.name()));
    table.columns().forEach(column -> positions.add(position(column.name())));
    for (TableConstraint constraint : table.constraints()) {
      for (KeyPart part : ((TableConstraint.PrimaryKey) constraint).parts()) {
        positions.add(position(part.column()));
      }
    }
    return positions;
  }

  private static String position(SqlNode node) {
    String name = node instanceof SqlIdentifier id ? id.getSimple() : "";
    return name
        + " "
        + node.getParserPosition()
        + " to "
        + node.getParserPosition().getEndLineNum()
        + ":"
        + node.getParserPosition().getEndColumnNum();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create table t (id int primary key, name varchar(20), n bigint)",
        "CREATE TABLE T (ID INT NOT NULL PRIMARY KEY)",
        "create table t(a int,b smallint not null,primary key(a,b));",
        "create table t (\n  id integer not null,\n  v text,\n  primary key (id)\n)\n",
        "create table name (value uuid, key1 double precision, d date, b boolean)",
        "create table t (a decimal(10), b numeric(38, 4), c decimal(5,5))",
        "create table t (a int primary key not null)",
        "create table t (a int primary key, b int primary key)",
        "create table t (a int, a int)",
        "  create table t (a varchar(1048576))",
      })
  void plainStatements(String sql) {
    assertThat(isPlain(sql)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create table s.t (a int)",
        "create table \"T\" (a int)",
        "create table t (\"a\" int)",
        "create table t (a int default 1)",
        "create table t (a int unsigned)",
        "create table t (a int(11))",
        "create table t (a int[])",
        "create table t (a varchar)",
        "create table t (a varchar(0))",
        "create table t (a decimal)",
        "create table t (a decimal(5, 6))",
        "create table t (a decimal(5, -2))",
        "create table t (a serial)",
        "create table t (a int null)",
        "create table t (a int unique)",
        "create table t (a int, unique (a))",
        "create table t (a int primary key deferrable)",
        "create table t (a int, primary key (a) deferrable)",
        "create table t (a int, primary key (a desc))",
        "create table t (key int)",
        "create table t (index int)",
        "create table t (select int)",
        "create table select (a int)",
        "create table t (a int) engine = innodb",
        "create table t (a int) -- comment",
        "create table t (a int /* comment */)",
        "create table t (a\tint)",
        "create table t ()",
        "create table t (a int,)",
        "create table t (a int); select 1",
        "create table t (a int",
        "create table t as select 1",
        "create table if not exists t (a int)",
        "create temporary table t (a int)",
        "create table t\u00e9 (a int)",
        "create table t$ (a int)",
        "create table",
        "create",
        "",
      })
  void others(String sql) {
    assertThat(PlainCreateTable.parse(sql)).isNull();
  }

  /** The words of the grammar, as names of tables and columns. */
  @Test
  void allWordsAsNames() {
    Set<String> words = new TreeSet<>();
    for (String image : MosqlParserImplConstants.tokenImage) {
      if (image.matches("\"[A-Za-z_0-9]+\"")) {
        words.add(image.substring(1, image.length() - 1).toLowerCase(Locale.ROOT));
      }
    }
    words.addAll(postgresKeywords().stream().map(line -> line.split(" ")[0]).toList());
    int plain = 0;
    for (String word : words) {
      plain += isPlain("create table " + word + " (a int)") ? 1 : 0;
      plain += isPlain("create table t (" + word + " int not null)") ? 1 : 0;
      plain +=
          isPlain("create table t (a int, " + word + " text, primary key (" + word + "))") ? 1 : 0;
      isPlain("create table t (a " + word + ")");
      isPlain("create table t (a int " + word + ")");
    }
    assertThat(plain).isGreaterThan(words.size());
  }

  @Test
  void keywordsArePostgres() {
    for (String line : postgresKeywords()) {
      String[] parts = line.split(" ");
      assertThat(Keywords.isKeyword(parts[0])).as(line).isEqualTo(!parts[1].equals("U"));
    }
  }

  private static List<String> postgresKeywords() {
    try (InputStream in =
        PlainCreateTableTest.class.getResourceAsStream("/postgresql-keywords.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Statements made of random tokens, most of which are invalid. */
  @Test
  void randomTokens() {
    String[] tokens = {
      "a",
      "b",
      "int",
      "varchar(9)",
      "varchar",
      "(",
      ")",
      ",",
      "primary key",
      "primary",
      "key",
      "not null",
      "null",
      "decimal(4,2)",
      "precision",
      "double",
      "text",
      "\n",
      ";",
      "9",
      "date"
    };
    Random random = new Random(7);
    int plain = 0;
    for (int i = 0; i < 20_000; i++) {
      StringBuilder sql = new StringBuilder("create table t (a int");
      for (int length = random.nextInt(8); length > 0; length--) {
        sql.append(random.nextInt(4) == 0 ? "\n" : " ");
        sql.append(tokens[random.nextInt(tokens.length)]);
      }
      plain += isPlain(sql.append(')').toString()) ? 1 : 0;
    }
    assertThat(plain).isGreaterThan(1_000);
  }
}
