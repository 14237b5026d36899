package io.mosql.server.shell.terminal;

import io.mosql.server.shell.input.InputSplitter;
import io.mosql.server.shell.input.InputSplitter.Item;
import io.mosql.server.shell.input.InputSplitter.MetaCommand;
import io.mosql.server.shell.input.InputSplitter.PromptStatus;
import java.util.List;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/**
 * JLine parser that determines when an entry is complete, and which word contains the cursor.
 * Confined to one thread.
 */
final class JlineParser implements Parser {
  private final Completer completion;
  private InputSplitter pieces = new InputSplitter();
  private boolean anything;

  JlineParser(Completer completion) {
    this.completion = completion;
  }

  /**
   * Prepares for an entry.
   *
   * @param begun unfinished input of earlier lines; not changed
   * @param takesAnything whether any line is a complete entry
   */
  void expect(InputSplitter begun, boolean takesAnything) {
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
    InputSplitter copy = pieces.copy();
    boolean whole = false;
    for (String line : text.split("\n", -1)) {
      copy.addLine(line);
      for (Item piece = copy.poll(); piece != null; piece = copy.poll()) {
        whole |= piece instanceof MetaCommand;
      }
    }
    PromptStatus open = copy.promptStatus();
    if (!whole && open != PromptStatus.READY) {
      throw new EOFError(-1, cursorless(text), "not whole", open.symbol());
    }
  }

  /** Returns the end of the text as cursor; JLine requires a position but does not show it. */
  private static int cursorless(String text) {
    return text.length();
  }

  /** Line with the position of the word to complete. */
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
