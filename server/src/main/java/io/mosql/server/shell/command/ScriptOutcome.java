package io.mosql.server.shell.command;

/** Result of an item of input or of a whole script. */
public enum ScriptOutcome {
  DONE,
  FAILED,
  /** The user requested to quit. */
  QUIT
}
