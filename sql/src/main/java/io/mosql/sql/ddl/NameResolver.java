package io.mosql.sql.ddl;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CheckDef;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
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
      throw SqlErrorMessage.IMPROPER_QUALIFIED_NAME.error(String.join(".", names));
    }
    String schema = names.size() == 2 ? names.get(0) : currentSchema;
    if (!catalog.hasSchema(schema)) {
      throw SqlErrorMessage.UNDEFINED_SCHEMA.error(schema);
    }
    return new QualifiedName(schema, names.get(names.size() - 1));
  }

  /** As above, for an object to create: not in a system schema. */
  QualifiedName qualifiedForCreate(SqlIdentifier identifier) {
    QualifiedName name = qualified(identifier);
    if (catalog.schemaId(name.schema) == 0) {
      throw SqlErrorMessage.CHANGE_OF_SYSTEM_SCHEMA.error(name.schema);
    }
    return name;
  }

  /** Whether it is the name of a view that was created. */
  boolean isView(SqlIdentifier identifier) {
    String schema = identifier.names.size() == 2 ? identifier.names.get(0) : currentSchema;
    return identifier.names.size() <= 2 && catalog.view(schema, last(identifier)) != null;
  }

  @Nullable TableDef tableOrNull(SqlIdentifier identifier) {
    String schema = identifier.names.size() == 2 ? identifier.names.get(0) : currentSchema;
    if (identifier.names.size() > 2) {
      return null;
    }
    String name = last(identifier);
    if (catalog.view(schema, name) != null) {
      throw SqlErrorMessage.NOT_A_TABLE_BUT_VIEW.error(name);
    }
    if (catalog.systemView(schema, name) != null) {
      throw SqlErrorMessage.SYSTEM_VIEW.error(name);
    }
    return catalog.table(schema, name);
  }

  /** The table; 42P01 when there is none. */
  TableDef table(SqlIdentifier identifier) {
    TableDef table = tableOrNull(identifier);
    if (table == null) {
      throw SqlErrorMessage.UNDEFINED_TABLE.error(String.join(".", identifier.names));
    }
    return table;
  }

  /** Index of the column; 42703 when there is none. */
  static int column(TableDef table, SqlIdentifier identifier) {
    int column = table.columnIndex(identifier.getSimple());
    if (column < 0 || table.columns().get(column).hidden()) {
      throw SqlErrorMessage.UNDEFINED_COLUMN_OF_TABLE.at(
          characterOffset(identifier.getParserPosition()), identifier.getSimple(), table.name());
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
        throw SqlErrorMessage.DUPLICATE_CONSTRAINT_OR_INDEX.error(name, table.name());
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
