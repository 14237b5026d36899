package io.mosql.server.admin;

/** Error response to an HTTP request; the message contains no secrets. */
final class HttpErrorException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;

  HttpErrorException(int status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  AdminResponse reply() {
    return AdminResponse.text(status, String.valueOf(getMessage()));
  }
}
