package io.mosql.engine.history;

import java.util.List;
import java.util.stream.Stream;

/** All workloads, by name; {@code views-session} is for connections that may read older values. */
public final class Workloads {
  private Workloads() {}

  /**
   * A workload.
   *
   * @param turns of each client
   */
  public static Workload of(String name, int turns) {
    return Stream.concat(
            all(turns).stream(), Stream.of(new ViewWorkload(ViewWorkload.Reads.SESSION)))
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
        new SetWorkload(),
        new ViewWorkload(ViewWorkload.Reads.STRICT));
  }
}
