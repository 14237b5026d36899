package io.mosql.server.shell;

/** Something that the shell itself cannot do; the message is for the person. */
final class ShellException extends Exception {
  private static final long serialVersionUID = 1L;

  ShellException(String message) {
    super(message);
  }

  ShellException(String message, Throwable cause) {
    super(message, cause);
  }
}
