package io.mosql.sql.planner.schema;

import io.mosql.sql.catalog.TableDef;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.SchemaVersion;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;
import org.jspecify.annotations.Nullable;

/**
 * The catalog as a Calcite schema: a root with one sub-schema for each schema of the catalog;
 * tables are created on demand. An additional schema, {@link #TARGETS}, contains the target of an
 * UPDATE or DELETE when it has no primary key, with its row id visible.
 */
public final class CatalogSchema extends AbstractSchema {
  /** A schema name that cannot occur in a statement. */
  public static final String TARGETS = "\u0000targets";

  private final Lookup<Schema> schemas;

  private CatalogSchema(RelationResolver relations, @Nullable TableDef target) {
    this.schemas =
        new NameLookup<>(
            name ->
                name.equals(TARGETS) && target != null
                    ? new OneSchema(
                        table ->
                            target.name().equals(table) ? new CatalogTable(target, true) : null)
                    : relations.hasSchema(name)
                        ? new OneSchema(table -> relations.table(name, table))
                        : null);
  }

  /** Returns a reader of the relations that a statement may refer to. */
  public static CalciteCatalogReader reader(
      RelationResolver relations,
      String currentSchema,
      @Nullable TableDef target,
      RelDataTypeFactory factory) {
    CalciteSchema root =
        CalciteSchema.createRootSchema(false, false, "$root", new CatalogSchema(relations, target));
    return new Reader(root, currentSchema, factory);
  }

  /** A catalog reader that reports columns with duplicate names as ambiguous. */
  private static final class Reader extends CalciteCatalogReader {
    Reader(CalciteSchema root, String currentSchema, RelDataTypeFactory factory) {
      super(
          root,
          new DuplicateColumns(),
          List.of(List.of(currentSchema), List.of()),
          factory,
          CalciteConnectionConfig.DEFAULT);
    }
  }

  @Override
  public Lookup<? extends Schema> subSchemas() {
    return schemas;
  }

  @Override
  public Schema snapshot(SchemaVersion version) {
    return this;
  }

  /** One schema of the catalog. */
  private static final class OneSchema extends AbstractSchema {
    private final Lookup<Table> tables;

    OneSchema(Function<String, @Nullable Table> byName) {
      this.tables = new NameLookup<>(byName);
    }

    @Override
    public Lookup<Table> tables() {
      return tables;
    }

    @Override
    public Schema snapshot(SchemaVersion version) {
      return this;
    }
  }

  /** A lookup by exact name that lists nothing; lists are used only for suggestions in messages. */
  private static final class NameLookup<T> implements Lookup<T> {
    private final Function<String, @Nullable T> byName;

    NameLookup(Function<String, @Nullable T> byName) {
      this.byName = byName;
    }

    @Override
    public @Nullable T get(String name) {
      return byName.apply(name);
    }

    @Override
    public @Nullable Named<T> getIgnoreCase(String name) {
      T found = byName.apply(name);
      return found == null ? null : new Named<>(name, found);
    }

    @Override
    public Set<String> getNames(LikePattern pattern) {
      return Set.of();
    }
  }
}
