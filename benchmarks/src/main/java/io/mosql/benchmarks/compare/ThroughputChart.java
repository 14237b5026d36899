package io.mosql.benchmarks.compare;

import java.util.List;
import java.util.Locale;

/** Bar chart of the throughput of databases, as an SVG image without scripts. */
final class ThroughputChart {
  private static final int WIDTH = 720;
  private static final int LEFT = 190;
  private static final int BAR_MAX = 420;
  private static final int TOP = 44;
  private static final int ROW = 34;

  private ThroughputChart() {}

  /**
   * A bar, the first one of a chart in the colour of emphasis.
   *
   * @param value throughput, at least zero
   */
  record Bar(String label, double value) {}

  /**
   * @param title also the text for readers that see no image
   * @param bars from top to bottom
   */
  static String svg(String title, List<Bar> bars) {
    double max = bars.stream().mapToDouble(Bar::value).max().orElse(0);
    StringBuilder svg = new StringBuilder();
    int height = TOP + bars.size() * ROW + 10;
    svg.append(
        format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\""
                + " font-family=\"sans-serif\" font-size=\"14\">%n",
            WIDTH, height));
    svg.append(format("<title>%s</title>%n", escaped(title)));
    svg.append(format("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>%n", WIDTH, height));
    svg.append(format("<text x=\"16\" y=\"26\" font-weight=\"bold\">%s</text>%n", escaped(title)));
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      int y = TOP + i * ROW;
      double width = max == 0 ? 0 : bar.value() / max * BAR_MAX;
      svg.append(
          format(
              "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n",
              LEFT - 10, y + 17, escaped(bar.label())));
      svg.append(
          format(
              "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"24\" fill=\"%s\"/>%n",
              LEFT, y, width, i == 0 ? "#2563eb" : "#94a3b8"));
      svg.append(
          format(
              "<text x=\"%.1f\" y=\"%d\">%,.0f</text>%n", LEFT + width + 8, y + 17, bar.value()));
    }
    return svg.append("</svg>\n").toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format.replace("%n", "\n"), arguments);
  }
}
