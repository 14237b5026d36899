package io.mosql.sql.catalog;

import static io.mosql.sql.catalog.CatalogCodec.list;
import static io.mosql.sql.catalog.CatalogCodec.text;

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
 * What a table's catalog row says beyond format 2: a list of features, each only where the table
 * has it.
 *
 * <pre>
 * feature := INT tag, INT length, bytes
 *   1  actions of foreign keys    list of: LONG key's id, BYTE on delete, BYTE on update (KeyAction)
 *   2  generated columns          list of: INT ordinal, text of the expression
 *   3  columns numbered always    list of: INT ordinal
 *  16  columns of type INTERVAL   list of: INT ordinal; they stand as VARBINARY before, for releases that know none
 * </pre>
 *
 * A tag that is not known is one of a later release, without which the table cannot be understood.
 * Pure.
 */
final class TableFeatures {
  private static final int KEY_ACTIONS = 1;
  private static final int GENERATED = 2;
  private static final int ALWAYS = 3;
  private static final int INTERVALS = 16;

  private TableFeatures() {}

  /** A feature as it is stored. */
  record Feature(int tag, byte[] bytes) {}

  /** The features of a table; empty for one that format 2 can hold. */
  static List<Feature> of(TableDef table) throws IOException {
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
    List<ColumnDef> generated = table.columns().stream().filter(ColumnDef::generated).toList();
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
    List<ColumnDef> intervals =
        table.columns().stream().filter(c -> c.type().kind() == TypeKind.INTERVAL).toList();
    if (!intervals.isEmpty()) {
      features.add(
          feature(
              INTERVALS, out -> list(out, intervals, (o, column) -> o.writeInt(column.ordinal()))));
    }
    return features;
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
        case GENERATED -> whole = withGenerated(whole, in);
        case ALWAYS -> {
          List<Integer> always = list(in, DataInputStream::readInt);
          whole = changed(whole, c -> always.contains(c.ordinal()) ? c.withAlways(true) : c);
        }
        case INTERVALS -> {
          List<Integer> intervals = list(in, DataInputStream::readInt);
          whole =
              changed(
                  whole, c -> intervals.contains(c.ordinal()) ? c.withType(SqlType.INTERVAL) : c);
        }
        default -> throw CatalogCodec.unknown("table feature " + feature.tag);
      }
      if (in.read() >= 0) {
        throw new IOException("a feature is too long");
      }
    }
    return whole;
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

  private static TableDef changed(TableDef table, UnaryOperator<ColumnDef> change) {
    return table.withColumns(table.columns().stream().map(change).toList());
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
