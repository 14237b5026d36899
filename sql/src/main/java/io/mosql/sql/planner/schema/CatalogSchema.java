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
 * tables are made on demand. One more schema, {@link #TARGETS}, holds a keyless table that an
 * UPDATE or DELETE works on, with its row id visible.
 */
public final class CatalogSchema extends AbstractSchema {
  /** A name that nobody types. */
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

  /** A reader of what one statement may name. */
  public static CalciteCatalogReader reader(
      RelationResolver relations,
      String currentSchema,
      @Nullable TableDef target,
      RelDataTypeFactory factory) {
    CalciteSchema root =
        CalciteSchema.createRootSchema(false, false, "$root", new CatalogSchema(relations, target));
    return new Reader(root, currentSchema, factory);
  }

  /** One to which columns of the same name are ambiguous. */
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

  /** The tables of one schema. */
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

  /** Finds by exact name; lists nothing, which only suggestions in messages would need. */
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
