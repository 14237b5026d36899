package io.mosql.engine.tool;

/** Receives the progress and the findings of an offline tool. */
public interface ToolReport {
  /**
   * A step is done.
   *
   * @param what it was about, such as "pages"
   * @param figures what was found or made
   */
  void done(String what, String figures);

  /** Something is wrong; the tool goes on. */
  void problem(String text);

  /** How far the step under way is; many times a second. */
  void progress(String what, long done, long total);
}
