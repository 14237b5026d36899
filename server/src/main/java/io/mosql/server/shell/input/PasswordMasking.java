package io.mosql.server.shell.input;

import java.util.regex.Pattern;

/** Detects and masks passwords in text that is stored or displayed. */
public final class PasswordMasking {
  private static final Pattern MENTIONED =
      Pattern.compile(
          "\\b(password|passwd|passphrase|pwd|secret|identified\\s+by)\\b|://[^/\\s?'\"]*:[^/\\s?'\"]*@",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern PROPERTY =
      Pattern.compile(
          "\\b(\\w*(?:password|passwd|pwd|secret|token)\\w*)=[^&;\\s]*", Pattern.CASE_INSENSITIVE);

  private static final Pattern USER_INFO = Pattern.compile("(://[^/@:\\s?]*):[^/@\\s?]*@");

  private PasswordMasking() {}

  /** Whether a line may hold a password: such lines are not kept. */
  public static boolean mayContainPassword(String line) {
    return MENTIONED.matcher(line).find() || PROPERTY.matcher(line).find();
  }

  /** A URL, or a message that may hold one, with stars for its passwords. */
  public static String maskPasswords(String text) {
    String properties = PROPERTY.matcher(text).replaceAll("$1=***");
    return USER_INFO.matcher(properties).replaceAll("$1:***@");
  }
}
