package io.mosql.jooq;

import java.sql.SQLException;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Meta;
import org.jooq.SQLDialect;
import org.jooq.Schema;
import org.jooq.Table;
import org.jooq.UniqueKey;
import org.jooq.impl.DSL;
import org.jooq.meta.AbstractMetaDatabase;
import org.jooq.meta.DefaultRelations;
import org.jooq.meta.SchemaDefinition;
import org.jooq.meta.TableDefinition;

/**
 * The database for the code generator: the name of this class is the {@code name} of its {@code
 * database} element.
 */
public final class MosqlDatabase extends AbstractMetaDatabase {
  /** Called by the code generator. */
  public MosqlDatabase() {}

  @Override
  protected DSLContext create0() {
    return DSL.using(getConnection(), SQLDialect.POSTGRES);
  }

  @Override
  protected Meta getMeta0() {
    return new MosqlMetaProvider(create0().configuration()).provide();
  }

  /**
   * Loads primary keys, too, by their names: foreign keys refer to these, and not to those that the
   * superclass makes.
   */
  @Override
  protected void loadUniqueKeys(DefaultRelations relations) throws SQLException {
    for (Schema schema : getMeta0().getSchemas()) {
      SchemaDefinition generated = getSchema(schema.getName());
      if (generated == null) {
        continue;
      }
      for (Table<?> table : schema.getTables()) {
        TableDefinition definition = getTable(generated, table.getName());
        if (definition == null) {
          continue;
        }
        if (table.getPrimaryKey() != null) {
          for (Field<?> field : table.getPrimaryKey().getFields()) {
            relations.addPrimaryKey(
                table.getPrimaryKey().getName(), definition, definition.getColumn(field.getName()));
          }
        }
        for (UniqueKey<?> key : table.getUniqueKeys()) {
          for (Field<?> field : key.getFields()) {
            relations.addUniqueKey(
                key.getName(), definition, definition.getColumn(field.getName()));
          }
        }
      }
    }
  }
}
