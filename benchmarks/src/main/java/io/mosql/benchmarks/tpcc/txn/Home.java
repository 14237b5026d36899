package io.mosql.benchmarks.tpcc.txn;

import io.mosql.benchmarks.tpcc.model.NuRandConstants;
import io.mosql.benchmarks.tpcc.model.Scale;

/**
 * Where a terminal draws its input from.
 *
 * @param warehouse of the terminal
 * @param district of the terminal; only Stock-Level keeps to it
 * @param warehouses that take part in the run
 */
public record Home(
    int warehouse, int district, int warehouses, Scale scale, NuRandConstants constants) {
  public Home at(int otherWarehouse) {
    return new Home(otherWarehouse, district, warehouses, scale, constants);
  }
}
