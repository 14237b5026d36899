package io.mosql.server.shell;

import io.mosql.server.result.ResultFormat;
import io.mosql.server.result.Style;
import org.jspecify.annotations.Nullable;

/** What the person has chosen. Used by one thread. */
final class Settings {
  private ResultFormat format;
  private @Nullable ResultFormat notExpanded;
  private Style style;
  private boolean timing;
  private boolean echo;
  private final boolean quiet;
  private final boolean talks;

  /**
   * @param talks whether a person types
   */
  Settings(ResultFormat format, Style style, boolean echo, boolean quiet, boolean talks) {
    this.format = format;
    this.style = style;
    this.echo = echo;
    this.quiet = quiet;
    this.talks = talks;
  }

  ResultFormat format() {
    return format;
  }

  void format(ResultFormat chosen) {
    format = chosen;
    notExpanded = null;
  }

  boolean isExpanded() {
    return format == ResultFormat.VERTICAL;
  }

  /** Changes to vertical, or back to what was before. */
  void expanded(boolean on) {
    if (on && format != ResultFormat.VERTICAL) {
      notExpanded = format;
      format = ResultFormat.VERTICAL;
    } else if (!on && format == ResultFormat.VERTICAL) {
      format = notExpanded == null ? ResultFormat.ALIGNED : notExpanded;
      notExpanded = null;
    }
  }

  Style style() {
    return style;
  }

  void nullText(String text) {
    style = new Style(text);
  }

  boolean timing() {
    return timing;
  }

  void timing(boolean on) {
    timing = on;
  }

  boolean echo() {
    return echo;
  }

  void echo(boolean on) {
    echo = on;
  }

  boolean quiet() {
    return quiet;
  }

  /** Whether a person types, who wants to know what a command did. */
  boolean talks() {
    return talks && !quiet;
  }
}
