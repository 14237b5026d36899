package io.mosql.server.shell.output;

import io.mosql.server.result.DisplayStyle;
import io.mosql.server.result.ResultFormat;
import org.jspecify.annotations.Nullable;

/** Display settings of the shell. Confined to one thread. */
public final class DisplaySettings {
  private ResultFormat format;
  private @Nullable ResultFormat notExpanded;
  private DisplayStyle style;
  private boolean timing;
  private boolean echo;
  private final boolean quiet;
  private final boolean isInteractive;

  /**
   * @param talks whether input is interactive
   */
  public DisplaySettings(
      ResultFormat format, DisplayStyle style, boolean echo, boolean quiet, boolean talks) {
    this.format = format;
    this.style = style;
    this.echo = echo;
    this.quiet = quiet;
    this.isInteractive = talks;
  }

  public ResultFormat format() {
    return format;
  }

  public void format(ResultFormat chosen) {
    format = chosen;
    notExpanded = null;
  }

  public boolean isExpanded() {
    return format == ResultFormat.VERTICAL;
  }

  /** Switches to the vertical format, or back to the previous format. */
  public void expanded(boolean on) {
    if (on && format != ResultFormat.VERTICAL) {
      notExpanded = format;
      format = ResultFormat.VERTICAL;
    } else if (!on && format == ResultFormat.VERTICAL) {
      format = notExpanded == null ? ResultFormat.ALIGNED : notExpanded;
      notExpanded = null;
    }
  }

  public DisplayStyle style() {
    return style;
  }

  public void nullText(String text) {
    style = new DisplayStyle(text);
  }

  public boolean timing() {
    return timing;
  }

  public void timing(boolean on) {
    timing = on;
  }

  public boolean echo() {
    return echo;
  }

  void echo(boolean on) {
    echo = on;
  }

  public boolean quiet() {
    return quiet;
  }

  /** Whether input is interactive, so that commands confirm their effect. */
  public boolean isInteractive() {
    return isInteractive && !quiet;
  }
}
