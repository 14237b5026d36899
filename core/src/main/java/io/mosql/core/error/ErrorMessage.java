package io.mosql.core.error;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a catalogue of error messages: one situation in which an operation fails, with its
 * SQLSTATE and its text. Each module has one catalogue, an enum, and makes its exceptions from it;
 * {@code docs/sql/errors.md} lists them all.
 *
 * <p>A text is worded as PostgreSQL words it: a phrase in lower case for what is wrong with the
 * name of the object in double quotes, then, after a semicolon, a detail or a hint. It never
 * contains a bind value.
 */
public interface ErrorMessage {
  SqlState state();

  /**
   * The text, with {@code %s} in the place of each argument, and {@code %%} for a per cent sign.
   */
  String format();

  /** The text with these arguments, as many as the format has places. */
  default String text(@Nullable Object... arguments) {
    assert places(format()) == arguments.length : format() + " with " + arguments.length;
    return String.format(Locale.ROOT, format(), arguments);
  }

  default MosqlException error(@Nullable Object... arguments) {
    return new MosqlException(state(), text(arguments));
  }

  default MosqlException causedBy(@Nullable Throwable cause, @Nullable Object... arguments) {
    return new MosqlException(state(), text(arguments), cause);
  }

  /**
   * @param position one-based character offset in the statement's text, or {@link
   *     MosqlException#NO_POSITION}
   */
  default MosqlException at(int position, @Nullable Object... arguments) {
    return new MosqlException(state(), text(arguments), position, null);
  }

  private static int places(String format) {
    return format.replace("%%", "").split("%s", -1).length - 1;
  }
}
