package io.mosql.server.admin;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An answer.
 *
 * @param cookie value of Set-Cookie, or null
 */
record Reply(int status, String contentType, byte[] body, @Nullable String cookie) {
  static final String JSON = "application/json; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";

  static Reply of(int status, String contentType, byte[] body) {
    return new Reply(status, contentType, body, null);
  }

  /** A line for people. */
  static Reply text(int status, String line) {
    return of(status, TEXT, (line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  static Reply json(byte[] body) {
    return of(200, JSON, body);
  }

  Reply withCookie(String value) {
    return new Reply(status, contentType, body, value);
  }
}
