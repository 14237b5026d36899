package io.mosql.sql.rights;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.Standing;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.ViewDef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A catalog in which somebody finds only what he has some right on, for views and lists. A schema
 * is seen by whoever may look into it or make objects in it; what is in a schema that one may not
 * look into is not seen; a table is found by its id all the same, since what refers to it may be
 * seen. Immutable as far as the standing is.
 */
public final class VisibleCatalog extends ForwardingCatalog {
  private final Access access;

  private VisibleCatalog(Catalog all, Access access) {
    super(all);
    this.access = access;
  }

  /** The catalog as somebody sees it. */
  public static Catalog of(Catalog catalog, Standing standing) {
    return standing.mayDoEverything()
        ? catalog
        : new VisibleCatalog(catalog, new Access(standing, catalog));
  }

  private boolean seesSchema(String schema) {
    long id = all().schemaId(schema);
    return id == 0 || access.sees(id);
  }

  private boolean sees(TableDef table) {
    return seesSchema(table.schema()) && access.sees(table.id());
  }

  private boolean sees(ViewDef view) {
    return seesSchema(view.schema()) && access.sees(view.id());
  }

  private boolean sees(SequenceDef sequence) {
    if (!seesSchema(sequence.schema())) {
      return false;
    }
    TableDef table = all().table(sequence.ownerTable());
    return access.sees(sequence.id()) || table != null && sees(table);
  }

  @Override
  public @Nullable TableDef table(String schema, String name) {
    TableDef table = all().table(schema, name);
    return table != null && sees(table) ? table : null;
  }

  @Override
  public @Nullable SequenceDef sequence(String schema, String name) {
    SequenceDef sequence = all().sequence(schema, name);
    return sequence != null && sees(sequence) ? sequence : null;
  }

  @Override
  public @Nullable ViewDef view(String schema, String name) {
    ViewDef view = all().view(schema, name);
    return view != null && sees(view) ? view : null;
  }

  @Override
  public List<ViewDef> views() {
    return all().views().stream().filter(this::sees).toList();
  }

  @Override
  public boolean hasSchema(String schema) {
    return all().hasSchema(schema) && seesSchema(schema);
  }

  @Override
  public long schemaId(String schema) {
    return seesSchema(schema) ? all().schemaId(schema) : 0;
  }

  @Override
  public List<String> schemas() {
    return all().schemas().stream().filter(this::seesSchema).toList();
  }

  @Override
  public List<TableDef> tables() {
    return all().tables().stream().filter(this::sees).toList();
  }

  @Override
  public List<SequenceDef> sequences() {
    return all().sequences().stream().filter(this::sees).toList();
  }
}
