package io.mosql.sql.ddl;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CheckDef;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Resolves identifiers in schema statements, and generates names of unnamed constraints. */
final class NameResolver {
  private final Catalog catalog;
  private final String currentSchema;

  NameResolver(Catalog catalog, String currentSchema) {
    this.catalog = catalog;
    this.currentSchema = currentSchema;
  }

  /** A schema and a name in it. */
  record QualifiedName(String schema, String name) {}

  /** Schema and name; 3F000 when the schema does not exist. */
  QualifiedName qualified(SqlIdentifier identifier) {
    List<String> names = identifier.names;
    if (names.size() > 2) {
      throw new MosqlException(
          SqlState.SYNTAX_ERROR, "improper qualified name: " + String.join(".", names));
    }
    String schema = names.size() == 2 ? names.get(0) : currentSchema;
    if (!catalog.hasSchema(schema)) {
      throw new MosqlException(
          SqlState.UNDEFINED_SCHEMA, "schema \"" + schema + "\" does not exist");
    }
    return new QualifiedName(schema, names.get(names.size() - 1));
  }

  /** As above, for an object to create: not in a system schema. */
  QualifiedName qualifiedForCreate(SqlIdentifier identifier) {
    QualifiedName name = qualified(identifier);
    if (catalog.schemaId(name.schema) == 0) {
      throw new MosqlException(
          SqlState.PRIVILEGE, "schema \"" + name.schema + "\" belongs to the system");
    }
    return name;
  }

  @Nullable TableDef tableOrNull(SqlIdentifier identifier) {
    String schema = identifier.names.size() == 2 ? identifier.names.get(0) : currentSchema;
    if (identifier.names.size() > 2) {
      return null;
    }
    String name = last(identifier);
    if (catalog.view(schema, name) != null) {
      throw new MosqlException(SqlState.WRONG_OBJECT_TYPE, "\"" + name + "\" is a view");
    }
    if (catalog.systemView(schema, name) != null) {
      throw new MosqlException(SqlState.WRONG_OBJECT_TYPE, "\"" + name + "\" is a system view");
    }
    return catalog.table(schema, name);
  }

  /** The table; 42P01 when there is none. */
  TableDef table(SqlIdentifier identifier) {
    TableDef table = tableOrNull(identifier);
    if (table == null) {
      throw new MosqlException(
          SqlState.UNDEFINED_TABLE,
          "table \"" + String.join(".", identifier.names) + "\" does not exist");
    }
    return table;
  }

  /** Index of the column; 42703 when there is none. */
  static int column(TableDef table, SqlIdentifier identifier) {
    int column = table.columnIndex(identifier.getSimple());
    if (column < 0 || table.columns().get(column).hidden()) {
      throw new MosqlException(
          SqlState.UNDEFINED_COLUMN,
          "column \""
              + identifier.getSimple()
              + "\" of table \""
              + table.name()
              + "\" does not exist",
          characterOffset(identifier.getParserPosition()),
          null);
    }
    return column;
  }

  /** One-based offset of a position on the first line, where it is one. */
  private static int characterOffset(SqlParserPos position) {
    return position.getLineNum() == 1 ? position.getColumnNum() : MosqlException.NO_POSITION;
  }

  /** The name, qualified with this schema when it has none. */
  static SqlIdentifier within(String schema, SqlIdentifier name) {
    return name.isSimple()
        ? new SqlIdentifier(List.of(schema, name.getSimple()), name.getParserPosition())
        : name;
  }

  static String last(SqlIdentifier identifier) {
    return identifier.names.get(identifier.names.size() - 1);
  }

  /** Names of the indexes and constraints of the table. */
  static Set<String> usedConstraintNames(TableDef table) {
    Set<String> used = new HashSet<>();
    used.add(table.primary().name());
    for (IndexDef index : table.indexes()) {
      used.add(index.name());
    }
    for (ForeignKeyDef key : table.foreignKeys()) {
      used.add(key.name());
    }
    for (CheckDef check : table.checks()) {
      used.add(check.name());
    }
    return used;
  }

  /**
   * The given name, which must be free (42710), or a free one made from the table, columns and
   * suffix.
   */
  static String constraint(
      @Nullable SqlIdentifier given, TableDef table, List<String> columns, String suffix) {
    Set<String> used = usedConstraintNames(table);
    if (given != null) {
      String name = last(given);
      if (used.contains(name)) {
        throw new MosqlException(
            SqlState.DUPLICATE_OBJECT,
            "constraint or index \""
                + name
                + "\" of table \""
                + table.name()
                + "\" already exists");
      }
      return name;
    }
    String base =
        table.name() + (columns.isEmpty() ? "" : "_" + String.join("_", columns)) + "_" + suffix;
    String name = base;
    for (int i = 1; used.contains(name); i++) {
      name = base + i;
    }
    return name;
  }
}
