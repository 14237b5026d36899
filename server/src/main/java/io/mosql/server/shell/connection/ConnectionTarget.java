package io.mosql.server.shell.connection;

import io.mosql.server.shell.input.PasswordMasking;
import io.mosql.server.shell.input.ShellException;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Database URL with user and password.
 *
 * @param user null for the user of the URL, if any
 * @param password null for the password of the URL, if any
 */
public record ConnectionTarget(String url, @Nullable String user, @Nullable String password) {
  /** URL of a server, followed by the name of a database. */
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

  public ConnectionTarget withPassword(@Nullable String newPassword) {
    return new ConnectionTarget(url, user, newPassword);
  }

  /**
   * Returns the target of another database, given by its URL or by its name on the same server.
   *
   * @param newUser null for the same user
   */
  public ConnectionTarget other(String urlOrName, @Nullable String newUser) throws ShellException {
    String wanted = urlOrName;
    if (!urlOrName.startsWith("jdbc:")) {
      Matcher matcher = SERVER_URL.matcher(url);
      if (!matcher.matches()) {
        throw new ShellException("\\c requires a URL: " + shown() + " is not a server");
      }
      wanted = matcher.group(1) + "/" + urlOrName + matcher.group(3);
    }
    boolean sameUser = newUser == null || newUser.equals(user);
    return new ConnectionTarget(
        wanted, newUser == null ? user : newUser, sameUser ? password : null);
  }

  /** Returns the URL without secrets. */
  public String shown() {
    return PasswordMasking.maskPasswords(url);
  }

  @Override
  public String toString() {
    return shown();
  }
}
