package io.mosql.server.shell.input;

/** Error of the shell itself; the message is shown to the user. */
public final class ShellException extends Exception {
  private static final long serialVersionUID = 1L;

  public ShellException(String message) {
    super(message);
  }

  public ShellException(String message, Throwable cause) {
    super(message, cause);
  }
}
