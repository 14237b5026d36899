package io.mosql.engine.tool;

/** Receives the progress and the findings of an offline tool. */
public interface ToolReport {
  /**
   * Reports a completed step.
   *
   * @param what subject of the step, such as "pages"
   * @param figures counts found or written
   */
  void done(String what, String figures);

  /** Reports a problem; the tool continues. */
  void problem(String text);

  /** Reports the progress of the current step; called many times a second. */
  void progress(String what, long done, long total);
}
