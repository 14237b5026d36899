package io.mosql.sql.parser.ast.ddl;

import io.mosql.core.type.SqlType;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** One change of an ALTER TABLE. */
public sealed interface AlterAction {
  /** Writes the canonical form of the action. */
  static void write(AlterAction action, StatementWriter out) {
    if (action instanceof AddConstraint add) {
      out.words("ADD");
      TableConstraint.write(add.constraint, out);
    } else if (action instanceof AddColumn add) {
      out.words("ADD COLUMN").wordsIf(add.ifNotExists, "IF NOT EXISTS");
      add.column.write(out);
      if (add.place != null) {
        add.place.write(out);
      }
      for (TableConstraint constraint : add.constraints) {
        out.text(",").words("ADD");
        TableConstraint.write(constraint, out);
      }
    } else if (action instanceof DropColumn drop) {
      out.words("DROP COLUMN").wordsIf(drop.ifExists, "IF EXISTS").node(drop.column);
      out.wordsIf(drop.cascade, "CASCADE");
    } else if (action instanceof DropConstraint drop) {
      out.words("DROP CONSTRAINT").wordsIf(drop.ifExists, "IF EXISTS").node(drop.name);
      out.wordsIf(drop.cascade, "CASCADE");
    } else if (action instanceof AlterConstraint alter) {
      out.words("ALTER CONSTRAINT").node(alter.name);
      boolean deferrable = alter.timing != ConstraintTiming.NOT_DEFERRABLE;
      out.words(deferrable ? alter.timing.words() : "NOT DEFERRABLE");
    } else if (action instanceof DropPrimaryKey) {
      out.words("DROP PRIMARY KEY");
    } else if (action instanceof DropIndex drop) {
      out.words("DROP INDEX").node(drop.name);
    } else if (action instanceof SetDefault set) {
      out.words("ALTER COLUMN").node(set.column).words("SET DEFAULT").node(set.value);
    } else if (action instanceof DropDefault drop) {
      out.words("ALTER COLUMN").node(drop.column).words("DROP DEFAULT");
    } else if (action instanceof SetNotNull set) {
      out.words("ALTER COLUMN").node(set.column);
      out.words(set.notNull ? "SET NOT NULL" : "DROP NOT NULL");
    } else if (action instanceof SetStorage set) {
      out.words("ALTER COLUMN").node(set.column).words("SET STORAGE DEFAULT");
    } else if (action instanceof SetStorageParameters) {
      out.words("SET LOGGED");
    } else if (action instanceof SetType set) {
      out.words("ALTER COLUMN").node(set.column).words("SET DATA TYPE");
      out.text(set.type.toString());
      if (set.using != null) {
        out.words("USING").node(set.using);
      }
    } else if (action instanceof ModifyColumn redefine) {
      out.words("CHANGE COLUMN").node(redefine.column);
      redefine.definition.write(out);
    } else if (action instanceof RenameTable rename) {
      out.words("RENAME TO").node(rename.name);
    } else if (action instanceof RenameColumn rename) {
      out.words("RENAME COLUMN").node(rename.column).words("TO").node(rename.name);
    } else if (action instanceof RenameConstraint rename) {
      out.words("RENAME CONSTRAINT").node(rename.constraint).words("TO").node(rename.name);
    } else if (action instanceof AddIdentity add) {
      out.words("ALTER COLUMN").node(add.column).words("ADD");
      ColumnDefinition.writeIdentity(add.numbering, out);
    } else if (action instanceof SetIdentity set) {
      set.write(out);
    } else if (action instanceof DropIdentity drop) {
      out.words("ALTER COLUMN").node(drop.column).words("DROP IDENTITY");
      out.wordsIf(drop.ifExists, "IF EXISTS");
    } else if (action instanceof SetComment set) {
      out.words("COMMENT =").quoted(set.comment);
    }
  }

  /** RENAME CONSTRAINT, and MySQL's RENAME INDEX: a constraint, key or index. */
  record RenameConstraint(SqlIdentifier constraint, SqlIdentifier name) implements AlterAction {}

  /** ALTER CONSTRAINT: the timing of a foreign key. */
  record AlterConstraint(SqlIdentifier name, ConstraintTiming timing) implements AlterAction {}

  /** ADD PRIMARY KEY, UNIQUE, FOREIGN KEY, CHECK or INDEX. */
  record AddConstraint(TableConstraint constraint) implements AlterAction {}

  /**
   * ADD [COLUMN].
   *
   * @param constraints the constraints in the column's definition
   * @param place the position; null for last
   */
  record AddColumn(
      ColumnDefinition column,
      boolean ifNotExists,
      List<TableConstraint> constraints,
      @Nullable ColumnPosition place)
      implements AlterAction {
    public AddColumn {
      constraints = List.copyOf(constraints);
    }
  }

  /**
   * MySQL's FIRST or AFTER.
   *
   * @param after null for FIRST
   */
  record ColumnPosition(@Nullable SqlIdentifier after) {
    private void write(StatementWriter out) {
      if (after == null) {
        out.words("FIRST");
      } else {
        out.words("AFTER").node(after);
      }
    }
  }

  /** DROP [COLUMN]. */
  record DropColumn(SqlIdentifier column, boolean ifExists, boolean cascade)
      implements AlterAction {}

  /** DROP CONSTRAINT, DROP FOREIGN KEY. */
  record DropConstraint(SqlIdentifier name, boolean ifExists, boolean cascade)
      implements AlterAction {}

  /** DROP PRIMARY KEY. */
  record DropPrimaryKey() implements AlterAction {}

  /** DROP INDEX, DROP KEY. */
  record DropIndex(SqlIdentifier name) implements AlterAction {}

  /** ALTER [COLUMN] SET DEFAULT. */
  record SetDefault(SqlIdentifier column, SqlNode value) implements AlterAction {}

  /** ALTER [COLUMN] DROP DEFAULT. */
  record DropDefault(SqlIdentifier column) implements AlterAction {}

  /** ALTER [COLUMN] SET NOT NULL or DROP NOT NULL. */
  record SetNotNull(SqlIdentifier column, boolean notNull) implements AlterAction {}

  /**
   * ALTER [COLUMN] [SET DATA] TYPE.
   *
   * @param using expression over the row for the new values; null to cast the old values
   */
  record SetType(SqlIdentifier column, SqlType type, @Nullable SqlNode using)
      implements AlterAction {}

  /** ALTER [COLUMN] ADD GENERATED .. AS IDENTITY. */
  record AddIdentity(SqlIdentifier column, ColumnDefinition.Numbering numbering)
      implements AlterAction {}

  /**
   * ALTER [COLUMN] SET GENERATED, SET with an option of its sequence, RESTART.
   *
   * @param always null when GENERATED is not given
   */
  record SetIdentity(SqlIdentifier column, @Nullable Boolean always, SequenceOptions options)
      implements AlterAction {
    private void write(StatementWriter out) {
      out.words("ALTER COLUMN").node(column);
      if (always != null) {
        out.words("SET GENERATED").words(always ? "ALWAYS" : "BY DEFAULT");
      }
      options.writeEach(out);
    }
  }

  /** ALTER [COLUMN] DROP IDENTITY. */
  record DropIdentity(SqlIdentifier column, boolean ifExists) implements AlterAction {}

  /**
   * MODIFY COLUMN or CHANGE COLUMN: properties that the definition omits are removed from the
   * column.
   */
  record ModifyColumn(SqlIdentifier column, ColumnDefinition definition) implements AlterAction {}

  /**
   * ALTER [COLUMN] SET STORAGE and similar actions for PostgreSQL's storage of a column; ignored.
   */
  record SetStorage(SqlIdentifier column) implements AlterAction {}

  /** SET or RESET of storage parameters of the table, SET LOGGED and their like: no effect. */
  record SetStorageParameters() implements AlterAction {}

  /** RENAME TO. */
  record RenameTable(SqlIdentifier name) implements AlterAction {}

  /** COMMENT =. */
  record SetComment(String comment) implements AlterAction {}

  /** RENAME [COLUMN] .. TO. */
  record RenameColumn(SqlIdentifier column, SqlIdentifier name) implements AlterAction {}
}
