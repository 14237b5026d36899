package io.mosql.benchmarks.tpcc.schema;

import io.mosql.benchmarks.database.BenchmarkTables;
import io.mosql.benchmarks.database.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Schema of the nine tables of clause 1.3 with primary keys, foreign keys and two secondary
 * indexes.
 *
 * <p>Keys are declared in CREATE TABLE, so every row of a load is checked. HISTORY has no primary
 * key, as in the specification.
 */
public final class TpccSchema {
  static final BenchmarkTables TABLES =
      new BenchmarkTables(
          "tpcc_config",
          List.of(
              "order_line",
              "new_order",
              "oorder",
              "history",
              "stock",
              "customer",
              "district",
              "item",
              "warehouse"));

  private static final String WAREHOUSE =
      """
      CREATE TABLE warehouse (
        w_id integer NOT NULL,
        w_name varchar(10), w_street_1 varchar(20), w_street_2 varchar(20), w_city varchar(20),
        w_state char(2), w_zip char(9), w_tax decimal(4,4), w_ytd decimal(12,2),
        PRIMARY KEY (w_id))""";
  private static final String ITEM =
      """
      CREATE TABLE item (
        i_id integer NOT NULL,
        i_im_id integer, i_name varchar(24), i_price decimal(5,2), i_data varchar(50),
        PRIMARY KEY (i_id))""";
  private static final String DISTRICT =
      """
      CREATE TABLE district (
        d_w_id integer NOT NULL, d_id integer NOT NULL,
        d_name varchar(10), d_street_1 varchar(20), d_street_2 varchar(20), d_city varchar(20),
        d_state char(2), d_zip char(9), d_tax decimal(4,4), d_ytd decimal(12,2),
        d_next_o_id integer,
        PRIMARY KEY (d_w_id, d_id),
        FOREIGN KEY (d_w_id) REFERENCES warehouse (w_id))""";
  private static final String CUSTOMER =
      """
      CREATE TABLE customer (
        c_w_id integer NOT NULL, c_d_id integer NOT NULL, c_id integer NOT NULL,
        c_first varchar(16), c_middle char(2), c_last varchar(16),
        c_street_1 varchar(20), c_street_2 varchar(20), c_city varchar(20),
        c_state char(2), c_zip char(9), c_phone char(16), c_since @timestamp@,
        c_credit char(2), c_credit_lim decimal(12,2), c_discount decimal(4,4),
        c_balance decimal(12,2), c_ytd_payment decimal(12,2),
        c_payment_cnt integer, c_delivery_cnt integer, c_data varchar(500),
        PRIMARY KEY (c_w_id, c_d_id, c_id),
        FOREIGN KEY (c_w_id, c_d_id) REFERENCES district (d_w_id, d_id))""";
  private static final String CUSTOMER_BY_NAME =
      "CREATE INDEX customer_name ON customer (c_w_id, c_d_id, c_last, c_first)";
  private static final String HISTORY =
      """
      CREATE TABLE history (
        h_c_id integer, h_c_d_id integer, h_c_w_id integer, h_d_id integer, h_w_id integer,
        h_date @timestamp@, h_amount decimal(6,2), h_data varchar(24),
        FOREIGN KEY (h_c_w_id, h_c_d_id, h_c_id) REFERENCES customer (c_w_id, c_d_id, c_id),
        FOREIGN KEY (h_w_id, h_d_id) REFERENCES district (d_w_id, d_id))""";
  private static final String OORDER =
      """
      CREATE TABLE oorder (
        o_w_id integer NOT NULL, o_d_id integer NOT NULL, o_id integer NOT NULL,
        o_c_id integer, o_entry_d @timestamp@, o_carrier_id integer, o_ol_cnt integer,
        o_all_local integer,
        PRIMARY KEY (o_w_id, o_d_id, o_id),
        FOREIGN KEY (o_w_id, o_d_id, o_c_id) REFERENCES customer (c_w_id, c_d_id, c_id))""";
  private static final String OORDER_BY_CARRIER =
      "CREATE UNIQUE INDEX oorder_carrier ON oorder (o_w_id, o_d_id, o_carrier_id, o_id)";
  private static final String NEW_ORDER =
      """
      CREATE TABLE new_order (
        no_w_id integer NOT NULL, no_d_id integer NOT NULL, no_o_id integer NOT NULL,
        PRIMARY KEY (no_w_id, no_d_id, no_o_id),
        FOREIGN KEY (no_w_id, no_d_id, no_o_id) REFERENCES oorder (o_w_id, o_d_id, o_id))""";
  private static final String STOCK =
      """
      CREATE TABLE stock (
        s_w_id integer NOT NULL, s_i_id integer NOT NULL, s_quantity integer,
        s_dist_01 char(24), s_dist_02 char(24), s_dist_03 char(24), s_dist_04 char(24),
        s_dist_05 char(24), s_dist_06 char(24), s_dist_07 char(24), s_dist_08 char(24),
        s_dist_09 char(24), s_dist_10 char(24),
        s_ytd integer, s_order_cnt integer, s_remote_cnt integer, s_data varchar(50),
        PRIMARY KEY (s_w_id, s_i_id),
        FOREIGN KEY (s_w_id) REFERENCES warehouse (w_id),
        FOREIGN KEY (s_i_id) REFERENCES item (i_id))""";
  private static final String ORDER_LINE =
      """
      CREATE TABLE order_line (
        ol_w_id integer NOT NULL, ol_d_id integer NOT NULL, ol_o_id integer NOT NULL,
        ol_number integer NOT NULL, ol_i_id integer NOT NULL, ol_supply_w_id integer,
        ol_delivery_d @timestamp@, ol_quantity integer, ol_amount decimal(6,2),
        ol_dist_info char(24),
        PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number),
        FOREIGN KEY (ol_w_id, ol_d_id, ol_o_id) REFERENCES oorder (o_w_id, o_d_id, o_id),
        FOREIGN KEY (ol_supply_w_id, ol_i_id) REFERENCES stock (s_w_id, s_i_id))""";

  private TpccSchema() {}

  /** CREATE statements of the schema. */
  static List<String> creates(Dialect dialect) {
    List<String> texts =
        List.of(
            WAREHOUSE,
            ITEM,
            DISTRICT,
            CUSTOMER,
            CUSTOMER_BY_NAME,
            HISTORY,
            STOCK,
            OORDER,
            OORDER_BY_CARRIER,
            NEW_ORDER,
            ORDER_LINE);
    List<String> result = new ArrayList<>();
    for (String text : texts) {
      result.add(text.replace("@timestamp@", dialect.timestampType()));
    }
    return result;
  }

  /**
   * Drops the tables of an earlier run and creates all tables.
   *
   * @param connection in autocommit mode
   */
  public static void create(Connection connection, Dialect dialect) throws SQLException {
    TABLES.create(connection, creates(dialect));
  }

  /** Completes a load; the connection must be in autocommit mode. */
  public static void finish(Connection connection, Dialect dialect, LoadConfig loaded)
      throws SQLException {
    TABLES.finish(connection, dialect, loaded.values());
  }
}
