package io.mosql.core.files;

/** A check that a file name stays inside its directory. */
final class FileNameCheck {
  private FileNameCheck() {}

  /**
   * Returns the name if it is plain.
   *
   * @throws IllegalArgumentException when it could refer to another directory
   */
  static String checked(String name) {
    if (name.isEmpty() || name.equals(".") || name.equals("..")) {
      throw new IllegalArgumentException("not a file name: " + name);
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '/' || c == '\\' || c == ':' || c < ' ') {
        throw new IllegalArgumentException("not a plain file name: " + name);
      }
    }
    return name;
  }
}
