package io.mosql.engine.history;

import java.util.List;

/** All workloads, by name. */
final class Workloads {
  private Workloads() {}

  static Workload of(String name, int turns) {
    return all(turns).stream()
        .filter(workload -> workload.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no such workload: " + name));
  }

  /**
   * @param turns of each client
   */
  static List<Workload> all(int turns) {
    return List.of(
        new ListWorkload(ListWorkload.Form.TEXT, turns),
        new ListWorkload(ListWorkload.Form.ROWS, turns),
        new RegisterWorkload(turns),
        new BankWorkload(BankWorkload.Style.PATCH),
        new BankWorkload(BankWorkload.Style.READ_MODIFY_WRITE),
        new BankWorkload(BankWorkload.Style.FOR_UPDATE),
        new BankWorkload(BankWorkload.Style.MIXED),
        new CounterWorkload(),
        new SetWorkload());
  }
}
