package io.mosql.sql.rights;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.Commented;
import io.mosql.sql.catalog.Grant;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.SettingDef;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.catalog.TableFigures;
import io.mosql.sql.catalog.ViewDef;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Another catalog, but for what a subclass sees otherwise. */
abstract class ForwardingCatalog implements Catalog {
  private final Catalog all;

  ForwardingCatalog(Catalog all) {
    this.all = all;
  }

  final Catalog all() {
    return all;
  }

  @Override
  public long version() {
    return all.version();
  }

  @Override
  public @Nullable TableDef table(String schema, String name) {
    return all.table(schema, name);
  }

  @Override
  public @Nullable TableDef table(long id) {
    return all.table(id);
  }

  @Override
  public @Nullable SequenceDef sequence(String schema, String name) {
    return all.sequence(schema, name);
  }

  @Override
  public @Nullable SequenceDef sequence(long id) {
    return all.sequence(id);
  }

  @Override
  public @Nullable ViewDef view(String schema, String name) {
    return all.view(schema, name);
  }

  @Override
  public @Nullable ViewDef view(long id) {
    return all.view(id);
  }

  @Override
  public List<ViewDef> views() {
    return all.views();
  }

  @Override
  public boolean hasSchema(String schema) {
    return all.hasSchema(schema);
  }

  @Override
  public long schemaId(String schema) {
    return all.schemaId(schema);
  }

  @Override
  public List<String> schemas() {
    return all.schemas();
  }

  @Override
  public List<TableDef> tables() {
    return all.tables();
  }

  @Override
  public List<SequenceDef> sequences() {
    return all.sequences();
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
  public @Nullable TableFigures figures(long table) {
    return all.figures(table);
  }

  @Override
  public @Nullable String comment(Commented on) {
    return all.comment(on);
  }

  @Override
  public Collection<Commented> commented(long object) {
    return all.commented(object);
  }

  @Override
  public List<SettingDef> settings() {
    return all.settings();
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
