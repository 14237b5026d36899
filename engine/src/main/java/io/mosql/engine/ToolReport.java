package io.mosql.engine;

/** What a tool that works on whole databases has to say. */
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
