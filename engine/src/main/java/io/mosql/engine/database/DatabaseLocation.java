package io.mosql.engine.database;

import io.mosql.core.error.MosqlException;
import io.mosql.engine.error.EngineErrorMessage;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The location of a database, in memory or in a directory. Equal locations are the same database.
 */
public sealed interface DatabaseLocation {
  /** In this process's memory, by name. */
  record Memory(String name) implements DatabaseLocation {
    /**
     * Written out: the first call of a record's own method makes classes, at the start of the
     * process.
     */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Memory memory && memory.name.equals(name);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }
  }

  /** In a directory, by its absolute path with links resolved as far as it exists. */
  record Directory(Path path) implements DatabaseLocation {}

  /**
   * Parses {@code mem:name} or {@code file:path}.
   *
   * @throws MosqlException 08001 when it is neither
   */
  static DatabaseLocation parse(String text) {
    if (text.startsWith("mem:")) {
      return new Memory(text.substring("mem:".length()));
    }
    if (text.startsWith("file:") && text.length() > "file:".length()) {
      try {
        return new Directory(
            resolved(Path.of(text.substring("file:".length())).toAbsolutePath().normalize()));
      } catch (InvalidPathException | IOException e) {
        throw EngineErrorMessage.INVALID_PATH.causedBy(e, text);
      }
    }
    throw EngineErrorMessage.UNKNOWN_DATABASE_LOCATION.error(text);
  }

  private static Path resolved(Path path) throws IOException {
    Path existing = path;
    while (existing != null && !java.nio.file.Files.exists(existing)) {
      existing = existing.getParent();
    }
    return existing == null
        ? path
        : existing.toRealPath().resolve(existing.relativize(path)).normalize();
  }
}
