package io.mosql.benchmarks.tpcc.check;

import java.util.List;

/**
 * Consistency condition of clause 3.3.2, as queries that return violating rows. Standard SQL with
 * joins and grouped sub-queries; each query reads a table at most twice.
 *
 * <p>Condition 11 is formulated so that it also holds after a run: an order that is no longer in
 * NEW_ORDER has been delivered and has a carrier. The comparison with the deliveries counted by the
 * terminals is made by {@link ConsistencyCheck}.
 */
record ConsistencyCondition(int number, String title, List<String> violations) {
  static final List<ConsistencyCondition> ALL =
      List.of(
          new ConsistencyCondition(1, "w_ytd = sum(d_ytd)", List.of(Sql.C1)),
          new ConsistencyCondition(
              2,
              "d_next_o_id - 1 = max(o_id) = max(no_o_id)",
              List.of(Sql.C2_ORDER, Sql.C2_NEW_ORDER)),
          new ConsistencyCondition(
              3, "max(no_o_id) - min(no_o_id) + 1 = count(new_order)", List.of(Sql.C3)),
          new ConsistencyCondition(
              4, "sum(o_ol_cnt) = count(order_line) of a district", List.of(Sql.C4)),
          new ConsistencyCondition(
              5, "o_carrier_id is null exactly when a new_order row exists", List.of(Sql.C5)),
          new ConsistencyCondition(6, "o_ol_cnt = count(order_line) of an order", List.of(Sql.C6)),
          new ConsistencyCondition(
              7, "ol_delivery_d is null exactly when o_carrier_id is", List.of(Sql.C7)),
          new ConsistencyCondition(8, "w_ytd = sum(h_amount)", List.of(Sql.C8)),
          new ConsistencyCondition(9, "d_ytd = sum(h_amount)", List.of(Sql.C9)),
          new ConsistencyCondition(
              10, "c_balance = sum(delivered ol_amount) - sum(h_amount)", List.of(Sql.C10)),
          new ConsistencyCondition(
              11, "count(oorder) - count(new_order) = count(delivered orders)", List.of(Sql.C11)),
          new ConsistencyCondition(
              12, "c_balance + c_ytd_payment = sum(delivered ol_amount)", List.of(Sql.C12)));

  private static final class Sql {
    static final String C1 =
        """
        SELECT w.w_id, w.w_ytd, d.total FROM warehouse w LEFT JOIN
          (SELECT d_w_id, sum(d_ytd) AS total FROM district GROUP BY d_w_id) d
          ON d.d_w_id = w.w_id
        WHERE d.total IS NULL OR d.total <> w.w_ytd""";
    static final String C2_ORDER =
        """
        SELECT d.d_w_id, d.d_id, d.d_next_o_id, o.newest FROM district d LEFT JOIN
          (SELECT o_w_id, o_d_id, max(o_id) AS newest FROM oorder GROUP BY o_w_id, o_d_id) o
          ON o.o_w_id = d.d_w_id AND o.o_d_id = d.d_id
        WHERE o.newest IS NULL OR o.newest <> d.d_next_o_id - 1""";
    // A district without waiting orders has no newest row to compare with.
    static final String C2_NEW_ORDER =
        """
        SELECT d.d_w_id, d.d_id, d.d_next_o_id, n.newest FROM district d JOIN
          (SELECT no_w_id, no_d_id, max(no_o_id) AS newest FROM new_order
           GROUP BY no_w_id, no_d_id) n
          ON n.no_w_id = d.d_w_id AND n.no_d_id = d.d_id
        WHERE n.newest <> d.d_next_o_id - 1""";
    static final String C3 =
        """
        SELECT no_w_id, no_d_id, max(no_o_id) - min(no_o_id) + 1 AS expected, count(*) AS found
        FROM new_order GROUP BY no_w_id, no_d_id
        HAVING max(no_o_id) - min(no_o_id) + 1 <> count(*)""";
    static final String C4 =
        """
        SELECT o.o_w_id, o.o_d_id, o.expected, l.found FROM
          (SELECT o_w_id, o_d_id, sum(o_ol_cnt) AS expected FROM oorder
           GROUP BY o_w_id, o_d_id) o
          LEFT JOIN
          (SELECT ol_w_id, ol_d_id, count(*) AS found FROM order_line
           GROUP BY ol_w_id, ol_d_id) l
          ON l.ol_w_id = o.o_w_id AND l.ol_d_id = o.o_d_id
        WHERE l.found IS NULL OR l.found <> o.expected""";
    static final String C5 =
        """
        SELECT o.o_w_id, o.o_d_id, o.o_id, o.o_carrier_id, n.no_o_id FROM oorder o
          LEFT JOIN new_order n
          ON n.no_w_id = o.o_w_id AND n.no_d_id = o.o_d_id AND n.no_o_id = o.o_id
        WHERE (o.o_carrier_id IS NULL AND n.no_o_id IS NULL)
           OR (o.o_carrier_id IS NOT NULL AND n.no_o_id IS NOT NULL)""";
    static final String C6 =
        """
        SELECT o.o_w_id, o.o_d_id, o.o_id, o.o_ol_cnt, count(l.ol_number) AS found FROM oorder o
          LEFT JOIN order_line l
          ON l.ol_w_id = o.o_w_id AND l.ol_d_id = o.o_d_id AND l.ol_o_id = o.o_id
        GROUP BY o.o_w_id, o.o_d_id, o.o_id, o.o_ol_cnt
        HAVING count(l.ol_number) <> o.o_ol_cnt""";
    static final String C7 =
        """
        SELECT l.ol_w_id, l.ol_d_id, l.ol_o_id, l.ol_number, o.o_carrier_id FROM oorder o
          JOIN order_line l
          ON l.ol_w_id = o.o_w_id AND l.ol_d_id = o.o_d_id AND l.ol_o_id = o.o_id
        WHERE (l.ol_delivery_d IS NULL AND o.o_carrier_id IS NOT NULL)
           OR (l.ol_delivery_d IS NOT NULL AND o.o_carrier_id IS NULL)""";
    static final String C8 =
        """
        SELECT w.w_id, w.w_ytd, h.total FROM warehouse w LEFT JOIN
          (SELECT h_w_id, sum(h_amount) AS total FROM history GROUP BY h_w_id) h
          ON h.h_w_id = w.w_id
        WHERE h.total IS NULL OR h.total <> w.w_ytd""";
    static final String C9 =
        """
        SELECT d.d_w_id, d.d_id, d.d_ytd, h.total FROM district d LEFT JOIN
          (SELECT h_w_id, h_d_id, sum(h_amount) AS total FROM history
           GROUP BY h_w_id, h_d_id) h
          ON h.h_w_id = d.d_w_id AND h.h_d_id = d.d_id
        WHERE h.total IS NULL OR h.total <> d.d_ytd""";
    private static final String DELIVERED_BY_CUSTOMER =
        """
        (SELECT o_w_id, o_d_id, o_c_id, sum(ol_amount) AS total FROM oorder JOIN order_line
           ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
         WHERE ol_delivery_d IS NOT NULL GROUP BY o_w_id, o_d_id, o_c_id) d
        ON d.o_w_id = c.c_w_id AND d.o_d_id = c.c_d_id AND d.o_c_id = c.c_id
        """;
    static final String C10 =
        """
        SELECT c.c_w_id, c.c_d_id, c.c_id, c.c_balance, d.total, h.total AS paid
        FROM customer c LEFT JOIN
        """
            + DELIVERED_BY_CUSTOMER
            + """
              LEFT JOIN
                (SELECT h_c_w_id, h_c_d_id, h_c_id, sum(h_amount) AS total FROM history
                 GROUP BY h_c_w_id, h_c_d_id, h_c_id) h
                ON h.h_c_w_id = c.c_w_id AND h.h_c_d_id = c.c_d_id AND h.h_c_id = c.c_id
              WHERE h.total IS NULL OR c.c_balance <> coalesce(d.total, 0) - h.total""";
    static final String C11 =
        """
        SELECT o.o_w_id, o.o_d_id, o.orders, o.delivered, n.waiting FROM
          (SELECT o_w_id, o_d_id, count(*) AS orders, count(o_carrier_id) AS delivered FROM oorder
           GROUP BY o_w_id, o_d_id) o
          LEFT JOIN
          (SELECT no_w_id, no_d_id, count(*) AS waiting FROM new_order
           GROUP BY no_w_id, no_d_id) n
          ON n.no_w_id = o.o_w_id AND n.no_d_id = o.o_d_id
        WHERE o.orders - coalesce(n.waiting, 0) <> o.delivered""";
    static final String C12 =
        """
        SELECT c.c_w_id, c.c_d_id, c.c_id, c.c_balance, c.c_ytd_payment, d.total
        FROM customer c LEFT JOIN
        """
            + DELIVERED_BY_CUSTOMER
            + "WHERE c.c_balance + c.c_ytd_payment <> coalesce(d.total, 0)";

    private Sql() {}
  }
}
