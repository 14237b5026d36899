package io.mosql.sql.parser.ast.ddl;

import io.mosql.core.type.SqlType;
import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * The options of a sequence; an option that is not given is null.
 *
 * @param type AS
 * @param increment INCREMENT BY
 * @param minimum MINVALUE or NO MINVALUE
 * @param maximum MAXVALUE or NO MAXVALUE
 * @param start START WITH
 * @param restart RESTART
 * @param cache CACHE
 * @param cycle CYCLE (true) or NO CYCLE
 * @param owner OWNED BY
 * @param name SEQUENCE NAME, of an identity column
 */
public record SequenceOptions(
    @Nullable SqlType type,
    @Nullable Long increment,
    @Nullable Bound minimum,
    @Nullable Bound maximum,
    @Nullable Long start,
    @Nullable Restart restart,
    @Nullable Long cache,
    @Nullable Boolean cycle,
    @Nullable Owner owner,
    @Nullable SqlIdentifier name) {
  /** No options. */
  public static final SequenceOptions NONE =
      new SequenceOptions(null, null, null, null, null, null, null, null, null, null);

  /** Returns the options with AS type alone. */
  public static SequenceOptions of(SqlType type) {
    return new SequenceOptions(type, null, null, null, null, null, null, null, null, null);
  }

  /**
   * A lower or upper bound.
   *
   * @param value null for the bound of the type
   */
  public record Bound(@Nullable Long value) {}

  /**
   * RESTART.
   *
   * @param value null for the sequence's START value
   */
  public record Restart(@Nullable Long value) {}

  /**
   * OWNED BY.
   *
   * @param column {@code table.column}; null for NONE
   */
  public record Owner(@Nullable SqlIdentifier column) {}

  /** Writes the options of a sequence. */
  void write(StatementWriter out) {
    write("", out);
  }

  /** Writes the changes of an identity column's sequence. */
  void writeEach(StatementWriter out) {
    write("SET ", out);
  }

  private void write(String before, StatementWriter out) {
    if (name != null) {
      out.words(before + "SEQUENCE NAME").node(name);
    }
    if (type != null) {
      out.words(before + "AS").text(type.toString());
    }
    number(before + "START WITH", start, out);
    number(before + "INCREMENT BY", increment, out);
    bound(before, "MINVALUE", minimum, out);
    bound(before, "MAXVALUE", maximum, out);
    number(before + "CACHE", cache, out);
    if (cycle != null) {
      out.words(before + (cycle ? "CYCLE" : "NO CYCLE"));
    }
    if (owner != null) {
      out.words("OWNED BY");
      if (owner.column == null) {
        out.words("NONE");
      } else {
        out.node(owner.column);
      }
    }
    if (restart != null) {
      out.words("RESTART");
      number("WITH", restart.value, out);
    }
  }

  private static void bound(
      String before, String word, @Nullable Bound bound, StatementWriter out) {
    if (bound != null) {
      out.words(before + (bound.value == null ? "NO " : "") + word);
      if (bound.value != null) {
        out.text(bound.value.toString());
      }
    }
  }

  private static void number(String words, @Nullable Long value, StatementWriter out) {
    if (value != null) {
      out.words(words).text(value.toString());
    }
  }
}
