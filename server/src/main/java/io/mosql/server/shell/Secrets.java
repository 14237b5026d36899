package io.mosql.server.shell;

import java.util.regex.Pattern;

/** Keeps passwords out of what is kept or shown. */
final class Secrets {
  private static final Pattern MENTIONED =
      Pattern.compile(
          "\\b(password|passwd|passphrase|pwd|secret|identified\\s+by)\\b|://[^/\\s?'\"]*:[^/\\s?'\"]*@",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern PROPERTY =
      Pattern.compile(
          "\\b(\\w*(?:password|passwd|pwd|secret|token)\\w*)=[^&;\\s]*", Pattern.CASE_INSENSITIVE);

  private static final Pattern USER_INFO = Pattern.compile("(://[^/@:\\s?]*):[^/@\\s?]*@");

  private Secrets() {}

  /** Whether a line may hold a password: such lines are not kept. */
  static boolean mentions(String line) {
    return MENTIONED.matcher(line).find() || PROPERTY.matcher(line).find();
  }

  /** A URL, or a message that may hold one, with stars for its passwords. */
  static String masked(String text) {
    String properties = PROPERTY.matcher(text).replaceAll("$1=***");
    return USER_INFO.matcher(properties).replaceAll("$1:***@");
  }
}
