package io.mosql.sql.catalog;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A catalog that forwards to another one, except where a subclass overrides it. */
public abstract class ForwardingCatalog implements Catalog {
  private final Catalog all;

  protected ForwardingCatalog(Catalog all) {
    this.all = all;
  }

  protected final Catalog all() {
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
  public @Nullable RelationStatistics statistics(long table) {
    return all.statistics(table);
  }

  @Override
  public @Nullable String comment(CommentTarget on) {
    return all.comment(on);
  }

  @Override
  public Collection<CommentTarget> commentTargets(long object) {
    return all.commentTargets(object);
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
