package io.mosql.server.admin;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * HTTP response.
 *
 * @param cookie value of Set-Cookie, or null
 */
record AdminResponse(int status, String contentType, byte[] body, @Nullable String cookie) {
  static final String JSON = "application/json; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";

  static AdminResponse of(int status, String contentType, byte[] body) {
    return new AdminResponse(status, contentType, body, null);
  }

  /** Response of one line of plain text. */
  static AdminResponse text(int status, String line) {
    return of(status, TEXT, (line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  static AdminResponse json(byte[] body) {
    return of(200, JSON, body);
  }

  AdminResponse withCookie(String value) {
    return new AdminResponse(status, contentType, body, value);
  }
}
