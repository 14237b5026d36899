package io.mosql.benchmarks.tpcc.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.tpcc.TpccTestDatabase;
import io.mosql.benchmarks.tpcc.schema.LoadConfig;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TpccLoaderTest {
  @Test
  void tablesHaveTheirCardinalities() throws SQLException, InterruptedException {
    try (TpccTestDatabase tpcc = TpccTestDatabase.load(2)) {
      assertThat(number(tpcc, "SELECT count(*) FROM warehouse")).isEqualTo(2);
      assertThat(number(tpcc, "SELECT count(*) FROM district")).isEqualTo(20);
      assertThat(number(tpcc, "SELECT count(*) FROM item")).isEqualTo(200);
      assertThat(number(tpcc, "SELECT count(*) FROM stock")).isEqualTo(400);
      assertThat(number(tpcc, "SELECT count(*) FROM customer")).isEqualTo(600);
      assertThat(number(tpcc, "SELECT count(*) FROM history")).isEqualTo(600);
      assertThat(number(tpcc, "SELECT count(*) FROM oorder")).isEqualTo(600);
      assertThat(number(tpcc, "SELECT count(*) FROM new_order")).isEqualTo(180);
      assertThat(number(tpcc, "SELECT count(*) FROM order_line")).isBetween(3000L, 9000L);
      assertThat(number(tpcc, "SELECT count(DISTINCT o_c_id) FROM oorder WHERE o_d_id = 4"))
          .isEqualTo(30);
      assertThat(number(tpcc, "SELECT count(*) FROM customer WHERE c_credit = 'BC'"))
          .isBetween(30L, 100L);
    }
  }

  @Test
  void contentDoesNotDependOnTheNumberOfWorkers() throws SQLException, InterruptedException {
    try (TpccTestDatabase one = TpccTestDatabase.load(1, 1);
        TpccTestDatabase four = TpccTestDatabase.load(1, 4)) {
      for (String sql :
          List.of(
              "SELECT i_id, i_name, i_price, i_data FROM item ORDER BY i_id",
              "SELECT s_i_id, s_quantity, s_dist_07, s_data FROM stock ORDER BY s_i_id",
              "SELECT c_d_id, c_id, c_first, c_last, c_credit FROM customer ORDER BY c_d_id, c_id",
              "SELECT ol_d_id, ol_o_id, ol_number, ol_i_id, ol_amount FROM order_line"
                  + " ORDER BY ol_d_id, ol_o_id, ol_number")) {
        assertThat(rows(one, sql)).isEqualTo(rows(four, sql)).isNotEmpty();
      }
    }
  }

  @Test
  void aLoadLeavesItsParametersAndASecondOneReplacesIt() throws SQLException, InterruptedException {
    try (TpccTestDatabase tpcc = TpccTestDatabase.load(2)) {
      assertThat(LoadConfig.read(tpcc.connection())).contains(tpcc.loaded());
      new TpccLoader(tpcc.database(), TpccTestDatabase.SMALL, 1, 1, 5).load(rows -> {});
      assertThat(LoadConfig.read(tpcc.connection()).orElseThrow().warehouses()).isEqualTo(1);
      assertThat(number(tpcc, "SELECT count(*) FROM warehouse")).isEqualTo(1);
    }
  }

  @Test
  void tablesOfSomebodyElseAreLeftAlone() throws SQLException {
    Database database = Database.of("jdbc:h2:mem:somebody", "sa", "");
    try (Connection connection = database.open();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE customer (name varchar(10))");
      statement.execute("INSERT INTO customer VALUES ('mine')");
      assertThatThrownBy(
              () -> new TpccLoader(database, TpccTestDatabase.SMALL, 1, 1, 5).load(rows -> {}))
          .isInstanceOf(SQLException.class);
      assertThat(LoadConfig.read(connection)).isEmpty();
      try (ResultSet row = statement.executeQuery("SELECT name FROM customer")) {
        assertThat(row.next()).isTrue();
      }
    }
  }

  private static long number(TpccTestDatabase tpcc, String sql) throws SQLException {
    return Long.parseLong(rows(tpcc, sql).get(0));
  }

  private static List<String> rows(TpccTestDatabase tpcc, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = tpcc.connection().createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      int columns = row.getMetaData().getColumnCount();
      while (row.next()) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          values.add(row.getString(i));
        }
        rows.add(String.join("|", values));
      }
    }
    return rows;
  }
}
