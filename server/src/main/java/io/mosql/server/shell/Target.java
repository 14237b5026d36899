package io.mosql.server.shell;

import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A database and who connects to it.
 *
 * @param user null for whom the URL names, or nobody
 * @param password null for that of the URL, or none
 */
record Target(String url, @Nullable String user, @Nullable String password) {
  /** The name of a database behind its servers. */
  private static final Pattern SERVER_URL = Pattern.compile("(jdbc:[^/?]*//[^/?]+)(/[^?;]*)?(.*)");

  Properties properties() {
    Properties properties = new Properties();
    if (user != null) {
      properties.setProperty("user", user);
    }
    if (password != null) {
      properties.setProperty("password", password);
    }
    return properties;
  }

  Target withPassword(@Nullable String newPassword) {
    return new Target(url, user, newPassword);
  }

  /**
   * Another database: a URL, or the name of one of the same server.
   *
   * @param newUser null for the same
   */
  Target other(String urlOrName, @Nullable String newUser) throws ShellException {
    String wanted = urlOrName;
    if (!urlOrName.startsWith("jdbc:")) {
      Matcher matcher = SERVER_URL.matcher(url);
      if (!matcher.matches()) {
        throw new ShellException("\\c needs a URL here: " + shown() + " is not a server's");
      }
      wanted = matcher.group(1) + "/" + urlOrName + matcher.group(3);
    }
    boolean sameUser = newUser == null || newUser.equals(user);
    return new Target(wanted, newUser == null ? user : newUser, sameUser ? password : null);
  }

  /** The URL without what is secret in it. */
  String shown() {
    return Secrets.masked(url);
  }

  @Override
  public String toString() {
    return shown();
  }
}
