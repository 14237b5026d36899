package io.mosql.sql.catalog;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The schema objects as one transaction sees them. Immutable, shared between threads. */
public interface Catalog {
  /** The version of a catalog that its transaction has changed. */
  long CHANGED = -1;

  /**
   * Position of the last committed write to the catalog; plans are cached under it. {@link
   * #CHANGED} when this transaction changed the catalog itself, so that nothing planned under it
   * may be cached; below that, the number of a catalog with temporary tables, whose plans are for
   * its session alone.
   */
  long version();

  @Nullable TableDef table(String schema, String name);

  @Nullable TableDef table(long id);

  @Nullable SequenceDef sequence(String schema, String name);

  @Nullable SequenceDef sequence(long id);

  /** A view created with CREATE VIEW. */
  default @Nullable ViewDef view(String schema, String name) {
    return null;
  }

  default @Nullable ViewDef view(long id) {
    return null;
  }

  /** All such views, by schema and name. */
  default List<ViewDef> views() {
    return List.of();
  }

  /** Whether the name is taken: tables, views and sequences share their names. */
  default boolean hasRelation(String schema, String name) {
    return table(schema, name) != null
        || view(schema, name) != null
        || sequence(schema, name) != null;
  }

  boolean hasSchema(String schema);

  /** Id of a stored schema, 0 when there is none of this name. */
  long schemaId(String schema);

  /** Names in order. */
  List<String> schemas();

  /** All tables, by schema and name. */
  List<TableDef> tables();

  List<SequenceDef> sequences();

  /** Account that owns a schema, table, view or sequence; 0 when it has no owner. */
  default long owner(long object) {
    return 0;
  }

  /** Privileges on a schema, table, view or sequence, one entry for each account that has some. */
  default Collection<Grant> grants(long object) {
    return List.of();
  }

  /** The statistics of a table collected by ANALYZE; null when it was never run. */
  default @Nullable RelationStatistics statistics(long table) {
    return null;
  }

  /** The comment on an object; null where there is none. */
  default @Nullable String comment(CommentTarget on) {
    return null;
  }

  /** The object and those of its parts that have comments. */
  default Collection<CommentTarget> commentTargets(long object) {
    return List.of();
  }

  /** The persisted settings. */
  default List<SettingDef> settings() {
    return List.of();
  }

  /** System views, by schema and name; their rows are made on demand. */
  List<SystemView> systemViews();

  @Nullable SystemView systemView(String schema, String name);

  /**
   * The tables and those with foreign keys that refer to them, to these, and so on; each once, the
   * given ones first.
   */
  default List<TableDef> withReferencing(List<TableDef> tables) {
    Map<Long, TableDef> found = new LinkedHashMap<>();
    tables.forEach(table -> found.putIfAbsent(table.id(), table));
    Deque<TableDef> open = new ArrayDeque<>(found.values());
    while (!open.isEmpty()) {
      for (long id : open.remove().referencedBy()) {
        TableDef child = table(id);
        if (child != null && found.putIfAbsent(id, child) == null) {
          open.add(child);
        }
      }
    }
    return List.copyOf(found.values());
  }
}
