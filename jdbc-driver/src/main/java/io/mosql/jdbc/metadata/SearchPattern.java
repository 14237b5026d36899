package io.mosql.jdbc.metadata;

import org.jspecify.annotations.Nullable;

/**
 * A search pattern for names in a metadata call: {@code %} matches any characters, {@code _}
 * matches one, a backslash escapes both; a null pattern matches every name. Time is at most the
 * product of the two lengths.
 */
public final class SearchPattern {
  public static final char ESCAPE = '\\';
  private static final char ANY_TEXT = '%';
  private static final char ANY_CHARACTER = '_';

  private final @Nullable String pattern;

  public SearchPattern(@Nullable String pattern) {
    this.pattern = pattern;
  }

  public boolean matches(String name) {
    return pattern == null || matches(pattern, name);
  }

  /** Greedy matching: only the last {@code %} needs to be extended. */
  private static boolean matches(String pattern, String name) {
    int p = 0;
    int n = 0;
    int retryPattern = -1;
    int retryName = 0;
    while (n < name.length()) {
      if (p < pattern.length() && pattern.charAt(p) == ANY_TEXT) {
        p++;
        retryPattern = p;
        retryName = n;
      } else if (p < pattern.length() && matchesOne(pattern, p, name.charAt(n))) {
        p += isEscaped(pattern, p) ? 2 : 1;
        n++;
      } else if (retryPattern >= 0) {
        p = retryPattern;
        retryName++;
        n = retryName;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == ANY_TEXT) {
      p++;
    }
    return p == pattern.length();
  }

  private static boolean isEscaped(String pattern, int p) {
    return pattern.charAt(p) == ESCAPE && p + 1 < pattern.length();
  }

  private static boolean matchesOne(String pattern, int p, char c) {
    if (isEscaped(pattern, p)) {
      return pattern.charAt(p + 1) == c;
    }
    return pattern.charAt(p) == ANY_CHARACTER || pattern.charAt(p) == c;
  }
}
