package io.mosql.sql.planner;

import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CheckDef;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.ColumnStatistics;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.RelationStatistics;
import io.mosql.sql.catalog.SequenceDef;
import io.mosql.sql.catalog.SystemView;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.cost.TableStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A catalog created from lines of text, one for each table:
 *
 * <pre>
 * name 1000 | a integer not null, b varchar(10), c decimal(6,2) default 1.5 | primary a | index i b desc | unique u c
 *     | references parent b | check c > 0 | distinct b 7, c 20
 * </pre>
 */
public final class TestCatalog implements Catalog, TableStatistics {
  private static final Pattern COLUMN =
      Pattern.compile("(\\w+) (\\w+)(?:\\((\\d+)(?:,(\\d+))?\\))?( not null)?(?: default (.*))?");

  private final Map<String, TableDef> tables = new TreeMap<>();
  private final Map<Long, Long> rowCounts = new HashMap<>();
  private final Map<Long, RelationStatistics> figures = new HashMap<>();
  private final boolean empty;
  private long nextId = 100;

  public TestCatalog(String text, boolean empty) {
    this.empty = empty;
    for (String line : text.replaceAll("\n\\s+", " ").split("\n")) {
      if (!line.isBlank() && !line.startsWith("#")) {
        add(line.strip());
      }
    }
  }

  private void add(String line) {
    List<String> parts = Arrays.stream(line.split("\\|")).map(String::strip).toList();
    String[] head = parts.get(0).split(" ");
    List<ColumnDef> columns = new ArrayList<>();
    for (String column : parts.get(1).split(", ")) {
      columns.add(column(column, columns.size()));
    }
    long id = nextId++;
    IndexDef primary = null;
    List<IndexDef> indexes = new ArrayList<>();
    List<ForeignKeyDef> foreignKeys = new ArrayList<>();
    List<CheckDef> checks = new ArrayList<>();
    for (String part : parts.subList(2, parts.size())) {
      String[] words = part.split(" ", 2);
      switch (words[0]) {
        case "primary" -> primary = new IndexDef(id, "pk", true, true, keys(words[1], columns));
        case "index", "unique" -> {
          String[] named = words[1].split(" ", 2);
          indexes.add(
              new IndexDef(
                  nextId++, named[0], false, words[0].equals("unique"), keys(named[1], columns)));
        }
        case "references" -> {
          String[] named = words[1].split(" ", 2);
          TableDef parent = Objects.requireNonNull(tables.get(named[0]));
          List<Integer> own = keys(named[1], columns).stream().map(KeyColumn::column).toList();
          foreignKeys.add(
              new ForeignKeyDef(nextId++, "fk", own, parent.id(), parent.primary().id()));
        }
        case "distinct" -> figures.put(id, figures(id, head[1], words[1], columns));
        default -> checks.add(new CheckDef(nextId++, "c" + checks.size(), words[1]));
      }
    }
    if (primary == null) {
      columns.add(
          new ColumnDef(
              columns.size(), "row_id", SqlType.BIGINT, false, null, nextId++, true, null));
      primary =
          new IndexDef(id, "pk", true, true, List.of(new KeyColumn(columns.size() - 1, false)));
    }
    tables.put(
        head[0],
        new TableDef(
            id,
            "public",
            head[0],
            columns,
            columns.size(),
            primary,
            indexes,
            foreignKeys,
            checks,
            0,
            List.of()));
    rowCounts.put(id, Long.parseLong(head[1]));
  }

  /** Parses the numbers of distinct values, in the form {@code column number, column number}. */
  private static RelationStatistics figures(
      long id, String rows, String text, List<ColumnDef> columns) {
    List<ColumnStatistics> figures = new ArrayList<>();
    for (String part : text.split(", ")) {
      String[] words = part.split(" ");
      for (ColumnDef column : columns) {
        if (column.name().equals(words[0])) {
          double distinct = Double.parseDouble(words[1]);
          figures.add(
              new ColumnStatistics(
                  column.ordinal(), column.type().kind(), 0, distinct, List.of(), List.of()));
        }
      }
    }
    long count = Long.parseLong(rows);
    return new RelationStatistics(id, count, count, 0, 0, figures, List.of());
  }

  private static ColumnDef column(String text, int ordinal) {
    Matcher matcher = COLUMN.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    TypeKind kind = TypeKind.valueOf(matcher.group(2).toUpperCase(Locale.ROOT));
    int precision =
        matcher.group(3) == null ? SqlType.UNBOUNDED : Integer.parseInt(matcher.group(3));
    int scale = matcher.group(4) == null ? 0 : Integer.parseInt(matcher.group(4));
    return new ColumnDef(
        ordinal,
        matcher.group(1),
        new SqlType(kind, precision, scale),
        matcher.group(5) == null,
        matcher.group(6),
        0,
        false,
        null);
  }

  private static List<KeyColumn> keys(String text, List<ColumnDef> columns) {
    List<KeyColumn> keys = new ArrayList<>();
    for (String key : text.split(", ")) {
      String[] words = key.strip().split(" ");
      for (int i = 0; i < columns.size(); i++) {
        if (columns.get(i).name().equals(words[0])) {
          keys.add(new KeyColumn(i, words.length > 1));
        }
      }
    }
    return keys;
  }

  @Override
  public long rowCount(TableDef table) {
    return empty ? 0 : rowCounts.getOrDefault(table.id(), 0L);
  }

  @Override
  public long version() {
    return 1;
  }

  @Override
  public @Nullable TableDef table(String schema, String name) {
    return schema.equals("public") ? tables.get(name) : null;
  }

  @Override
  public @Nullable RelationStatistics statistics(long table) {
    return figures.get(table);
  }

  @Override
  public @Nullable TableDef table(long id) {
    return tables.values().stream().filter(t -> t.id() == id).findFirst().orElse(null);
  }

  @Override
  public @Nullable SequenceDef sequence(String schema, String name) {
    return null;
  }

  @Override
  public @Nullable SequenceDef sequence(long id) {
    return null;
  }

  @Override
  public boolean hasSchema(String schema) {
    return schemas().contains(schema);
  }

  @Override
  public long schemaId(String schema) {
    return 1;
  }

  @Override
  public List<String> schemas() {
    return List.of("mosql", "public");
  }

  @Override
  public List<TableDef> tables() {
    return List.copyOf(tables.values());
  }

  @Override
  public List<SequenceDef> sequences() {
    return List.of();
  }

  @Override
  public List<SystemView> systemViews() {
    return List.of(
        new SystemView(
            "mosql",
            "tables",
            List.of(
                new SystemView.Column("name", SqlType.TEXT),
                new SystemView.Column("row_count", SqlType.BIGINT)),
            request -> List.of()));
  }

  @Override
  public @Nullable SystemView systemView(String schema, String name) {
    return systemViews().stream()
        .filter(v -> v.schema().equals(schema) && v.name().equals(name))
        .findFirst()
        .orElse(null);
  }
}
