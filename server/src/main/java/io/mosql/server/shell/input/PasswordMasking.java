package io.mosql.server.shell.input;

import java.util.regex.Pattern;

/** Detection and masking of passwords in text that is stored or displayed. */
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

  /** Whether a line may contain a password; such lines are not stored in the history. */
  public static boolean mayContainPassword(String line) {
    return MENTIONED.matcher(line).find() || PROPERTY.matcher(line).find();
  }

  /** Returns a URL or message with its passwords replaced by stars. */
  public static String maskPasswords(String text) {
    String properties = PROPERTY.matcher(text).replaceAll("$1=***");
    return USER_INFO.matcher(properties).replaceAll("$1:***@");
  }
}
