package io.mosql.sql.information;

import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CatalogWithTemporaryTables;
import io.mosql.sql.catalog.CheckDef;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.CommentTarget;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyAction;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.OperatorClass;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import io.mosql.sql.ddl.CurrentViewQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The text of SHOW CREATE TABLE, SHOW CREATE VIEW and SHOW CREATE SEQUENCE: all names are quoted,
 * and relations are qualified with their schemas. Privileges, owners and indexes being built are
 * omitted. Pure.
 */
public final class CreateStatementText {
  private final TableDef table;
  private final Catalog catalog;

  private CreateStatementText(TableDef table, Catalog catalog) {
    this.table = table;
    this.catalog = catalog;
  }

  /**
   * CREATE TABLE.
   *
   * @param catalog catalog with the objects that the table refers to
   */
  public static String of(TableDef table, Catalog catalog) {
    return new CreateStatementText(table, catalog).write();
  }

  /** CREATE VIEW, with the current names of its sources. */
  public static String of(ViewDef view, Catalog catalog) {
    return "CREATE VIEW "
        + qualified(view.schema(), view.name())
        + " "
        + names(view.columns().stream().map(ViewDef.Column::name).toList())
        + " AS "
        + CurrentViewQuery.of(view, catalog)
        + (view.checkOption() == ViewDef.CheckOption.NONE
            ? ""
            : " WITH " + view.checkOption() + " CHECK OPTION");
  }

  /** CREATE SEQUENCE, with its owner unless it numbers the rows of a table. */
  public static String of(SequenceDef sequence, Catalog catalog) {
    TableDef owner = sequence.numbersRows() ? null : catalog.table(sequence.ownerTable());
    return "CREATE SEQUENCE "
        + qualified(sequence.schema(), sequence.name())
        + (sequence.type().equals(SqlType.BIGINT) ? "" : " AS " + sequence.type())
        + " START WITH "
        + sequence.start()
        + " INCREMENT BY "
        + sequence.increment()
        + bounds(sequence)
        + (owner == null
            ? ""
            : " OWNED BY "
                + qualified(owner.schema(), owner.name())
                + "."
                + quoted(owner.columns().get(sequence.ownerColumn()).name()));
  }

  private String write() {
    List<String> elements = new ArrayList<>();
    for (ColumnDef column : table.columns()) {
      if (!column.hidden()) {
        elements.add(column(column));
      }
    }
    for (IndexDef index : table.declaredIndexes()) {
      if (index.writeOnly()) {
        continue;
      }
      if (index.isPrimaryKey()) {
        elements.add(
            "CONSTRAINT "
                + quoted(index.name())
                + " PRIMARY KEY "
                + keys(index)
                + index.deferrability().clause());
        continue;
      }
      String kind =
          !index.isKey()
              ? "INDEX " + quoted(index.name()) + " "
              : table.isPlain(index)
                  ? "CONSTRAINT " + quoted(index.name()) + " UNIQUE "
                  : "UNIQUE INDEX " + quoted(index.name()) + " ";
      elements.add(
          kind
              + (index.inverted() ? "USING gin " : "")
              + keys(index)
              + extent(index)
              + index.deferrability().clause());
    }
    for (CheckDef check : table.checks()) {
      elements.add("CONSTRAINT " + quoted(check.name()) + " CHECK (" + check.sql() + ")");
    }
    for (ForeignKeyDef key : table.foreignKeys()) {
      elements.add(foreignKey(key));
    }
    boolean temporary = table.schema().equals(CatalogWithTemporaryTables.SCHEMA);
    return (temporary ? "CREATE TEMPORARY TABLE " : "CREATE TABLE ")
        + qualified(table.schema(), table.name())
        + " (\n  "
        + String.join(",\n  ", elements)
        + "\n)"
        + comment(" COMMENT = ", CommentTarget.whole(table.id()));
  }

  private String column(ColumnDef column) {
    StringBuilder text = new StringBuilder(quoted(column.name()) + " " + column.type());
    if (!column.nullable()) {
      text.append(" NOT NULL");
    }
    if (column.defaultSql() != null) {
      text.append(" DEFAULT ").append(column.defaultSql());
    }
    if (column.autoIncrement()) {
      text.append(numbering(column));
    }
    if (column.generated()) {
      text.append(" GENERATED ALWAYS AS (").append(column.generatedSql()).append(") STORED");
    }
    return text + comment(" COMMENT ", CommentTarget.column(table.id(), column.ordinal()));
  }

  private String numbering(ColumnDef column) {
    SequenceDef sequence = Objects.requireNonNull(catalog.sequence(column.sequenceId()));
    long increment = sequence.increment();
    String more = bounds(sequence);
    if (!column.always() && sequence.start() == 1 && increment == 1 && more.isEmpty()) {
      return " AUTO_INCREMENT";
    }
    return " GENERATED "
        + (column.always() ? "ALWAYS" : "BY DEFAULT")
        + " AS IDENTITY (START WITH "
        + sequence.start()
        + " INCREMENT BY "
        + increment
        + more
        + ")";
  }

  /** The options of a sequence besides its first number and its increment. */
  private static String bounds(SequenceDef sequence) {
    SqlType type = sequence.type();
    long increment = sequence.increment();
    StringBuilder more = new StringBuilder();
    if (sequence.minimum() != SequenceDef.defaultMinimum(type, increment)) {
      more.append(" MINVALUE ").append(sequence.minimum());
    }
    if (sequence.maximum() != SequenceDef.defaultMaximum(type, increment)) {
      more.append(" MAXVALUE ").append(sequence.maximum());
    }
    if (sequence.cache() != 1) {
      more.append(" CACHE ").append(sequence.cache());
    }
    if (sequence.cycle()) {
      more.append(" CYCLE");
    }
    return more.toString();
  }

  private String foreignKey(ForeignKeyDef key) {
    TableDef parent = Objects.requireNonNull(catalog.table(key.parentId()));
    IndexDef target = Objects.requireNonNull(parent.index(key.parentIndexId()));
    return "CONSTRAINT "
        + quoted(key.name())
        + " FOREIGN KEY "
        + names(key.columns().stream().map(c -> table.columns().get(c).name()).toList())
        + " REFERENCES "
        + qualified(parent.schema(), parent.name())
        + " "
        + names(
            target.columns().stream().map(c -> parent.columns().get(c.column()).name()).toList())
        + action(" ON DELETE ", key.onDelete())
        + action(" ON UPDATE ", key.onUpdate())
        + key.deferrability().clause();
  }

  private static String action(String when, KeyAction action) {
    return action == KeyAction.NO_ACTION ? "" : when + action.words();
  }

  private String keys(IndexDef index) {
    OperatorClass items = index.extent().items();
    String suffix = items == null ? "" : " " + items.sql();
    return index.declared().stream()
            .map(part -> key(part) + suffix)
            .collect(Collectors.joining(", ", "(", ")"))
        + comment(" COMMENT ", CommentTarget.index(table.id(), index.name()));
  }

  private String comment(String word, CommentTarget on) {
    String comment = catalog.comment(on);
    return comment == null ? "" : word + "'" + comment.replace("'", "''") + "'";
  }

  private String key(KeyColumn part) {
    ColumnDef column = table.columns().get(part.column());
    return (column.virtual() ? "(" + column.name() + ")" : quoted(column.name()))
        + (part.descending() ? " DESC" : "");
  }

  private String extent(IndexDef index) {
    int declared = index.declared().size();
    String included =
        index.columns().stream()
            .skip(declared)
            .map(this::key)
            .collect(Collectors.joining(", ", " INCLUDE (", ")"));
    return (declared < index.columns().size() ? included : "")
        + (index.partial() ? " WHERE " + table.columns().get(index.extent().filter()).name() : "");
  }

  private static String names(List<String> names) {
    return names.stream()
        .map(CreateStatementText::quoted)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String qualified(String schema, String name) {
    return quoted(schema) + "." + quoted(name);
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
