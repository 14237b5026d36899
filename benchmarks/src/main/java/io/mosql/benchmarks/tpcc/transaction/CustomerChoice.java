package io.mosql.benchmarks.tpcc.transaction;

import io.mosql.benchmarks.tpcc.model.TpccRandom;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Customer selected by number (40 %) or by last name (60 %, clauses 2.5.1.2 and 2.6.1.2). */
final class CustomerChoice {
  private @Nullable String lastName;
  private int id;
  private int[] found = new int[64];

  void prepare(TpccRandom random, TerminalInput home) {
    if (random.percent(60)) {
      lastName = home.constants().lastName(random, home.scale());
      id = 0;
    } else {
      lastName = null;
      id = home.constants().customerId(random, home.scale());
    }
  }

  /**
   * Returns the customer number; of customers with the same last name the middle one by first name,
   * rounded up.
   */
  int resolve(TpccStatements sql, int warehouse, int district) throws SQLException {
    if (lastName == null) {
      return id;
    }
    PreparedStatement select = sql.customersByName;
    select.setInt(1, warehouse);
    select.setInt(2, district);
    select.setString(3, lastName);
    int count = 0;
    try (ResultSet row = select.executeQuery()) {
      while (row.next()) {
        if (count == found.length) {
          found = Arrays.copyOf(found, 2 * count);
        }
        found[count++] = row.getInt(1);
      }
    }
    if (count == 0) {
      throw RowChecks.missing("customer by name " + lastName);
    }
    return found[(count + 1) / 2 - 1];
  }
}
