package io.mosql.sql.catalog;

import io.mosql.storage.transaction.RowCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The catalog as read from its tree. Immutable. */
final class StoredCatalog implements Catalog {
  private final long version;
  private final TreeMap<String, Long> schemas = new TreeMap<>();
  private final Map<Long, TableDef> tablesById = new HashMap<>();

  /** The rows of the tables, by which a later catalog finds what has not changed. */
  private final Map<Long, byte[]> tableRows = new HashMap<>();

  private final Map<String, Map<String, TableDef>> tablesByName = new HashMap<>();
  private final Map<Long, SequenceDef> sequencesById = new HashMap<>();
  private final Map<String, Map<String, SequenceDef>> sequencesByName = new HashMap<>();
  private final Map<Long, ViewDef> viewsById = new HashMap<>();
  private final Map<String, Map<String, ViewDef>> viewsByName = new HashMap<>();
  private final Map<Long, Long> owners = new HashMap<>();
  private final Map<Long, List<Grant>> grants = new HashMap<>();
  private final Map<Long, RelationStatistics> figures = new HashMap<>();
  private final Map<Long, Map<CommentTarget, String>> comments = new HashMap<>();
  private final List<SettingDef> settings = new ArrayList<>();
  private final SystemViewList systemViews;

  /**
   * @param rows of the catalog tree
   * @param like a catalog of the same database, whose tables are decoded already; null for none
   */
  StoredCatalog(
      long version, RowCursor rows, SystemViewList systemViews, @Nullable StoredCatalog like) {
    this.version = version;
    this.systemViews = systemViews;
    Map<Long, List<Long>> referencedBy = new HashMap<>();
    List<TableDef> tables = new ArrayList<>();
    while (rows.next()) {
      long id = CatalogCodec.id(rows.key());
      switch (CatalogCodec.kind(rows.key())) {
        case CatalogCodec.SCHEMA -> schemas.put(CatalogCodec.decodeSchema(rows.row()), id);
        case CatalogCodec.TABLE -> {
          byte[] row = rows.row();
          TableDef known = like == null ? null : like.decoded(id, row);
          tables.add(known == null ? CatalogCodec.decodeTable(id, row) : known);
          tableRows.put(id, row);
        }
        case CatalogCodec.SEQUENCE -> add(CatalogCodec.decodeSequence(id, rows.row()));
        case CatalogCodec.VIEW -> add(CatalogCodec.decodeView(id, rows.row()));
        case CatalogCodec.OWNER -> owners.put(id, CatalogCodec.decodeOwner(rows.row()));
        case CatalogCodec.RIGHTS ->
            grants
                .computeIfAbsent(id, unused -> new ArrayList<>())
                .add(CatalogCodec.decodeGrant(rows.key(), rows.row()));
        case CatalogCodec.FIGURES -> figures.put(id, StatisticsCodec.decode(id, rows.row()));
        case CatalogCodec.COMMENT ->
            comments
                .computeIfAbsent(id, unused -> new HashMap<>())
                .put(CatalogCodec.commented(rows.key()), CatalogCodec.decodeComment(rows.row()));
        case CatalogCodec.SETTING -> settings.add(CatalogCodec.decodeSetting(id, rows.row()));
        case CatalogCodec.REFERRED -> {
          // The row is only read and changed to detect conflicts; the foreign keys contain the
          // data.
        }
        default -> throw new IllegalStateException("a catalog row of an unknown kind");
      }
    }
    for (TableDef table : tables) {
      for (ForeignKeyDef key : table.foreignKeys()) {
        List<Long> children =
            referencedBy.computeIfAbsent(key.parentId(), unused -> new ArrayList<>());
        if (!children.contains(table.id())) {
          children.add(table.id());
        }
      }
    }
    for (TableDef table : tables) {
      TableDef whole = table.withReferencedBy(referencedBy.getOrDefault(table.id(), List.of()));
      tablesById.put(whole.id(), whole);
      tablesByName
          .computeIfAbsent(whole.schema(), unused -> new HashMap<>())
          .put(whole.name(), whole);
    }
  }

  /** The table of that row; null when this catalog does not have it. */
  private @Nullable TableDef decoded(long id, byte[] row) {
    return Arrays.equals(tableRows.get(id), row) ? tablesById.get(id) : null;
  }

  private void add(SequenceDef sequence) {
    sequencesById.put(sequence.id(), sequence);
    sequencesByName
        .computeIfAbsent(sequence.schema(), unused -> new HashMap<>())
        .put(sequence.name(), sequence);
  }

  private void add(ViewDef view) {
    viewsById.put(view.id(), view);
    viewsByName.computeIfAbsent(view.schema(), unused -> new HashMap<>()).put(view.name(), view);
  }

  @Override
  public long version() {
    return version;
  }

  @Override
  public @Nullable TableDef table(String schema, String name) {
    return tablesByName.getOrDefault(schema, Map.of()).get(name);
  }

  @Override
  public @Nullable TableDef table(long id) {
    return tablesById.get(id);
  }

  @Override
  public @Nullable SequenceDef sequence(String schema, String name) {
    return sequencesByName.getOrDefault(schema, Map.of()).get(name);
  }

  @Override
  public @Nullable SequenceDef sequence(long id) {
    return sequencesById.get(id);
  }

  @Override
  public @Nullable ViewDef view(String schema, String name) {
    return viewsByName.getOrDefault(schema, Map.of()).get(name);
  }

  @Override
  public @Nullable ViewDef view(long id) {
    return viewsById.get(id);
  }

  @Override
  public List<ViewDef> views() {
    return viewsById.values().stream()
        .sorted(Comparator.comparing(ViewDef::schema).thenComparing(ViewDef::name))
        .toList();
  }

  @Override
  public boolean hasSchema(String schema) {
    return schemas.containsKey(schema)
        || systemViews.get().stream().anyMatch(v -> v.schema().equals(schema));
  }

  @Override
  public long schemaId(String schema) {
    return schemas.getOrDefault(schema, 0L);
  }

  @Override
  public List<String> schemas() {
    TreeMap<String, Long> all = new TreeMap<>(schemas);
    systemViews.get().forEach(view -> all.put(view.schema(), 0L));
    return List.copyOf(all.keySet());
  }

  @Override
  public List<TableDef> tables() {
    return tablesById.values().stream()
        .sorted(Comparator.comparing(TableDef::schema).thenComparing(TableDef::name))
        .toList();
  }

  @Override
  public List<SequenceDef> sequences() {
    return sequencesById.values().stream()
        .sorted(Comparator.comparing(SequenceDef::schema).thenComparing(SequenceDef::name))
        .toList();
  }

  @Override
  public long owner(long object) {
    return owners.getOrDefault(object, 0L);
  }

  @Override
  public Collection<Grant> grants(long object) {
    return Collections.unmodifiableList(grants.getOrDefault(object, List.of()));
  }

  @Override
  public @Nullable RelationStatistics statistics(long table) {
    return figures.get(table);
  }

  @Override
  public @Nullable String comment(CommentTarget on) {
    return comments.getOrDefault(on.object(), Map.of()).get(on);
  }

  @Override
  public Collection<CommentTarget> commentTargets(long object) {
    return Collections.unmodifiableSet(comments.getOrDefault(object, Map.of()).keySet());
  }

  @Override
  public List<SettingDef> settings() {
    return Collections.unmodifiableList(settings);
  }

  @Override
  public List<SystemView> systemViews() {
    return systemViews.get();
  }

  @Override
  public @Nullable SystemView systemView(String schema, String name) {
    for (SystemView view : systemViews.get()) {
      if (view.name().equals(name) && view.schema().equals(schema)) {
        return view;
      }
    }
    // The one-row table DUAL of Oracle and MySQL is found in every schema.
    boolean dual =
        name.equals("dual") && !schema.equals(SystemView.SCHEMA) && schemaId(schema) != 0;
    return dual && !hasRelation(schema, name) ? systemView(SystemView.SCHEMA, name) : null;
  }
}
