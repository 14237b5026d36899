package io.mosql.benchmarks.tpcc.check;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Check of a database against the log of acknowledged orders: each order must exist with all its
 * lines, and the next order number of its district must be higher.
 */
public final class AckedCheck {
  private static final int EXAMPLES_MAX = 10;

  private AckedCheck() {}

  /**
   * @param checked number of log lines checked
   * @param missing number of orders that are missing or incomplete in the database
   * @param examples descriptions of the first of these orders
   */
  public record Result(long checked, long missing, List<String> examples) {}

  public static Result run(Connection connection, List<String> lines)
      throws SQLException, IOException {
    long missing = 0;
    List<String> examples = new ArrayList<>();
    try (PreparedStatement order =
            connection.prepareStatement(
                "SELECT o_ol_cnt FROM oorder WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?");
        PreparedStatement orderLines =
            connection.prepareStatement(
                "SELECT count(*) FROM order_line"
                    + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?");
        PreparedStatement district =
            connection.prepareStatement(
                "SELECT d_next_o_id FROM district WHERE d_w_id = ? AND d_id = ?")) {
      for (String line : lines) {
        int[] fields = parse(line);
        String problem = problem(fields, order, orderLines, district);
        if (!problem.isEmpty()) {
          missing++;
          if (examples.size() < EXAMPLES_MAX) {
            examples.add("acknowledged " + line + ": " + problem);
          }
        }
      }
    }
    return new Result(lines.size(), missing, examples);
  }

  private static int[] parse(String line) throws IOException {
    String[] parts = line.split(",");
    int[] fields = new int[4];
    try {
      if (parts.length == fields.length) {
        for (int i = 0; i < fields.length; i++) {
          fields[i] = Integer.parseInt(parts[i]);
        }
        return fields;
      }
    } catch (NumberFormatException e) {
      throw new IOException("not a line of acked.log: " + line, e);
    }
    throw new IOException("not a line of acked.log: " + line);
  }

  private static String problem(
      int[] fields,
      PreparedStatement order,
      PreparedStatement orderLines,
      PreparedStatement district)
      throws SQLException {
    int lines = number(order, fields, 3);
    if (lines < 0) {
      return "no such order";
    }
    if (lines != fields[3]) {
      return "order says " + lines + " lines";
    }
    int found = number(orderLines, fields, 3);
    if (found != fields[3]) {
      return found + " order lines found";
    }
    int next = number(district, fields, 2);
    return next > fields[2] ? "" : "d_next_o_id is still " + next;
  }

  /** Returns the single value of the row with the key of the given fields, or -1. */
  private static int number(PreparedStatement select, int[] fields, int keys) throws SQLException {
    for (int i = 0; i < keys; i++) {
      select.setInt(i + 1, fields[i]);
    }
    try (ResultSet row = select.executeQuery()) {
      return row.next() ? row.getInt(1) : -1;
    }
  }
}
