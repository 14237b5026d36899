package io.mosql.spark;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.integrations.testkit.SampleDatabase;
import io.mosql.integrations.testkit.Tool;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.List;
import java.util.Properties;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An application that reads and writes tables as data frames. */
@Tool(name = "Spark", versionOf = SparkSession.class, module = "`mosql-spark`")
final class SparkTest {
  private static SparkSession spark;
  private final SampleDatabase database;

  SparkTest(SampleDatabase.Place place) {
    database = place.create();
  }

  @BeforeAll
  static void start() {
    MosqlDialect.register();
    spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.sql.session.timeZone", "UTC")
            .getOrCreate();
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  @BeforeEach
  void create() throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "create table t (id int primary key, n bigint, d decimal(10,2), r real, f double precision,"
              + " v varchar(20), b boolean, da date, ts timestamp, tz timestamp with time zone, u"
              + " uuid, j jsonb, y bytea, s smallint)");
      statement.execute(
          "insert into t select i, i, i, i, i, 'v' || i, i % 2 = 0, date '2026-01-01' + i, timestamp"
              + " '2026-01-01 00:00:00', timestamptz '2026-01-01 00:00:00+00',"
              + " '01234567-89ab-cdef-0123-456789abcdef', '{\"a\": 1}', '\\x01', i from"
              + " generate_series(1, 100) as g(i)");
    }
  }

  @AfterEach
  void close() throws SQLException {
    database.close();
  }

  private Properties login() {
    Properties login = new Properties();
    login.setProperty("driver", "io.mosql.jdbc.MosqlDriver");
    if (!database.user().isEmpty()) {
      login.setProperty("user", database.user());
      login.setProperty("password", database.password());
    }
    return login;
  }

  private Dataset<Row> table(String name) {
    return spark.read().jdbc(database.url(), name, login());
  }

  @Test
  void readAllTypes() {
    Row row = table("t").filter("id = 1").first();
    assertThat(row.getString(row.fieldIndex("u")))
        .isEqualTo("01234567-89ab-cdef-0123-456789abcdef");
    assertThat(row.getString(row.fieldIndex("j"))).isEqualTo("{\"a\": 1}");
    assertThat(row.getDecimal(row.fieldIndex("d"))).isEqualByComparingTo("1");
    assertThat(row.<Timestamp>getAs("tz").toInstant()).hasToString("2026-01-01T00:00:00Z");
    assertThat(row.<byte[]>getAs("y")).containsExactly(1);
    assertThat(row.<Boolean>getAs("b")).isFalse();
  }

  @Test
  void pushedFiltersAndPartitions() {
    Dataset<Row> parts = spark.read().jdbc(database.url(), "t", "id", 1, 101, 4, login());
    assertThat(parts.count()).isEqualTo(100);
    assertThat(parts.filter(col("v").startsWith("v1").and(col("b"))).count()).isEqualTo(6);
    assertThat(parts.groupBy("b").sum("n").count()).isEqualTo(2);
  }

  @Test
  void queryAsTable() {
    assertThat(table("(select b, count(*) as c from t group by b) q").count()).isEqualTo(2);
  }

  @Test
  void appendAndOverwrite() {
    Dataset<Row> rows = table("t").select("id", "n", "d", "r", "f", "v", "b", "da", "ts", "y", "s");
    rows.write().mode(SaveMode.Overwrite).jdbc(database.url(), "copy", login());
    rows.write().mode(SaveMode.Append).jdbc(database.url(), "copy", login());
    assertThat(table("copy").count()).isEqualTo(200);
    Properties truncating = login();
    truncating.setProperty("truncate", "true");
    rows.limit(3).write().mode(SaveMode.Overwrite).jdbc(database.url(), "copy", truncating);
    assertThat(table("copy").count()).isEqualTo(3);
  }

  @Test
  void writeRowsOfSpark() {
    StructType type =
        new StructType()
            .add("b", DataTypes.BooleanType)
            .add("x", DataTypes.ByteType)
            .add("d", DataTypes.createDecimalType(10, 2))
            .add("da", DataTypes.DateType)
            .add("ts", DataTypes.TimestampType)
            .add("s", DataTypes.StringType);
    Row row =
        RowFactory.create(
            true,
            (byte) 3,
            new BigDecimal("1.50"),
            Date.valueOf("2026-01-02"),
            Timestamp.valueOf("2026-01-02 03:04:05"),
            "it's");
    Row nulls = RowFactory.create(null, null, null, null, null, null);
    spark.createDataFrame(List.of(row, nulls), type).write().jdbc(database.url(), "made", login());
    assertThat(table("made").filter("b is not null").first()).isEqualTo(row);
    assertThat(table("made").filter("b is null").count()).isEqualTo(1);
  }
}
