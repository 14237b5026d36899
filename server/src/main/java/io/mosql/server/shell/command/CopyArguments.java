package io.mosql.server.shell.command;

import io.mosql.core.lexer.SqlLexer;
import io.mosql.server.shell.input.ShellException;
import io.mosql.sql.csv.CsvFormat;
import io.mosql.sql.csv.CsvFormat.Header;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parsed arguments of {@code \copy}; the options are those of COPY.
 *
 * @param source table name as written, or a query
 * @param isQuery whether the source is a query
 * @param columns columns of the table as written; empty for all
 * @param isImport whether rows are loaded into the table
 * @param batch rows per commit, 0 for one commit of all rows
 * @param overwrite whether a file may be replaced
 */
record CopyArguments(
    String source,
    boolean isQuery,
    List<String> columns,
    boolean isImport,
    String file,
    CsvFormat format,
    int batch,
    boolean overwrite) {
  private static final int BATCH_MAX = 1_000_000;

  /** Text before the list of options or columns. */
  private static final Pattern TABLE =
      Pattern.compile("((?:\"[^\"]*+(?:\"\"[^\"]*+)*+\"|[^\\s(\"]++)+)\\s*(\\(([^)]*)\\))?\\s*");

  private static final Pattern DIRECTION =
      Pattern.compile(
          "(from|to)\\s+('[^']*+(?:''[^']*+)*+'|[^\\s(]+)\\s*(?:with\\s*)?(.*)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern OPTION =
      Pattern.compile(
          "\\s*(\\w+)(?:\\s+(E?'[^']*+(?:''[^']*+)*+'|\"[^\"]*+(?:\"\"[^\"]*+)*+\"|[^\\s,]+))?\\s*(,|$)");

  static CopyArguments parse(String text) throws ShellException {
    String rest = text.strip();
    rest = rest.endsWith(";") ? rest.substring(0, rest.length() - 1).strip() : rest;
    boolean isQuery = rest.startsWith("(");
    String source;
    List<String> columns = new ArrayList<>();
    if (isQuery) {
      int end = closing(rest);
      source = rest.substring(1, end).strip();
      rest = rest.substring(end + 1).strip();
    } else {
      Matcher table = TABLE.matcher(rest);
      if (!table.lookingAt()) {
        throw usage();
      }
      source = table.group(1);
      if (table.group(3) != null) {
        for (String column : table.group(3).split(",")) {
          columns.add(column.strip());
        }
      }
      rest = rest.substring(table.end());
    }
    Matcher direction = DIRECTION.matcher(rest);
    if (!direction.matches()) {
      throw usage();
    }
    boolean isImport = direction.group(1).equalsIgnoreCase("from");
    if (isImport && isQuery) {
      throw new ShellException("cannot copy rows into a query");
    }
    Options options = Options.parse(direction.group(3).strip());
    return new CopyArguments(
        source,
        isQuery,
        columns,
        isImport,
        literal(direction.group(2)),
        options.format(),
        options.batch,
        options.overwrite);
  }

  private static ShellException usage() {
    return new ShellException(
        "syntax error; expected \\copy TABLE FROM 'FILE' (OPTION, ..), or (QUERY) TO 'FILE'");
  }

  /** Finds the closing parenthesis of the first opening one; those in quotes are ignored. */
  private static int closing(String text) throws ShellException {
    int depth = 0;
    SqlLexer token = new SqlLexer(text);
    while (token.next()) {
      if (token.isSymbol('(')) {
        depth++;
      } else if (token.isSymbol(')') && --depth == 0) {
        return token.start();
      }
    }
    throw new ShellException("unterminated parenthesis");
  }

  private static String unquoted(String name) {
    boolean quoted = name.length() > 1 && name.startsWith("\"") && name.endsWith("\"");
    return quoted ? name.substring(1, name.length() - 1).replace("\"\"", "\"") : name;
  }

  /** Column names without quotes. */
  List<String> columnNames() {
    return columns.stream().map(CopyArguments::unquoted).toList();
  }

  /** Returns the text of a literal or of a word. */
  private static String literal(String text) {
    if (text.startsWith("'")) {
      return text.substring(1, text.length() - 1).replace("''", "'");
    }
    if (text.startsWith("E'") || text.startsWith("e'")) {
      String inner = text.substring(2, text.length() - 1).replace("''", "'");
      return inner.replace("\\t", "\t").replace("\\\\", "\\");
    }
    return text;
  }

  /** Parser of the options. */
  private static final class Options {
    private char delimiter = ',';
    private char quote = '"';
    private char escape;
    private String nullText = "";
    private Header header = Header.NONE;
    private Charset charset = StandardCharsets.UTF_8;
    private int batch;
    private boolean overwrite;

    static Options parse(String text) throws ShellException {
      Options options = new Options();
      if (text.isEmpty()) {
        return options;
      }
      if (!text.startsWith("(") || !text.endsWith(")")) {
        throw new ShellException("options must be in parentheses: (header, delimiter ';')");
      }
      String inner = text.substring(1, text.length() - 1);
      Matcher matcher = OPTION.matcher(inner);
      int at = 0;
      while (at < inner.length()) {
        if (!matcher.find(at) || matcher.start() != at) {
          throw new ShellException("invalid option: " + inner.substring(at).strip());
        }
        String value = matcher.group(2);
        options.set(matcher.group(1).toLowerCase(Locale.ROOT), value == null ? "" : literal(value));
        at = matcher.end();
      }
      return options;
    }

    private void set(String name, String value) throws ShellException {
      switch (name) {
        case "format" -> check(value.equalsIgnoreCase("csv"), "the only format is csv");
        case "header" -> header = header(value);
        case "delimiter" -> delimiter = character(name, value);
        case "quote" -> quote = character(name, value);
        case "escape" -> escape = character(name, value);
        case "null" -> nullText = value;
        case "encoding" -> charset = charset(value);
        case "batch" -> batch = batch(value);
        case "overwrite" -> overwrite = true;
        default -> throw new ShellException("unrecognized \\copy option: " + name);
      }
    }

    private static void check(boolean condition, String message) throws ShellException {
      if (!condition) {
        throw new ShellException(message);
      }
    }

    private static Header header(String value) throws ShellException {
      return switch (value.toLowerCase(Locale.ROOT)) {
        case "", "true", "on" -> Header.NAMES;
        case "false", "off" -> Header.NONE;
        case "match" -> Header.MATCH;
        default -> throw new ShellException("header must be true, false or match");
      };
    }

    private static char character(String name, String value) throws ShellException {
      check(value.length() == 1, name + " is a single character");
      return value.charAt(0);
    }

    private static Charset charset(String value) throws ShellException {
      try {
        return Charset.forName(value);
      } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
        throw new ShellException("unknown encoding: " + value, e);
      }
    }

    private static int batch(String value) throws ShellException {
      try {
        int batch = Integer.parseInt(value);
        check(batch >= 1 && batch <= BATCH_MAX, "batch is 1 to " + BATCH_MAX);
        return batch;
      } catch (NumberFormatException e) {
        throw new ShellException("batch must be a number", e);
      }
    }

    CsvFormat format() throws ShellException {
      try {
        return new CsvFormat(
            delimiter, quote, escape == 0 ? quote : escape, nullText, header, charset);
      } catch (IllegalArgumentException e) {
        throw new ShellException(String.valueOf(e.getMessage()), e);
      }
    }
  }
}
