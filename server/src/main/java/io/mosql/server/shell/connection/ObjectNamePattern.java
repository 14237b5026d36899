package io.mosql.server.shell.connection;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Pattern for object names: {@code name} or {@code schema.name}, with {@code *} for any characters
 * and {@code ?} for one character. Case is significant only between double quotes.
 */
public final class ObjectNamePattern {
  private static final Set<String> SYSTEM_SCHEMAS =
      Set.of("information_schema", "mosql", "pg_catalog", "pg_toast", "sys");

  private final @Nullable Pattern schema;
  private final Pattern name;

  private ObjectNamePattern(@Nullable Pattern schema, Pattern name) {
    this.schema = schema;
    this.name = name;
  }

  /**
   * @param text null for all objects outside the system schemas
   */
  public static ObjectNamePattern of(@Nullable String text) {
    if (text == null) {
      return new ObjectNamePattern(null, compiled("*"));
    }
    int dot = -1;
    boolean quoted = false;
    for (int i = 0; i < text.length() && dot < 0; i++) {
      quoted ^= text.charAt(i) == '"';
      dot = text.charAt(i) == '.' && !quoted ? i : -1;
    }
    return dot < 0
        ? new ObjectNamePattern(null, compiled(text))
        : new ObjectNamePattern(
            compiled(text.substring(0, dot)), compiled(text.substring(dot + 1)));
  }

  private static Pattern compiled(String text) {
    StringBuilder regex = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == '*' && !quoted) {
        regex.append(".*");
      } else if (c == '?' && !quoted) {
        regex.append('.');
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    int flags = Pattern.DOTALL;
    if (text.indexOf('"') < 0) {
      flags |= Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
    }
    return Pattern.compile(regex.toString(), flags);
  }

  /**
   * Whether an object matches. A pattern without a schema does not match objects of system schemas.
   */
  public boolean matches(@Nullable String itsSchema, String itsName) {
    return matchesSchema(itsSchema) && name.matcher(itsName).matches();
  }

  private boolean matchesSchema(@Nullable String itsSchema) {
    if (schema == null) {
      return itsSchema == null || !isSystem(itsSchema);
    }
    return itsSchema != null && schema.matcher(itsSchema).matches();
  }

  public static boolean isSystem(String schema) {
    return SYSTEM_SCHEMAS.contains(schema.toLowerCase(Locale.ROOT));
  }
}
