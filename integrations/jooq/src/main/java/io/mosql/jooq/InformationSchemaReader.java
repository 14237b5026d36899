package io.mosql.jooq;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.util.xml.jaxb.CheckConstraint;
import org.jooq.util.xml.jaxb.Column;
import org.jooq.util.xml.jaxb.InformationSchema;
import org.jooq.util.xml.jaxb.KeyColumnUsage;
import org.jooq.util.xml.jaxb.ReferentialConstraint;
import org.jooq.util.xml.jaxb.Schema;
import org.jooq.util.xml.jaxb.Sequence;
import org.jooq.util.xml.jaxb.Table;
import org.jooq.util.xml.jaxb.TableConstraint;
import org.jooq.util.xml.jaxb.TableConstraintType;
import org.jooq.util.xml.jaxb.TableType;
import org.jooq.util.xml.jaxb.View;
import org.jspecify.annotations.Nullable;

/**
 * Reads the schemas of a database, apart from those of the system. Types have the names that the
 * dialect of PostgreSQL knows; a text with the constraint that JSON columns have is JSON.
 */
final class InformationSchemaReader {
  private static final String USER_SCHEMAS =
      " NOT IN ('information_schema', 'mosql', 'pg_catalog')";

  private final DSLContext database;
  private final InformationSchema result = new InformationSchema();

  InformationSchemaReader(DSLContext database) {
    this.database = database;
  }

  InformationSchema read() {
    Set<String> json = new HashSet<>();
    for (Record row : rows("check_constraints", "constraint_schema")) {
      String table = text(row, "table_name");
      String clause = text(row, "check_clause");
      json.add(text(row, "constraint_schema") + '.' + table + '.' + clause);
      result
          .getCheckConstraints()
          .add(
              new CheckConstraint()
                  .withConstraintSchema(text(row, "constraint_schema"))
                  .withConstraintName(text(row, "constraint_name"))
                  .withCheckClause(clause));
    }
    for (Record row : rows("schemata", "schema_name")) {
      result.getSchemata().add(new Schema().withSchemaName(text(row, "schema_name")));
    }
    for (Record row : rows("tables", "table_schema")) {
      result
          .getTables()
          .add(
              new Table()
                  .withTableSchema(text(row, "table_schema"))
                  .withTableName(text(row, "table_name"))
                  .withTableType(
                      "VIEW".equals(text(row, "table_type"))
                          ? TableType.VIEW
                          : TableType.BASE_TABLE)
                  .withComment(text(row, "table_comment")));
    }
    for (Record row : rows("views", "table_schema")) {
      result
          .getViews()
          .add(
              new View()
                  .withTableSchema(text(row, "table_schema"))
                  .withTableName(text(row, "table_name"))
                  .withViewDefinition(text(row, "view_definition")));
    }
    Set<String> identities = new HashSet<>();
    for (Record row : rows("columns", "table_schema")) {
      result.getColumns().add(column(row, json));
      if ("YES".equals(text(row, "is_identity"))) {
        identities.add(
            "%s.%s_%s_seq"
                .formatted(
                    text(row, "table_schema"), text(row, "table_name"), text(row, "column_name")));
      }
    }
    readConstraints();
    for (Record row : rows("sequences", "sequence_schema")) {
      if (!identities.contains(text(row, "sequence_schema") + '.' + text(row, "sequence_name"))) {
        result.getSequences().add(sequence(row));
      }
    }
    return result;
  }

  private static Column column(Record row, Set<String> checks) {
    String check =
        "%s.%s.\"json_valid\"(\"%s\")"
            .formatted(
                text(row, "table_schema"), text(row, "table_name"), text(row, "column_name"));
    String type = text(row, "data_type");
    return new Column()
        .withTableSchema(text(row, "table_schema"))
        .withTableName(text(row, "table_name"))
        .withColumnName(text(row, "column_name"))
        .withDataType(
            switch (String.valueOf(type)) {
              case "text" -> checks.contains(check) ? "json" : type;
              case "varbinary", "blob" -> "bytea";
              case "clob" -> "text";
              default -> type;
            })
        .withCharacterMaximumLength(row.get("character_maximum_length", Integer.class))
        .withNumericPrecision(
            row.get(
                "numeric".equals(type) ? "numeric_precision" : "datetime_precision", Integer.class))
        .withNumericScale("numeric".equals(type) ? row.get("numeric_scale", Integer.class) : null)
        .withOrdinalPosition(row.get("ordinal_position", Integer.class))
        .withColumnDefault(text(row, "column_default"))
        .withIsNullable("YES".equals(text(row, "is_nullable")))
        // What jOOQ looks for, and writes itself; not how the values are generated.
        .withIdentityGeneration(text(row, "is_identity"))
        .withReadonly("ALWAYS".equals(text(row, "is_generated")))
        .withComment(text(row, "column_comment"));
  }

  private void readConstraints() {
    for (Record row : rows("table_constraints", "constraint_schema")) {
      result
          .getTableConstraints()
          .add(
              new TableConstraint()
                  .withConstraintSchema(text(row, "constraint_schema"))
                  .withConstraintName(text(row, "constraint_name"))
                  .withConstraintType(TableConstraintType.fromValue(text(row, "constraint_type")))
                  .withTableSchema(text(row, "table_schema"))
                  .withTableName(text(row, "table_name"))
                  .withEnforced(true));
    }
    for (Record row : rows("key_column_usage", "constraint_schema")) {
      result
          .getKeyColumnUsages()
          .add(
              new KeyColumnUsage()
                  .withConstraintSchema(text(row, "constraint_schema"))
                  .withConstraintName(text(row, "constraint_name"))
                  .withTableSchema(text(row, "table_schema"))
                  .withTableName(text(row, "table_name"))
                  .withColumnName(text(row, "column_name"))
                  .withOrdinalPosition(row.get("ordinal_position", Integer.class))
                  .withPositionInUniqueConstraint(
                      row.get("position_in_unique_constraint", Integer.class)));
    }
    for (Record row : rows("referential_constraints", "constraint_schema")) {
      result
          .getReferentialConstraints()
          .add(
              new ReferentialConstraint()
                  .withConstraintSchema(text(row, "constraint_schema"))
                  .withConstraintName(text(row, "constraint_name"))
                  .withUniqueConstraintSchema(text(row, "unique_constraint_schema"))
                  .withUniqueConstraintName(text(row, "unique_constraint_name")));
    }
  }

  private static Sequence sequence(Record row) {
    return new Sequence()
        .withSequenceSchema(text(row, "sequence_schema"))
        .withSequenceName(text(row, "sequence_name"))
        .withDataType(text(row, "data_type"))
        .withStartValue(row.get("start_value", BigInteger.class))
        .withIncrement(row.get("increment", BigInteger.class))
        .withMinimumValue(row.get("minimum_value", BigInteger.class))
        .withMaximumValue(row.get("maximum_value", BigInteger.class))
        .withCycleOption("YES".equals(text(row, "cycle_option")));
  }

  /** Rows of a view, in the order of their first columns. */
  private Iterable<Record> rows(String view, String schemaColumn) {
    return database.fetch(
        "SELECT * FROM information_schema." + view + " WHERE " + schemaColumn + USER_SCHEMAS);
  }

  private static @Nullable String text(Record row, String column) {
    return row.get(column, String.class);
  }
}
