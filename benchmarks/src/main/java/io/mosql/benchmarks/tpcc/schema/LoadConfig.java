package io.mosql.benchmarks.tpcc.schema;

import io.mosql.benchmarks.tpcc.model.NuRandConstants;
import io.mosql.benchmarks.tpcc.model.Scale;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Parameters of a load, as stored in the marker table. */
public record LoadConfig(int warehouses, Scale scale, NuRandConstants constants, long seed) {

  /** Reads the stored parameters; empty when no load is complete. */
  public static Optional<LoadConfig> read(Connection connection) throws SQLException {
    Map<String, Long> values = TpccSchema.TABLES.filled(connection);
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

  Map<String, Long> values() {
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
    return values;
  }

  private static int number(Map<String, Long> values, String name) throws SQLException {
    Long value = values.get(name);
    if (value == null) {
      throw new SQLException("tpcc_config has no row " + name);
    }
    return Math.toIntExact(value);
  }
}
