package io.mosql.server.admin;

/** A request that is not answered as it wishes; for people, without secrets. */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;

  Refusal(int status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  Reply reply() {
    return Reply.text(status, String.valueOf(getMessage()));
  }
}
