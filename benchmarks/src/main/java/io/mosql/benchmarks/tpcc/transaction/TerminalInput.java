package io.mosql.benchmarks.tpcc.transaction;

import io.mosql.benchmarks.tpcc.model.NuRandConstants;
import io.mosql.benchmarks.tpcc.model.Scale;

/**
 * Home warehouse and district of a terminal, from which its input is drawn.
 *
 * @param warehouse home warehouse of the terminal
 * @param district home district of the terminal; used only by Stock-Level
 * @param warehouses number of warehouses used in the run
 */
public record TerminalInput(
    int warehouse, int district, int warehouses, Scale scale, NuRandConstants constants) {
  public TerminalInput at(int otherWarehouse) {
    return new TerminalInput(otherWarehouse, district, warehouses, scale, constants);
  }
}
