package io.mosql.server.shell.terminal;

import io.mosql.core.lexer.SqlLexer;
import io.mosql.core.lexer.SqlToken;
import io.mosql.core.lexer.SqlToken.Kind;
import io.mosql.server.shell.command.SettingCommands;
import io.mosql.server.shell.command.ShellCommand;
import io.mosql.server.shell.connection.MetadataCache;
import io.mosql.server.shell.connection.ObjectNamePattern;
import io.mosql.server.shell.connection.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Completion of keywords, names of database objects, commands and their arguments. Confined to one
 * thread.
 */
public final class Completer {
  /** Keywords that are followed by a table name. */
  private static final Set<String> BEFORE_TABLES =
      Set.of("FROM", "JOIN", "INTO", "UPDATE", "TABLE", "REFERENCES", "COPY", "ANALYZE");

  private static final Set<String> TABLE_COMMANDS = Set.of("d", "dt", "dv", "di", "dp", "copy");
  private static final Set<String> FILE_COMMANDS = Set.of("i", "o");
  private static final Set<String> SWITCH_COMMANDS = Set.of("x", "timing");

  private final MetadataCache metadata;
  private final Supplier<List<ShellCommand>> commands;

  public Completer(MetadataCache metadata, Supplier<List<ShellCommand>> commands) {
    this.metadata = metadata;
    this.commands = commands;
  }

  /**
   * Completion candidates of a word.
   *
   * @param start of the word in the text
   * @param words candidates, in order
   */
  record Candidates(int start, List<String> words) {}

  /**
   * @param text input text
   * @param cursor end of the word in it
   */
  Candidates complete(String text, int cursor) {
    String before = text.substring(0, cursor);
    int line = before.lastIndexOf('\n') + 1;
    if (before.substring(line).stripLeading().startsWith("\\")) {
      return command(before, line);
    }
    return sql(text, before);
  }

  // ---- commands ----

  private Candidates command(String before, int line) {
    int backslash = before.indexOf('\\', line);
    int blank = firstBlank(before, backslash);
    if (blank < 0) {
      String begun = before.substring(backslash + 1);
      List<String> names =
          commands.get().stream()
              .map(ShellCommand::name)
              .filter(name -> name.startsWith(begun))
              .map(name -> "\\" + name)
              .sorted()
              .toList();
      return new Candidates(backslash, names);
    }
    String name = before.substring(backslash + 1, blank);
    int start = before.length();
    while (start > blank + 1 && !Character.isWhitespace(before.charAt(start - 1))) {
      start--;
    }
    String word = before.substring(start);
    if (FILE_COMMANDS.contains(name) || name.equals("copy") && word.startsWith("'")) {
      return new Candidates(start, FileNameCompletion.completing(word));
    }
    if (name.equals("format")) {
      return new Candidates(start, beginning(List.of(SettingCommands.names().split(", ")), word));
    }
    if (SWITCH_COMMANDS.contains(name)) {
      return new Candidates(start, beginning(List.of("on", "off"), word));
    }
    if (name.equals("copy") && before.substring(blank, start).strip().matches("\\S+")) {
      return new Candidates(start, beginning(List.of("from", "to"), word));
    }
    if (TABLE_COMMANDS.contains(name)) {
      int dot = word.lastIndexOf('.');
      String schema = dot < 0 ? null : word.substring(0, dot);
      return new Candidates(start + dot + 1, tables(schema, word.substring(dot + 1)));
    }
    return new Candidates(start, List.of());
  }

  private static int firstBlank(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (Character.isWhitespace(text.charAt(i))) {
        return i;
      }
    }
    return -1;
  }

  private static List<String> beginning(List<String> words, String begun) {
    return words.stream().filter(word -> startsWith(word, begun)).toList();
  }

  private static boolean startsWith(String word, String begun) {
    return word.regionMatches(true, 0, begun, 0, begun.length());
  }

  // ---- statements ----

  private Candidates sql(String text, String before) {
    List<SqlToken> tokens = tokens(before);
    tokens = tokens.subList(lastSemicolon(tokens) + 1, tokens.size());
    SqlToken last = tokens.isEmpty() ? null : tokens.get(tokens.size() - 1);
    SqlToken touched = last != null && last.end() == before.length() ? last : null;
    if (touched != null && isOfNoName(touched.kind())) {
      return new Candidates(before.length(), List.of());
    }
    boolean inWord =
        touched != null && (touched.kind() == Kind.WORD || touched.kind() == Kind.QUOTED_NAME);
    int start = touched != null && inWord ? touched.start() : before.length();
    String begun = before.substring(start);
    List<SqlToken> earlier = new ArrayList<>(tokens);
    if (inWord) {
      earlier.remove(earlier.size() - 1);
    }
    earlier.removeIf(token -> token.kind() == Kind.COMMENT);
    List<SqlToken> whole = new ArrayList<>(earlier);
    // The table name is often after the cursor: select | from t.
    for (SqlToken token : tokens(text.substring(before.length()))) {
      if (token.is(";")) {
        break;
      }
      whole.add(token);
    }
    return new Candidates(
        start, words(earlier, ReferencedTable.all(whole, metadata.names()), begun));
  }

  private static List<SqlToken> tokens(String text) {
    List<SqlToken> tokens = SqlLexer.tokens(text);
    tokens.removeIf(token -> token.kind() == Kind.WHITESPACE);
    return tokens;
  }

  /** Whether nothing completes a token of this kind. */
  private static boolean isOfNoName(Kind kind) {
    return kind == Kind.STRING || kind == Kind.NUMBER || kind == Kind.COMMENT;
  }

  private static int lastSemicolon(List<SqlToken> tokens) {
    for (int i = tokens.size() - 1; i >= 0; i--) {
      if (tokens.get(i).is(";")) {
        return i;
      }
    }
    return -1;
  }

  private List<String> words(List<SqlToken> earlier, List<ReferencedTable> uses, String begun) {
    if (earlier.isEmpty()) {
      return keywords(SqlKeywords.FIRST, begun);
    }
    SqlToken previous = earlier.get(earlier.size() - 1);
    if (previous.is(".")) {
      return qualified(earlier, uses, begun);
    }
    if (wantsTable(earlier)) {
      List<String> words = new ArrayList<>(tables(null, begun));
      metadata.names().schemas().forEach(schema -> addName(words, schema, begun));
      if (earlier.size() == 1 || previous.is("TABLE")) {
        words.addAll(keywords(List.of("IF EXISTS", "IF NOT EXISTS"), begun));
      }
      return words;
    }
    Set<String> words = new TreeSet<>();
    for (ReferencedTable use : uses) {
      metadata.columns(use.table()).forEach(column -> addName(words, column, begun));
      if (use.alias() != null) {
        addName(words, use.alias(), begun);
      }
    }
    if (words.isEmpty() || !begun.isEmpty()) {
      words.addAll(keywords(SqlKeywords.LATER, begun));
      words.addAll(keywords(metadata.names().keywords(), begun));
    }
    return List.copyOf(new TreeSet<>(words));
  }

  /** Candidates after a dot: the tables of a schema, or the columns of a table. */
  private List<String> qualified(List<SqlToken> earlier, List<ReferencedTable> uses, String begun) {
    if (earlier.size() < 2) {
      return List.of();
    }
    String owner = name(earlier.get(earlier.size() - 2));
    Set<String> words = new TreeSet<>(tables(owner, begun));
    for (ReferencedTable use : uses) {
      if (owner.equalsIgnoreCase(use.alias()) || owner.equalsIgnoreCase(use.table().name())) {
        metadata.columns(use.table()).forEach(column -> addName(words, column, begun));
      }
    }
    return List.copyOf(words);
  }

  /** Returns the name of a token, without quotes. */
  static String name(SqlToken token) {
    String text = token.text();
    return token.kind() == Kind.QUOTED_NAME && text.length() > 1
        ? text.substring(1, text.length() - 1)
        : text;
  }

  private static boolean wantsTable(List<SqlToken> earlier) {
    SqlToken previous = earlier.get(earlier.size() - 1);
    if (previous.kind() == Kind.WORD && BEFORE_TABLES.contains(previous.upper())) {
      return true;
    }
    if (previous.is("ON")) {
      return earlier.get(0).is("CREATE") || earlier.get(0).is("GRANT");
    }
    if (!previous.is(",")) {
      return false;
    }
    // from a, b|
    for (int i = earlier.size() - 2; i >= 0; i--) {
      SqlToken token = earlier.get(i);
      if (token.is("FROM")) {
        return true;
      }
      if (token.is("(")
          || token.is(")")
          || Set.of("SELECT", "WHERE", "BY", "SET", "ON").contains(token.upper())) {
        return false;
      }
    }
    return false;
  }

  private List<String> tables(@Nullable String schema, String begun) {
    List<String> words = new ArrayList<>();
    for (TableName table : metadata.names().tables()) {
      String its = table.schema() == null ? "" : table.schema();
      if (schema == null ? !ObjectNamePattern.isSystem(its) : its.equalsIgnoreCase(schema)) {
        addName(words, table.name(), begun);
      }
    }
    return words;
  }

  /** Adds a name in its quoted form if necessary, if it begins with the given prefix. */
  private void addName(java.util.Collection<String> words, String name, String begun) {
    MetadataCache.Names names = metadata.names();
    String shown;
    if (name.matches(names.upperCase() ? "[A-Z_][A-Z0-9_$]*" : "[a-z_][a-z0-9_$]*")) {
      boolean asIs = !names.upperCase() || isUpperCase(begun);
      shown = asIs ? name : name.toLowerCase(Locale.ROOT);
    } else {
      String quote = names.quote();
      shown = quote.isEmpty() ? name : quote + name.replace(quote, quote + quote) + quote;
    }
    if (startsWith(shown, begun)) {
      words.add(shown);
    }
  }

  private static boolean isUpperCase(String begun) {
    return !begun.isEmpty() && Character.isUpperCase(begun.charAt(0));
  }

  /** Returns keywords in the case of the prefix. */
  private static List<String> keywords(List<String> words, String begun) {
    return words.stream()
        .map(String::strip)
        .filter(word -> !word.isEmpty() && startsWith(word, begun))
        .map(word -> isUpperCase(begun) ? word : word.toLowerCase(Locale.ROOT))
        .toList();
  }
}
