package io.mosql.benchmarks.tpcc.report;

import io.mosql.benchmarks.report.ReportLines;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Chart drawn as an SVG element. */
final class SvgChart {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 260;
  private static final int LEFT = 70;
  private static final int RIGHT = 10;
  private static final int TOP = 24;
  private static final int BOTTOM = 30;
  private static final List<String> COLORS =
      List.of("#4c78a8", "#f58518", "#54a24b", "#b279a2", "#e45756");

  private final String xUnit;
  private final String yUnit;
  private final StringBuilder svg = new StringBuilder(4096);

  SvgChart(String xUnit, String yUnit) {
    this.xUnit = xUnit;
    this.yUnit = yUnit;
  }

  /** Draws curves over 0, 1, 2, ... with the vertical axis from zero. */
  String lines(Map<String, List<Double>> curves) {
    double max = 0;
    int points = 1;
    for (List<Double> curve : curves.values()) {
      points = Math.max(points, curve.size());
      for (double value : curve) {
        max = Math.max(max, value);
      }
    }
    double top = niceAbove(max);
    open();
    for (int i = 0; i <= 4; i++) {
      horizontal(y(i / 4.0), number(top * i / 4));
    }
    int step = Math.max(1, (int) Math.ceil(points / 12.0));
    for (int i = 0; i < points; i += step) {
      text(x(i, points), HEIGHT - 12, "middle", i + " " + xUnit);
    }
    Iterator<String> colors = COLORS.iterator();
    int legend = 0;
    for (Map.Entry<String, List<Double>> curve : curves.entrySet()) {
      String color = colors.next();
      svg.append("<polyline fill=\"none\" stroke-width=\"1.6\" stroke=\"").append(color);
      svg.append("\" points=\"");
      List<Double> values = curve.getValue();
      for (int i = 0; i < values.size(); i++) {
        svg.append(
            ReportLines.format("%.1f,%.1f ", x(i, points), y(top == 0 ? 0 : values.get(i) / top)));
      }
      svg.append("\"/>\n");
      legend(legend++, color, curve.getKey());
    }
    return close();
  }

  /** Draws groups of bars on a logarithmic scale; each group has one bar per name. */
  String logBars(List<String> groups, Map<String, List<Double>> bars) {
    double min = Double.MAX_VALUE;
    double max = 0;
    for (List<Double> values : bars.values()) {
      for (double value : values) {
        min = Math.min(min, Math.max(value, 1e-3));
        max = Math.max(max, value);
      }
    }
    if (max == 0) {
      min = 1;
      max = 1;
    }
    int low = (int) Math.floor(Math.log10(min));
    int high = Math.max(low + 1, (int) Math.ceil(Math.log10(max)));
    open();
    for (int power = low; power <= high; power++) {
      horizontal(y((double) (power - low) / (high - low)), number(Math.pow(10, power)));
    }
    double groupWidth = (double) (WIDTH - LEFT - RIGHT) / groups.size();
    double barWidth = groupWidth * 0.8 / Math.max(1, bars.size());
    for (int g = 0; g < groups.size(); g++) {
      text(LEFT + (g + 0.5) * groupWidth, HEIGHT - 12, "middle", groups.get(g));
    }
    Iterator<String> colors = COLORS.iterator();
    int index = 0;
    for (Map.Entry<String, List<Double>> bar : bars.entrySet()) {
      String color = colors.next();
      for (int g = 0; g < groups.size(); g++) {
        double value = Math.max(bar.getValue().get(g), 1e-3);
        double at = y((Math.log10(value) - low) / (high - low));
        double left = LEFT + g * groupWidth + groupWidth * 0.1 + index * barWidth;
        svg.append(
            ReportLines.format(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\">",
                left, at, barWidth - 1, HEIGHT - BOTTOM - at, color));
        svg.append("<title>").append(HtmlReport.escape(bar.getKey())).append(' ');
        svg.append(groups.get(g)).append(' ').append(number(value)).append(' ').append(yUnit);
        svg.append("</title></rect>\n");
      }
      legend(index++, color, bar.getKey());
    }
    return close();
  }

  private void open() {
    svg.append("<svg viewBox=\"0 0 ").append(WIDTH).append(' ').append(HEIGHT);
    svg.append("\" role=\"img\">\n");
  }

  private String close() {
    return svg.append("</svg>\n").toString();
  }

  private static double x(int index, int points) {
    return LEFT + (double) (WIDTH - LEFT - RIGHT) * index / Math.max(1, points - 1);
  }

  /** Vertical coordinate of a fraction of the height, 0 to 1. */
  private static double y(double part) {
    return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM);
  }

  private void horizontal(double y, String label) {
    svg.append(
        ReportLines.format(
            "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#d8dee6\"/>\n",
            LEFT, WIDTH - RIGHT, y, y));
    text(LEFT - 6, y + 4, "end", label + " " + yUnit);
  }

  private void legend(int index, String color, String label) {
    int x = LEFT + index * 150;
    svg.append(
        ReportLines.format(
            "<rect x=\"%d\" y=\"4\" width=\"10\" height=\"10\" fill=\"%s\"/>\n", x, color));
    text(x + 15, 13, "start", label);
  }

  private void text(double x, double y, String anchor, String text) {
    svg.append(ReportLines.format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor));
    svg.append(HtmlReport.escape(text)).append("</text>\n");
  }

  private static String number(double value) {
    return value >= 100 || value == Math.rint(value)
        ? ReportLines.format("%,.0f", value)
        : ReportLines.format("%.3g", value);
  }

  /** Smallest value not below the maximum that is 1, 2, 2.5 or 5 times a power of ten. */
  private static double niceAbove(double max) {
    if (max <= 0) {
      return 1;
    }
    double power = Math.pow(10, Math.floor(Math.log10(max)));
    for (double factor : new double[] {1, 2, 2.5, 5, 10}) {
      if (factor * power >= max) {
        return factor * power;
      }
    }
    return 10 * power;
  }
}
