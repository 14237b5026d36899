package io.mosql.benchmarks.tpcc.load;

import io.mosql.benchmarks.database.InsertBatch;
import io.mosql.benchmarks.tpcc.model.LastNames;
import io.mosql.benchmarks.tpcc.model.NuRandConstants;
import io.mosql.benchmarks.tpcc.model.Scale;
import io.mosql.benchmarks.tpcc.model.TpccRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.concurrent.atomic.LongAdder;

/**
 * Part of the population that one worker inserts in key order, about a thousand rows per commit.
 * Its content depends on its own random sequence alone, not on the worker or the order of
 * execution.
 */
sealed interface LoadTask {
  int ROWS_PER_COMMIT = 1000;

  void fill(Context context) throws SQLException;

  /** Resources of a task; one instance per task. */
  record Context(
      Connection connection,
      Scale scale,
      NuRandConstants constants,
      TpccRandom random,
      Timestamp now,
      LongAdder progress) {
    InsertBatch into(String table, String columns) throws SQLException {
      return new InsertBatch(connection, progress, table, columns);
    }
  }

  /** ITEM rows first to last. */
  record Items(int first, int last) implements LoadTask {
    @Override
    public void fill(Context context) throws SQLException {
      TpccRandom random = context.random();
      try (InsertBatch rows = context.into("item", "i_id, i_im_id, i_name, i_price, i_data")) {
        for (int id = first; id <= last; id++) {
          rows.number(id).number(random.between(1, 10_000)).text(random.alphanumeric(14, 24));
          rows.decimal(random.between(100, 10_000), 2).text(random.itemData()).end();
          if (id % ROWS_PER_COMMIT == 0 || id == last) {
            rows.send();
            context.connection().commit();
          }
        }
      }
    }
  }

  /** One WAREHOUSE row and its DISTRICT rows. */
  record Warehouse(int warehouse) implements LoadTask {
    @Override
    public void fill(Context context) throws SQLException {
      TpccRandom random = context.random();
      Scale scale = context.scale();
      try (InsertBatch rows =
              context.into(
                  "warehouse",
                  "w_id, w_name, w_street_1, w_street_2, w_city, w_state, w_zip, w_tax, w_ytd");
          InsertBatch districts =
              context.into(
                  "district",
                  "d_w_id, d_id, d_name, d_street_1, d_street_2, d_city, d_state, d_zip,"
                      + " d_tax, d_ytd, d_next_o_id")) {
        // The initial history has one payment of 10.00 per customer: 30,000 and 300,000 by the
        // specification.
        long districtCents = 1000L * scale.customers();
        rows.number(warehouse).text(random.alphanumeric(6, 10));
        address(rows, random);
        rows.decimal(random.between(0, 2000), 4);
        rows.decimal(districtCents * scale.districts(), 2).end();
        rows.send();
        for (int district = 1; district <= scale.districts(); district++) {
          districts.number(warehouse).number(district).text(random.alphanumeric(6, 10));
          address(districts, random);
          districts.decimal(random.between(0, 2000), 4).decimal(districtCents, 2);
          districts.number(scale.orders() + 1).end();
        }
        districts.send();
        context.connection().commit();
      }
    }
  }

  /** STOCK rows of one warehouse for items first to last. */
  record Stock(int warehouse, int first, int last) implements LoadTask {
    @Override
    public void fill(Context context) throws SQLException {
      TpccRandom random = context.random();
      try (InsertBatch rows =
          context.into(
              "stock",
              "s_w_id, s_i_id, s_quantity, s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05,"
                  + " s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10, s_ytd, s_order_cnt,"
                  + " s_remote_cnt, s_data")) {
        for (int item = first; item <= last; item++) {
          rows.number(warehouse).number(item).number(random.between(10, 100));
          for (int district = 1; district <= 10; district++) {
            rows.text(random.alphanumeric(24, 24));
          }
          rows.number(0).number(0).number(0).text(random.itemData()).end();
          if (item % ROWS_PER_COMMIT == 0 || item == last) {
            rows.send();
            context.connection().commit();
          }
        }
      }
    }
  }

  /** CUSTOMER rows of one district, and one HISTORY row for each. */
  record Customers(int warehouse, int district) implements LoadTask {
    @Override
    public void fill(Context context) throws SQLException {
      int last = context.scale().customers();
      try (InsertBatch customers =
              context.into(
                  "customer",
                  "c_w_id, c_d_id, c_id, c_first, c_middle, c_last, c_street_1, c_street_2, c_city,"
                      + " c_state, c_zip, c_phone, c_since, c_credit, c_credit_lim, c_discount,"
                      + " c_balance, c_ytd_payment, c_payment_cnt, c_delivery_cnt, c_data");
          InsertBatch history =
              context.into(
                  "history",
                  "h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data")) {
        for (int id = 1; id <= last; id++) {
          customer(context, customers, id);
          history.number(id).number(district).number(warehouse).number(district).number(warehouse);
          history.time(context.now()).decimal(1000, 2);
          history.text(context.random().alphanumeric(12, 24)).end();
          if (id % (ROWS_PER_COMMIT / 2) == 0 || id == last) {
            customers.send();
            history.send();
            context.connection().commit();
          }
        }
      }
    }

    private void customer(Context context, InsertBatch rows, int id) throws SQLException {
      TpccRandom random = context.random();
      rows.number(warehouse).number(district).number(id);
      rows.text(random.alphanumeric(8, 16)).text("OE");
      rows.text(
          id <= LastNames.COUNT
              ? LastNames.of(id - 1)
              : context.constants().lastName(random, context.scale()));
      address(rows, random);
      rows.text(random.digits(16)).time(context.now()).text(random.percent(10) ? "BC" : "GC");
      rows.decimal(5_000_000, 2).decimal(random.between(0, 5000), 4);
      rows.decimal(-1000, 2).decimal(1000, 2).number(1).number(0);
      rows.text(random.alphanumeric(300, 500)).end();
    }
  }

  /** OORDER, ORDER_LINE and NEW_ORDER rows of one district. */
  record Orders(int warehouse, int district) implements LoadTask {
    private static final int ORDERS_PER_COMMIT = ROWS_PER_COMMIT / 10;

    @Override
    public void fill(Context context) throws SQLException {
      Scale scale = context.scale();
      TpccRandom random = context.random();
      int[] customers = random.permutation(scale.customers());
      try (InsertBatch orders =
              context.into(
                  "oorder",
                  "o_w_id, o_d_id, o_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local");
          InsertBatch lines =
              context.into(
                  "order_line",
                  "ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery_d,"
                      + " ol_quantity, ol_amount, ol_dist_info");
          InsertBatch waiting = context.into("new_order", "no_w_id, no_d_id, no_o_id")) {
        for (int id = 1; id <= scale.orders(); id++) {
          boolean delivered = id <= scale.delivered();
          int lineCount = random.between(5, 15);
          orders.number(warehouse).number(district).number(id).number(customers[id - 1]);
          orders.time(context.now());
          (delivered ? orders.number(random.between(1, 10)) : orders.nullNumber())
              .number(lineCount)
              .number(1)
              .end();
          for (int number = 1; number <= lineCount; number++) {
            line(context, lines, id, number, delivered);
          }
          if (!delivered) {
            waiting.number(warehouse).number(district).number(id).end();
          }
          if (id % ORDERS_PER_COMMIT == 0 || id == scale.orders()) {
            orders.send();
            lines.send();
            waiting.send();
            context.connection().commit();
          }
        }
      }
    }

    private void line(Context context, InsertBatch rows, int order, int number, boolean delivered)
        throws SQLException {
      TpccRandom random = context.random();
      rows.number(warehouse).number(district).number(order).number(number);
      rows.number(random.between(1, context.scale().items())).number(warehouse);
      rows.time(delivered ? context.now() : null).number(5);
      rows.decimal(delivered ? 0 : random.between(1, 999_999), 2);
      rows.text(random.alphanumeric(24, 24)).end();
    }
  }

  private static void address(InsertBatch rows, TpccRandom random) throws SQLException {
    rows.text(random.alphanumeric(10, 20)).text(random.alphanumeric(10, 20));
    rows.text(random.alphanumeric(10, 20)).text(random.state()).text(random.zip());
  }
}
