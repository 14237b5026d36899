package io.mosql.benchmarks.tpcc.db;

import io.mosql.benchmarks.tpcc.model.NuRandConstants;
import io.mosql.benchmarks.tpcc.model.Scale;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How the database was filled, kept in TPCC_CONFIG. Written by the last commit of a load: where it
 * is missing, the load has not ended.
 */
public record LoadConfig(int warehouses, Scale scale, NuRandConstants constants, long seed) {

  /** Whether the marking table is there; asked by the catalog, so that no error is provoked. */
  static boolean tableExists(Connection connection) throws SQLException {
    for (String name : new String[] {"tpcc_config", "TPCC_CONFIG"}) {
      String[] types = {"TABLE", "BASE TABLE"};
      try (ResultSet tables =
          connection
              .getMetaData()
              .getTables(connection.getCatalog(), connection.getSchema(), name, types)) {
        if (tables.next()) {
          return true;
        }
      }
    }
    return false;
  }

  /** What was loaded, or nothing when no load has ended. */
  public static Optional<LoadConfig> read(Connection connection) throws SQLException {
    if (!tableExists(connection)) {
      return Optional.empty();
    }
    Map<String, Long> values = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT cfg_name, cfg_number FROM tpcc_config")) {
      while (rows.next()) {
        values.put(rows.getString(1), rows.getLong(2));
      }
    }
    if (values.isEmpty()) {
      return Optional.empty();
    }
    Scale scale =
        new Scale(
            number(values, "items"),
            number(values, "districts"),
            number(values, "customers"),
            number(values, "orders"),
            number(values, "undelivered"));
    NuRandConstants constants =
        new NuRandConstants(
            number(values, "c_last_name"), number(values, "c_customer"), number(values, "c_item"));
    Long seed = values.getOrDefault("seed", 0L);
    return Optional.of(new LoadConfig(number(values, "warehouses"), scale, constants, seed));
  }

  /** In the transaction of the caller. */
  public void write(Connection connection) throws SQLException {
    Map<String, Long> values = new LinkedHashMap<>();
    values.put("warehouses", (long) warehouses);
    values.put("items", (long) scale.items());
    values.put("districts", (long) scale.districts());
    values.put("customers", (long) scale.customers());
    values.put("orders", (long) scale.orders());
    values.put("undelivered", (long) scale.undelivered());
    values.put("c_last_name", (long) constants.lastName());
    values.put("c_customer", (long) constants.customer());
    values.put("c_item", (long) constants.item());
    values.put("seed", seed);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO tpcc_config (cfg_name, cfg_number) VALUES (?, ?)")) {
      for (Map.Entry<String, Long> entry : values.entrySet()) {
        insert.setString(1, entry.getKey());
        insert.setLong(2, entry.getValue());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private static int number(Map<String, Long> values, String name) throws SQLException {
    Long value = values.get(name);
    if (value == null) {
      throw new SQLException("tpcc_config has no row " + name);
    }
    return Math.toIntExact(value);
  }
}
