package io.mosql.server.shell;

import io.mosql.server.shell.Pieces.Command;
import io.mosql.server.shell.Pieces.Open;
import io.mosql.server.shell.Pieces.Piece;
import java.util.List;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/** Tells JLine when an entry is whole, and which word the cursor is in. Used by one thread. */
final class JlineParser implements Parser {
  private final Completion completion;
  private Pieces pieces = new Pieces();
  private boolean anything;

  JlineParser(Completion completion) {
    this.completion = completion;
  }

  /**
   * Prepares for an entry.
   *
   * @param begun what was begun before; not changed
   * @param takesAnything whether any line is whole
   */
  void expect(Pieces begun, boolean takesAnything) {
    pieces = begun;
    anything = takesAnything;
  }

  @Override
  public ParsedLine parse(String text, int cursor, ParseContext context) {
    boolean ends = context == ParseContext.ACCEPT_LINE || context == ParseContext.SECONDARY_PROMPT;
    if (ends && !anything) {
      requireWhole(text);
    }
    int start = cursor;
    if (context == ParseContext.COMPLETE) {
      start = completion.complete(text, cursor).start();
    }
    return new Line(text, cursor, start);
  }

  private void requireWhole(String text) {
    Pieces copy = pieces.copy();
    boolean whole = false;
    for (String line : text.split("\n", -1)) {
      copy.feed(line);
      for (Piece piece = copy.poll(); piece != null; piece = copy.poll()) {
        whole |= piece instanceof Command;
      }
    }
    Open open = copy.open();
    if (!whole && open != Open.NOTHING) {
      throw new EOFError(-1, cursorless(text), "not whole", open.sign());
    }
  }

  /** JLine wants a place, and shows it to nobody. */
  private static int cursorless(String text) {
    return text.length();
  }

  /** A line of which one word matters. */
  private record Line(String line, int cursor, int start) implements CompletingParsedLine {
    @Override
    public String word() {
      return line.substring(start, cursor);
    }

    @Override
    public int wordCursor() {
      return cursor - start;
    }

    @Override
    public int wordIndex() {
      return 0;
    }

    @Override
    public List<String> words() {
      return List.of(word());
    }

    @Override
    public CharSequence escape(CharSequence candidate, boolean complete) {
      return candidate;
    }

    @Override
    public int rawWordCursor() {
      return wordCursor();
    }

    @Override
    public int rawWordLength() {
      return wordCursor();
    }
  }
}
