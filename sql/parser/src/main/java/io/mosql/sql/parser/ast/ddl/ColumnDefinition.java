package io.mosql.sql.parser.ast.ddl;

import io.mosql.core.type.SqlType;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a column in CREATE TABLE or ADD COLUMN. Keys, CHECK and REFERENCES of the
 * column are kept separately, as {@link TableConstraint}s.
 *
 * @param type resolved; SERIAL is INTEGER with auto-increment and NOT NULL
 * @param notNull whether NOT NULL was written (or follows from SERIAL)
 * @param defaultValue the DEFAULT expression, or null
 * @param numbering of AUTO_INCREMENT, SERIAL or GENERATED .. AS IDENTITY; null for other columns
 * @param generated the expression of GENERATED ALWAYS AS (..) STORED, or null
 * @param comment or null
 */
public record ColumnDefinition(
    SqlIdentifier name,
    SqlType type,
    boolean notNull,
    @Nullable SqlNode defaultValue,
    @Nullable Numbering numbering,
    @Nullable SqlNode generated,
    @Nullable String comment) {
  /**
   * The automatic numbering of a column.
   *
   * @param always whether statements may not supply the number (GENERATED ALWAYS)
   */
  public record Numbering(boolean always, SequenceOptions options) {
    /** The default: statements may supply a number, and the sequence has default options. */
    public static final Numbering USUAL = new Numbering(false, SequenceOptions.NONE);
  }

  void write(StatementWriter out) {
    out.node(name).text(type.toString());
    out.wordsIf(notNull, "NOT NULL");
    if (defaultValue != null) {
      out.words("DEFAULT").node(defaultValue);
    }
    if (numbering != null) {
      write(numbering, out);
    }
    if (generated != null) {
      out.words("GENERATED ALWAYS AS").parenthesized(List.of(generated), out::node);
      out.words("STORED");
    }
    if (comment != null) {
      out.words("COMMENT").quoted(comment);
    }
  }

  private static void write(Numbering numbering, StatementWriter out) {
    if (numbering.equals(Numbering.USUAL)) {
      out.words("AUTO_INCREMENT");
    } else {
      writeIdentity(numbering, out);
    }
  }

  static void writeIdentity(Numbering numbering, StatementWriter out) {
    out.words("GENERATED " + (numbering.always() ? "ALWAYS" : "BY DEFAULT") + " AS IDENTITY");
    if (!numbering.options().equals(SequenceOptions.NONE)) {
      out.parenthesized(List.of(numbering.options()), options -> options.write(out));
    }
  }
}
