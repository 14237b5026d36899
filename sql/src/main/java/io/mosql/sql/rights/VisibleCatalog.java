package io.mosql.sql.rights;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.Grant;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.Standing;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A catalog in which somebody finds only what he has some right on, for views and lists. A schema
 * is seen by whoever may look into it or make objects in it; what is in a schema that one may not
 * look into is not seen. Immutable as far as the standing is.
 */
public final class VisibleCatalog implements Catalog {
  private final Catalog all;
  private final Access access;

  private VisibleCatalog(Catalog all, Access access) {
    this.all = all;
    this.access = access;
  }

  /** The catalog as somebody sees it. */
  public static Catalog of(Catalog catalog, Standing standing) {
    return standing.mayDoEverything()
        ? catalog
        : new VisibleCatalog(catalog, new Access(standing, catalog));
  }

  private boolean seesSchema(String schema) {
    long id = all.schemaId(schema);
    return id == 0 || access.sees(id);
  }

  private boolean sees(TableDef table) {
    return seesSchema(table.schema()) && access.sees(table.id());
  }

  private boolean sees(SequenceDef sequence) {
    if (!seesSchema(sequence.schema())) {
      return false;
    }
    TableDef table = all.table(sequence.ownerTable());
    return access.sees(sequence.id()) || table != null && sees(table);
  }

  @Override
  public long version() {
    return all.version();
  }

  @Override
  public @Nullable TableDef table(String schema, String name) {
    TableDef table = all.table(schema, name);
    return table != null && sees(table) ? table : null;
  }

  /** Also of one that is not seen: what refers to it may be seen. */
  @Override
  public @Nullable TableDef table(long id) {
    return all.table(id);
  }

  @Override
  public @Nullable SequenceDef sequence(String schema, String name) {
    SequenceDef sequence = all.sequence(schema, name);
    return sequence != null && sees(sequence) ? sequence : null;
  }

  @Override
  public @Nullable SequenceDef sequence(long id) {
    return all.sequence(id);
  }

  @Override
  public boolean hasSchema(String schema) {
    return all.hasSchema(schema) && seesSchema(schema);
  }

  @Override
  public long schemaId(String schema) {
    return seesSchema(schema) ? all.schemaId(schema) : 0;
  }

  @Override
  public List<String> schemas() {
    return all.schemas().stream().filter(this::seesSchema).toList();
  }

  @Override
  public List<TableDef> tables() {
    return all.tables().stream().filter(this::sees).toList();
  }

  @Override
  public List<SequenceDef> sequences() {
    return all.sequences().stream().filter(this::sees).toList();
  }

  @Override
  public long owner(long object) {
    return all.owner(object);
  }

  @Override
  public Collection<Grant> grants(long object) {
    return all.grants(object);
  }

  @Override
  public List<SystemView> systemViews() {
    return all.systemViews();
  }

  @Override
  public @Nullable SystemView systemView(String schema, String name) {
    return all.systemView(schema, name);
  }
}
