package io.mosql.sql.parser.ast.session;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** EXPLAIN of a query, a DML statement or a CREATE TABLE AS. */
public final class Explain extends Statement {
  private final SqlNode statement;
  private final Options options;

  /** An option that is on or off. */
  public enum Option {
    /** Execute and measure the statement. */
    ANALYZE,
    /** Print what each operator returns. */
    VERBOSE,
    /** Print estimated costs. */
    COSTS,
    /** Print measured times. */
    TIMING,
    /** Print the pages that were read from files. */
    BUFFERS,
    /** Print the times of planning and of execution. */
    SUMMARY,
    /** Taken for compatibility, without effect. */
    SETTINGS,
    /** Print indexes that would help instead of the plan, or in HTML beside it. */
    ADVISE
  }

  /** The form of the output. */
  public enum Format {
    TEXT,
    JSON,
    HTML
  }

  /**
   * The options of EXPLAIN. Immutable.
   *
   * @param given the options that the statement turns on or off
   */
  public record Options(Map<Option, Boolean> given, Format format) {
    /** The default options. */
    public static final Options USUAL = new Options(Map.of(), Format.TEXT);

    public Options {
      given = Map.copyOf(given);
    }

    /** Whether an option is on, by the statement or by default. */
    public boolean has(Option option) {
      Boolean on = given.get(option);
      return on != null
          ? on
          : switch (option) {
            case COSTS -> true;
            case TIMING, BUFFERS -> has(Option.ANALYZE);
            case SUMMARY -> has(Option.ANALYZE) && has(Option.TIMING);
            case ANALYZE, VERBOSE, SETTINGS, ADVISE -> false;
          };
    }

    public Options with(Option option, boolean on) {
      Map<Option, Boolean> all = new EnumMap<>(Option.class);
      all.putAll(given);
      all.put(option, on);
      return new Options(all, format);
    }

    public Options with(Format other) {
      return new Options(given, other);
    }
  }

  public Explain(SqlParserPos pos, SqlNode statement, Options options) {
    super(pos, SqlKind.OTHER);
    this.statement = statement;
    this.options = options;
  }

  public SqlNode statement() {
    return statement;
  }

  public Options options() {
    return options;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return List.of(statement);
  }

  @Override
  public void write(StatementWriter out) {
    out.words("EXPLAIN");
    List<String> words = new ArrayList<>();
    for (Option option : Option.values()) {
      Boolean on = options.given.get(option);
      if (on != null) {
        words.add(on ? option.name() : option + " OFF");
      }
    }
    if (options.format != Format.TEXT) {
      words.add("FORMAT " + options.format);
    }
    if (words.equals(List.of("ANALYZE"))) {
      out.words("ANALYZE");
    } else if (!words.isEmpty()) {
      out.parenthesized(words, out::words);
    }
    out.node(statement);
  }
}
