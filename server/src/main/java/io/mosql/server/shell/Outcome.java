package io.mosql.server.shell;

/** How a piece of input, or a whole script, ended. */
enum Outcome {
  DONE,
  FAILED,
  /** The person wants to go. */
  QUIT
}
