package io.mosql.sql.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The catalog of a database with the temporary tables and sequences of one session, which hide
 * those of the same names in the current schema. Immutable.
 */
public final class CatalogWithTemporaryTables extends ForwardingCatalog {
  /** The schema of temporary tables: PostgreSQL's name for it. */
  public static final String SCHEMA = "pg_temp";

  private final Catalog temporary;
  private final String currentSchema;
  private final long version;

  /**
   * @param temporary catalog of the session's private store
   * @param currentSchema in which names are looked up
   * @param version as {@link Catalog#version()} returns it
   */
  public CatalogWithTemporaryTables(
      Catalog database, Catalog temporary, String currentSchema, long version) {
    super(database);
    this.temporary = temporary;
    this.currentSchema = currentSchema;
    this.version = version;
  }

  @Override
  public long version() {
    return version;
  }

  private boolean isSearched(String schema) {
    return schema.equals(SCHEMA) || schema.equals(currentSchema);
  }

  private boolean isHidden(String schema, String name) {
    return isSearched(schema) && temporary.hasRelation(SCHEMA, name);
  }

  @Override
  public @Nullable TableDef table(String schema, String name) {
    return isHidden(schema, name) ? temporary.table(SCHEMA, name) : super.table(schema, name);
  }

  @Override
  public @Nullable TableDef table(long id) {
    TableDef own = temporary.table(id);
    return own == null ? super.table(id) : own;
  }

  @Override
  public @Nullable SequenceDef sequence(String schema, String name) {
    return isHidden(schema, name) ? temporary.sequence(SCHEMA, name) : super.sequence(schema, name);
  }

  @Override
  public @Nullable SequenceDef sequence(long id) {
    SequenceDef own = temporary.sequence(id);
    return own == null ? super.sequence(id) : own;
  }

  @Override
  public @Nullable ViewDef view(String schema, String name) {
    return isHidden(schema, name) ? null : super.view(schema, name);
  }

  @Override
  public @Nullable SystemView systemView(String schema, String name) {
    return isHidden(schema, name) ? null : super.systemView(schema, name);
  }

  @Override
  public boolean hasSchema(String schema) {
    return schema.equals(SCHEMA) || super.hasSchema(schema);
  }

  @Override
  public long schemaId(String schema) {
    return schema.equals(SCHEMA) ? temporary.schemaId(SCHEMA) : super.schemaId(schema);
  }

  @Override
  public List<String> schemas() {
    List<String> schemas = new ArrayList<>(super.schemas());
    schemas.add(SCHEMA);
    schemas.sort(null);
    return schemas;
  }

  @Override
  public List<TableDef> tables() {
    List<TableDef> tables = new ArrayList<>(super.tables());
    tables.addAll(temporary.tables());
    return tables;
  }

  @Override
  public List<SequenceDef> sequences() {
    List<SequenceDef> sequences = new ArrayList<>(super.sequences());
    sequences.addAll(temporary.sequences());
    return sequences;
  }

  @Override
  public long owner(long object) {
    long owner = temporary.owner(object);
    return owner == 0 ? super.owner(object) : owner;
  }

  @Override
  public Collection<Grant> grants(long object) {
    Collection<Grant> own = temporary.grants(object);
    return own.isEmpty() ? super.grants(object) : own;
  }

  @Override
  public @Nullable String comment(CommentTarget on) {
    String own = temporary.comment(on);
    return own == null ? super.comment(on) : own;
  }

  @Override
  public Collection<CommentTarget> commentTargets(long object) {
    Collection<CommentTarget> own = temporary.commentTargets(object);
    return own.isEmpty() ? super.commentTargets(object) : own;
  }
}
