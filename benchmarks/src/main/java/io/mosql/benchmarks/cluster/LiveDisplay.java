package io.mosql.benchmarks.cluster;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Live display of a run: on a terminal a few lines that are overwritten once a second, otherwise
 * one line per second. Not thread-safe.
 */
final class LiveDisplay {
  private static final String BARS = "▁▂▃▄▅▆▇█";
  private static final int BARS_MAX = 60;
  private static final int PLAIN_BAR_MAX = 30;
  private static final String CLEAR_TO_END = "\u001b[K";

  private final PrintWriter out;
  private final boolean terminal;
  private int linesOpen;

  LiveDisplay(PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Prints a permanent line. */
  void line(String format, Object... arguments) {
    rewind();
    linesOpen = 0;
    out.print(String.format(Locale.ROOT, format, arguments));
    out.println(terminal ? CLEAR_TO_END : "");
    out.flush();
  }

  private void rewind() {
    if (linesOpen > 0) {
      out.print("\r\u001b[" + linesOpen + "A\u001b[J");
    }
  }

  /**
   * Displays the progress of a run.
   *
   * @param second seconds since the start
   * @param paces transactions per second, for each second so far
   */
  void tick(int second, List<Long> paces, long newOrders, ClusterState state) {
    int whole = Math.min(second, paces.size());
    long last = whole == 0 ? 0 : paces.get(whole - 1);
    long tpmC = second == 0 ? 0 : newOrders * 60 / second;
    long most = Math.max(1, paces.stream().mapToLong(Long::longValue).max().orElse(1));
    if (terminal) {
      rewind();
      List<String> lines = block(second, tpmC, last, bars(paces, whole, most), state);
      lines.forEach(text -> out.println(text + CLEAR_TO_END));
      linesOpen = lines.size();
    } else {
      String bar = "#".repeat((int) (last * PLAIN_BAR_MAX / most));
      out.println(
          String.format(
              Locale.ROOT, "%3d s  %7d tpm  %-30s  %s", second, last * 60, bar, plain(state)));
    }
    out.flush();
  }

  private static List<String> block(
      int second, long tpmC, long last, String bars, ClusterState state) {
    List<String> lines = new ArrayList<>();
    NodeState leader = state.leader();
    lines.add(
        String.format(
            Locale.ROOT,
            "%3d s   tpmC %,d   last second %,d tpm   %s",
            second,
            tpmC,
            last * 60,
            leader == null ? "no leader" : "leader " + leader.name() + ", term " + leader.term()));
    lines.add("  " + bars);
    for (NodeState node : state.nodes()) {
      lines.add(
          node.answers()
              ? String.format(
                  Locale.ROOT,
                  "  %s  %-8s  position %,12d  behind %,d",
                  node.name(),
                  leader != null && node.name().equals(leader.name()) ? "leader" : "follower",
                  node.position(),
                  state.newestPosition() - node.position())
              : "  " + node.name() + "  down");
    }
    return lines;
  }

  private static String bars(List<Long> paces, int whole, long most) {
    StringBuilder text = new StringBuilder();
    for (int i = Math.max(0, whole - BARS_MAX); i < whole; i++) {
      text.append(BARS.charAt((int) (paces.get(i) * (BARS.length() - 1) / most)));
    }
    return text.toString();
  }

  private static String plain(ClusterState state) {
    NodeState leader = state.leader();
    StringBuilder text = new StringBuilder();
    text.append(
        leader == null ? "no leader" : "leader " + leader.name() + " term " + leader.term());
    for (NodeState node : state.nodes()) {
      text.append("  ").append(node.name()).append(' ');
      text.append(node.answers() ? Long.toString(node.position()) : "down");
    }
    return text.toString();
  }
}
