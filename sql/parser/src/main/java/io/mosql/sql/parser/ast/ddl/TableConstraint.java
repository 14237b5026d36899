package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** A key, index or condition in a table's definition, declared at a column or for the table. */
public sealed interface TableConstraint {
  /** Returns the name, or null when none is given. */
  @Nullable SqlIdentifier name();

  private void writeBody(StatementWriter out) {
    if (this instanceof PrimaryKey key) {
      out.constraintName(key.name).words("PRIMARY KEY").parenthesized(key.parts, p -> p.write(out));
      writeComment(key.comment, out);
      key.timing.write(out);
    } else if (this instanceof Unique unique) {
      out.constraintName(unique.name).words("UNIQUE");
      out.parenthesized(unique.parts, p -> p.write(out));
      writeComment(unique.comment, out);
      unique.timing.write(out);
    } else if (this instanceof Index index) {
      out.wordsIf(index.unique, "UNIQUE").words("INDEX");
      if (index.name != null) {
        out.node(index.name);
      }
      index.body.write(out, index.comment);
    } else if (this instanceof ForeignKey key) {
      key.writeKey(out);
    } else if (this instanceof Check check) {
      out.constraintName(check.name).words("CHECK");
      out.parenthesized(List.of(check.condition), out::node);
    }
  }

  private static void writeComment(@Nullable String comment, StatementWriter out) {
    if (comment != null) {
      out.words("COMMENT").quoted(comment);
    }
  }

  /** Writes the canonical form of a table constraint. */
  static void write(TableConstraint constraint, StatementWriter out) {
    constraint.writeBody(out);
  }

  /** PRIMARY KEY. */
  record PrimaryKey(
      @Nullable SqlIdentifier name,
      List<KeyPart> parts,
      @Nullable String comment,
      ConstraintTiming timing)
      implements TableConstraint {
    public PrimaryKey {
      parts = List.copyOf(parts);
    }
  }

  /** UNIQUE. */
  record Unique(
      @Nullable SqlIdentifier name,
      List<KeyPart> parts,
      @Nullable String comment,
      ConstraintTiming timing)
      implements TableConstraint {
    public Unique {
      parts = List.copyOf(parts);
    }
  }

  /**
   * KEY or INDEX: an index that is created with the table, not a constraint.
   *
   * @param unique only for an index that cannot be written as a constraint
   */
  record Index(
      @Nullable SqlIdentifier name, boolean unique, IndexDefinition body, @Nullable String comment)
      implements TableConstraint {}

  /**
   * FOREIGN KEY or REFERENCES.
   *
   * @param parentColumns empty for the parent's primary key
   */
  record ForeignKey(
      @Nullable SqlIdentifier name,
      List<SqlIdentifier> columns,
      SqlIdentifier parent,
      List<SqlIdentifier> parentColumns,
      ReferentialAction onDelete,
      ReferentialAction onUpdate,
      ConstraintTiming timing)
      implements TableConstraint {
    public ForeignKey {
      columns = List.copyOf(columns);
      parentColumns = List.copyOf(parentColumns);
    }

    private void writeKey(StatementWriter out) {
      out.constraintName(name).words("FOREIGN KEY").parenthesized(columns, out::node);
      out.words("REFERENCES").node(parent);
      if (!parentColumns.isEmpty()) {
        out.parenthesized(parentColumns, out::node);
      }
      if (onDelete != ReferentialAction.NO_ACTION) {
        out.words("ON DELETE " + onDelete.words());
      }
      if (onUpdate != ReferentialAction.NO_ACTION) {
        out.words("ON UPDATE " + onUpdate.words());
      }
      timing.write(out);
    }
  }

  /** CHECK: a row is rejected when the condition is false. */
  record Check(@Nullable SqlIdentifier name, SqlNode condition) implements TableConstraint {}
}
