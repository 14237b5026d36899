package io.mosql.sql.catalog;

import static io.mosql.sql.catalog.CatalogCodec.list;
import static io.mosql.sql.catalog.CatalogCodec.text;

import io.mosql.core.type.Collation;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * The encoding of table features that format 2 does not have: a list of the features of a table.
 *
 * <pre>
 * feature := INT tag, INT length, bytes
 *   1  actions of foreign keys    list of: LONG key's id, BYTE on delete, BYTE on update (KeyAction)
 *   2  generated columns          list of: INT ordinal, text of the expression
 *   3  columns numbered always    list of: INT ordinal
 *   4  virtual columns            list of: INT ordinal, text of the expression, list of INT ordinals of its inputs
 *   5  extents of indexes         list of: LONG index's id, INT included columns, INT ordinal of the filter or -1
 *   8  collations of columns      list of: INT ordinal, INT code (Collation)
 *  16  columns of type INTERVAL   list of: INT ordinal; declared as VARBINARY before, for older releases
 *  17  fields of such columns     list of: INT ordinal, INT digits of a second or -1, INT code (IntervalFields)
 *  18  columns of type JSONB      list of: INT ordinal; declared as VARBINARY before, as for 16
 *  19  inverted indexes           list of: LONG index's id, INT code (OperatorClass)
 *  20  columns of type NUMERIC    list of: INT ordinal; declared as VARBINARY before, as for 16
 *  21  deferrable foreign keys    list of: LONG key's id, BYTE code (Deferrability)
 *  24  deferrable unique keys     list of: LONG index's id, LONG key's id, BYTE 1 for the primary key, BYTE code (Deferrability)
 *  22  columns of type ARRAY      list of: INT ordinal, text of the elements' kind, INT precision, INT scale;
 *                                 declared as VARBINARY before, as for 16
 *  26  columns of type BLOB       list of: INT ordinal; declared as VARBINARY before, as for 16
 *  27  columns of type CLOB       list of: INT ordinal; declared as VARCHAR or TEXT before
 * </pre>
 *
 * An unknown tag belongs to a later release; the table cannot be read without it. Pure.
 */
final class TableFeatureCodec {
  private static final int KEY_ACTIONS = 1;
  private static final int GENERATED = 2;
  private static final int ALWAYS = 3;
  private static final int VIRTUAL = 4;
  private static final int EXTENTS = 5;
  private static final int COLLATIONS = 8;
  private static final int INTERVALS = 16;
  private static final int INTERVAL_FIELDS = 17;
  private static final int JSONB = 18;
  private static final int INVERTED = 19;
  private static final int NUMERIC = 20;
  private static final int DEFERRABLE_KEYS = 21;
  private static final int DEFERRABLE_UNIQUE_KEYS = 24;
  private static final int ARRAYS = 22;
  private static final int BLOB = 26;
  private static final int CLOB = 27;

  private TableFeatureCodec() {}

  /** An encoded feature. */
  record Feature(int tag, byte[] bytes) {}

  /** The type written in the column's part of the row: one that format 2 has. */
  static SqlType known(SqlType type) {
    return switch (type.kind()) {
      case INTERVAL, JSONB, NUMERIC, ARRAY -> SqlType.of(TypeKind.VARBINARY);
      case BLOB -> SqlType.varbinary(type.precision());
      case CLOB ->
          type.precision() == SqlType.UNBOUNDED ? SqlType.TEXT : SqlType.varchar(type.precision());
      default -> type;
    };
  }

  /** The features of a table; empty for one that format 2 can represent. */
  static List<Feature> of(TableDef table) throws IOException {
    return isPlain(table) ? List.of() : features(table);
  }

  /** Whether a table certainly has no features; most tables are told from their columns alone. */
  private static boolean isPlain(TableDef table) {
    if (!table.foreignKeys().isEmpty() || !table.indexes().isEmpty()) {
      return false;
    }
    for (ColumnDef column : table.columns()) {
      SqlType type = column.type();
      if (column.generated() || column.virtual() || column.always() || !type.isPlain()) {
        return false;
      }
      switch (type.kind()) {
        case INTERVAL, JSONB, NUMERIC, ARRAY, BLOB, CLOB -> {
          return false;
        }
        default -> {}
      }
    }
    return true;
  }

  private static List<Feature> features(TableDef table) throws IOException {
    List<Feature> features = new ArrayList<>();
    List<ForeignKeyDef> acting =
        table.foreignKeys().stream()
            .filter(
                key ->
                    key.onDelete() != KeyAction.NO_ACTION || key.onUpdate() != KeyAction.NO_ACTION)
            .toList();
    if (!acting.isEmpty()) {
      features.add(
          feature(
              KEY_ACTIONS,
              out ->
                  list(
                      out,
                      acting,
                      (o, key) -> {
                        o.writeLong(key.id());
                        o.writeByte(key.onDelete().code());
                        o.writeByte(key.onUpdate().code());
                      })));
    }
    List<ForeignKeyDef> deferrable =
        table.foreignKeys().stream().filter(key -> key.deferrability().isDeferrable()).toList();
    if (!deferrable.isEmpty()) {
      features.add(
          feature(
              DEFERRABLE_KEYS,
              out ->
                  list(
                      out,
                      deferrable,
                      (o, key) -> {
                        o.writeLong(key.id());
                        o.writeByte(key.deferrability().code());
                      })));
    }
    List<ColumnDef> generated =
        table.columns().stream().filter(c -> c.generated() && !c.virtual()).toList();
    if (!generated.isEmpty()) {
      features.add(
          feature(
              GENERATED,
              out ->
                  list(
                      out,
                      generated,
                      (o, column) -> {
                        o.writeInt(column.ordinal());
                        text(o, Objects.requireNonNull(column.generatedSql()));
                      })));
    }
    List<ColumnDef> always = table.columns().stream().filter(ColumnDef::always).toList();
    if (!always.isEmpty()) {
      features.add(
          feature(ALWAYS, out -> list(out, always, (o, column) -> o.writeInt(column.ordinal()))));
    }
    addIndexes(table, features);
    List<ColumnDef> collated =
        table.columns().stream().filter(column -> !column.type().isPlain()).toList();
    if (!collated.isEmpty()) {
      features.add(
          feature(
              COLLATIONS,
              out ->
                  list(
                      out,
                      collated,
                      (o, column) -> {
                        o.writeInt(column.ordinal());
                        o.writeInt(column.type().collation().code());
                      })));
    }
    addIntervals(table, features);
    addKind(table, TypeKind.JSONB, JSONB, features);
    addKind(table, TypeKind.NUMERIC, NUMERIC, features);
    addArrays(table, features);
    addKind(table, TypeKind.BLOB, BLOB, features);
    addKind(table, TypeKind.CLOB, CLOB, features);
    addInverted(table, features);
    addDeferrable(table, features);
    return features;
  }

  private static void addKind(TableDef table, TypeKind kind, int tag, List<Feature> features)
      throws IOException {
    List<ColumnDef> columns =
        table.columns().stream().filter(c -> c.type().kind() == kind).toList();
    if (!columns.isEmpty()) {
      features.add(
          feature(tag, out -> list(out, columns, (o, column) -> o.writeInt(column.ordinal()))));
    }
  }

  private static void addArrays(TableDef table, List<Feature> features) throws IOException {
    List<ColumnDef> arrays =
        table.columns().stream().filter(c -> c.type().kind() == TypeKind.ARRAY).toList();
    if (!arrays.isEmpty()) {
      features.add(
          feature(
              ARRAYS,
              out ->
                  list(
                      out,
                      arrays,
                      (o, column) -> {
                        SqlType element = column.type().elementType();
                        o.writeInt(column.ordinal());
                        text(o, element.kind().name());
                        o.writeInt(element.precision());
                        o.writeInt(element.scale());
                      })));
    }
  }

  private static void addIntervals(TableDef table, List<Feature> features) throws IOException {
    List<ColumnDef> intervals =
        table.columns().stream().filter(c -> c.type().kind() == TypeKind.INTERVAL).toList();
    if (!intervals.isEmpty()) {
      features.add(
          feature(
              INTERVALS, out -> list(out, intervals, (o, column) -> o.writeInt(column.ordinal()))));
    }
    List<ColumnDef> declared =
        intervals.stream().filter(c -> !c.type().equals(SqlType.INTERVAL)).toList();
    if (!declared.isEmpty()) {
      features.add(
          feature(
              INTERVAL_FIELDS,
              out ->
                  list(
                      out,
                      declared,
                      (o, column) -> {
                        o.writeInt(column.ordinal());
                        o.writeInt(column.type().precision());
                        o.writeInt(column.type().scale());
                      })));
    }
  }

  private static void addIndexes(TableDef table, List<Feature> features) throws IOException {
    List<ColumnDef> virtual = table.columns().stream().filter(ColumnDef::virtual).toList();
    if (!virtual.isEmpty()) {
      features.add(
          feature(
              VIRTUAL,
              out ->
                  list(
                      out,
                      virtual,
                      (o, column) -> {
                        o.writeInt(column.ordinal());
                        text(o, Objects.requireNonNull(column.generatedSql()));
                        list(o, column.inputs(), DataOutputStream::writeInt);
                      })));
    }
    List<IndexDef> extents =
        table.indexes().stream().filter(i -> i.extent().included() > 0 || i.partial()).toList();
    if (!extents.isEmpty()) {
      features.add(
          feature(
              EXTENTS,
              out ->
                  list(
                      out,
                      extents,
                      (o, index) -> {
                        o.writeLong(index.id());
                        o.writeInt(index.extent().included());
                        int filter = index.extent().filter();
                        o.writeInt(filter < 0 ? -1 : table.columns().get(filter).ordinal());
                      })));
    }
  }

  private static void addInverted(TableDef table, List<Feature> features) throws IOException {
    List<IndexDef> inverted = table.indexes().stream().filter(IndexDef::inverted).toList();
    if (!inverted.isEmpty()) {
      features.add(
          feature(
              INVERTED,
              out ->
                  list(
                      out,
                      inverted,
                      (o, index) -> {
                        o.writeLong(index.id());
                        o.writeInt(Objects.requireNonNull(index.extent().items()).code());
                      })));
    }
  }

  private static void addDeferrable(TableDef table, List<Feature> features) throws IOException {
    List<IndexDef> deferrable =
        table.indexes().stream().filter(index -> index.deferrable() != null).toList();
    if (!deferrable.isEmpty()) {
      features.add(
          feature(
              DEFERRABLE_UNIQUE_KEYS,
              out ->
                  list(
                      out,
                      deferrable,
                      (o, index) -> {
                        DeferrableKey key = Objects.requireNonNull(index.deferrable());
                        o.writeLong(index.id());
                        o.writeLong(key.id());
                        o.writeByte(key.primary() ? 1 : 0);
                        o.writeByte(key.timing().code());
                      })));
    }
  }

  private static TableDef withDeferrableUnique(TableDef table, DataInputStream in)
      throws IOException {
    Map<Long, DeferrableKey> keys = new HashMap<>();
    for (Map.Entry<Long, DeferrableKey> entry :
        list(
            in,
            i ->
                Map.entry(
                    i.readLong(),
                    new DeferrableKey(
                        i.readLong(), i.readByte() != 0, Deferrability.of(i.readByte()))))) {
      keys.put(entry.getKey(), entry.getValue());
    }
    return table.withIndexes(
        table.indexes().stream()
            .map(
                index -> {
                  DeferrableKey key = keys.get(index.id());
                  return key == null ? index : index.withDeferrable(key);
                })
            .toList());
  }

  private static Feature feature(int tag, CatalogCodec.Body body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    body.write(new DataOutputStream(bytes));
    return new Feature(tag, bytes.toByteArray());
  }

  static void write(DataOutputStream out, List<Feature> features) throws IOException {
    list(
        out,
        features,
        (o, feature) -> {
          o.writeInt(feature.tag);
          o.writeInt(feature.bytes.length);
          o.write(feature.bytes);
        });
  }

  static List<Feature> read(DataInputStream in) throws IOException {
    return list(
        in,
        i -> {
          int tag = i.readInt();
          int length = i.readInt();
          byte[] bytes = i.readNBytes(Math.max(0, length));
          if (bytes.length != length) {
            throw new IOException("a feature is cut off");
          }
          return new Feature(tag, bytes);
        });
  }

  /** The table with its features. */
  static TableDef applied(TableDef table, List<Feature> features) throws IOException {
    TableDef whole = table;
    for (Feature feature : features) {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(feature.bytes));
      switch (feature.tag) {
        case KEY_ACTIONS -> whole = withActions(whole, in);
        case DEFERRABLE_KEYS -> whole = withDeferrability(whole, in);
        case DEFERRABLE_UNIQUE_KEYS -> whole = withDeferrableUnique(whole, in);
        case GENERATED -> whole = withGenerated(whole, in);
        case ALWAYS -> {
          List<Integer> always = list(in, DataInputStream::readInt);
          whole = changed(whole, c -> always.contains(c.ordinal()) ? c.withAlways(true) : c);
        }
        case VIRTUAL -> whole = withVirtual(whole, in);
        case EXTENTS -> whole = withExtents(whole, in);
        case COLLATIONS -> whole = withCollations(whole, in);
        case INTERVALS -> whole = withType(whole, SqlType.INTERVAL, in);
        case JSONB -> whole = withType(whole, SqlType.JSONB, in);
        case NUMERIC -> whole = withType(whole, SqlType.NUMERIC, in);
        case ARRAYS -> whole = withArrays(whole, in);
        case BLOB -> whole = withKind(whole, TypeKind.BLOB, in);
        case CLOB -> whole = withKind(whole, TypeKind.CLOB, in);
        case INVERTED -> whole = withInverted(whole, in);
        case INTERVAL_FIELDS -> whole = withIntervalFields(whole, in);
        default -> throw CatalogCodec.unknown("table feature " + feature.tag);
      }
      if (in.read() >= 0) {
        throw new IOException("a feature is too long");
      }
    }
    return whole;
  }

  private static TableDef withType(TableDef table, SqlType type, DataInputStream in)
      throws IOException {
    List<Integer> ordinals = list(in, DataInputStream::readInt);
    return changed(table, c -> ordinals.contains(c.ordinal()) ? c.withType(type) : c);
  }

  /** Another kind of the same length. */
  private static TableDef withKind(TableDef table, TypeKind kind, DataInputStream in)
      throws IOException {
    List<Integer> ordinals = list(in, DataInputStream::readInt);
    return changed(
        table,
        c ->
            ordinals.contains(c.ordinal())
                ? c.withType(new SqlType(kind, c.type().precision(), 0))
                : c);
  }

  private static TableDef withGenerated(TableDef table, DataInputStream in) throws IOException {
    Map<Integer, String> formulas = new HashMap<>();
    for (Map.Entry<Integer, String> entry : list(in, i -> Map.entry(i.readInt(), text(i)))) {
      formulas.put(entry.getKey(), entry.getValue());
    }
    return changed(
        table,
        c -> formulas.containsKey(c.ordinal()) ? c.withGenerated(formulas.get(c.ordinal())) : c);
  }

  private static TableDef withCollations(TableDef table, DataInputStream in) throws IOException {
    Map<Integer, Collation> collations = new HashMap<>();
    for (Map.Entry<Integer, Integer> entry : list(in, i -> Map.entry(i.readInt(), i.readInt()))) {
      Collation collation = Collation.ofCode(entry.getValue());
      if (collation == null) {
        throw CatalogCodec.unknown("collation " + entry.getValue());
      }
      collations.put(entry.getKey(), collation);
    }
    return changed(
        table,
        c ->
            collations.containsKey(c.ordinal())
                ? c.withType(c.type().withCollation(collations.get(c.ordinal())))
                : c);
  }

  private static TableDef withArrays(TableDef table, DataInputStream in) throws IOException {
    Map<Integer, SqlType> elements = new HashMap<>();
    for (Map.Entry<Integer, SqlType> entry :
        list(in, i -> Map.entry(i.readInt(), CatalogCodec.type(i)))) {
      elements.put(entry.getKey(), entry.getValue());
    }
    return changed(
        table,
        c -> {
          SqlType element = elements.get(c.ordinal());
          return element == null ? c : c.withType(SqlType.arrayOf(element));
        });
  }

  private static TableDef withIntervalFields(TableDef table, DataInputStream in)
      throws IOException {
    Map<Integer, SqlType> types = new HashMap<>();
    for (Map.Entry<Integer, SqlType> entry :
        list(
            in,
            i ->
                Map.entry(i.readInt(), new SqlType(TypeKind.INTERVAL, i.readInt(), i.readInt())))) {
      types.put(entry.getKey(), entry.getValue());
    }
    return changed(
        table,
        c -> {
          SqlType type = types.get(c.ordinal());
          return type == null ? c : c.withType(type);
        });
  }

  private record Virtual(int ordinal, String sql, List<Integer> inputs) {}

  private static TableDef withVirtual(TableDef table, DataInputStream in) throws IOException {
    Map<Integer, Virtual> formulas = new HashMap<>();
    for (Virtual virtual :
        list(in, i -> new Virtual(i.readInt(), text(i), list(i, DataInputStream::readInt)))) {
      formulas.put(virtual.ordinal, virtual);
    }
    return changed(
        table,
        c -> {
          Virtual virtual = formulas.get(c.ordinal());
          return virtual == null
              ? c
              : ColumnDef.virtual(c.ordinal(), c.type(), virtual.sql, virtual.inputs);
        });
  }

  private record Extents(long index, int included, int filter) {}

  private static TableDef withExtents(TableDef table, DataInputStream in) throws IOException {
    Map<Long, IndexDef.Extent> extents = new HashMap<>();
    for (Extents extent : list(in, i -> new Extents(i.readLong(), i.readInt(), i.readInt()))) {
      extents.put(
          extent.index, new IndexDef.Extent(extent.included, at(extent.filter, table), null));
    }
    return table.withIndexes(
        table.indexes().stream()
            .map(
                index -> {
                  IndexDef.Extent extent = extents.get(index.id());
                  return extent == null ? index : index.withColumns(index.columns(), extent);
                })
            .toList());
  }

  private static TableDef withInverted(TableDef table, DataInputStream in) throws IOException {
    Map<Long, OperatorClass> classes = new HashMap<>();
    for (Map.Entry<Long, Integer> entry : list(in, i -> Map.entry(i.readLong(), i.readInt()))) {
      OperatorClass items = OperatorClass.ofCode(entry.getValue());
      if (items == null) {
        throw CatalogCodec.unknown("operator class " + entry.getValue());
      }
      classes.put(entry.getKey(), items);
    }
    return table.withIndexes(
        table.indexes().stream()
            .map(
                index -> {
                  OperatorClass items = classes.get(index.id());
                  IndexDef.Extent now = index.extent();
                  return items == null
                      ? index
                      : index.withColumns(
                          index.columns(),
                          new IndexDef.Extent(now.included(), now.filter(), items));
                })
            .toList());
  }

  /** The column with an ordinal; -1 for -1. */
  private static int at(int ordinal, TableDef table) throws IOException {
    if (ordinal < 0) {
      return -1;
    }
    for (int i = 0; i < table.columns().size(); i++) {
      if (table.columns().get(i).ordinal() == ordinal) {
        return i;
      }
    }
    throw new IOException("the filter of an index is missing");
  }

  private static TableDef changed(TableDef table, UnaryOperator<ColumnDef> change) {
    return table.withColumns(table.columns().stream().map(change).toList());
  }

  private static TableDef withDeferrability(TableDef table, DataInputStream in) throws IOException {
    Map<Long, Deferrability> timing = new HashMap<>();
    for (Map.Entry<Long, Deferrability> entry :
        list(in, i -> Map.entry(i.readLong(), Deferrability.of(i.readByte())))) {
      timing.put(entry.getKey(), entry.getValue());
    }
    return table.withForeignKeys(
        table.foreignKeys().stream()
            .map(key -> key.withDeferrability(timing.getOrDefault(key.id(), key.deferrability())))
            .toList());
  }

  private static TableDef withActions(TableDef table, DataInputStream in) throws IOException {
    Map<Long, KeyAction[]> actions = new HashMap<>();
    for (Map.Entry<Long, KeyAction[]> entry :
        list(
            in,
            i ->
                Map.entry(
                    i.readLong(),
                    new KeyAction[] {KeyAction.of(i.readByte()), KeyAction.of(i.readByte())}))) {
      actions.put(entry.getKey(), entry.getValue());
    }
    return table.withForeignKeys(
        table.foreignKeys().stream()
            .map(
                key -> {
                  KeyAction[] both = actions.get(key.id());
                  return both == null ? key : key.withActions(both[0], both[1]);
                })
            .toList());
  }
}
