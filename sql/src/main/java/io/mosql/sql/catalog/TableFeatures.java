package io.mosql.sql.catalog;

import static io.mosql.sql.catalog.CatalogCodec.list;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a table's catalog row says beyond format 2: a list of features, each only where the table
 * has it.
 *
 * <pre>
 * feature := INT tag, INT length, bytes
 *   1  actions of foreign keys    list of: LONG key's id, BYTE on delete, BYTE on update (KeyAction)
 * </pre>
 *
 * A tag that is not known is one of a later release, without which the table cannot be understood.
 * Pure.
 */
final class TableFeatures {
  private static final int KEY_ACTIONS = 1;

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
        default -> throw CatalogCodec.unknown("table feature " + feature.tag);
      }
      if (in.read() >= 0) {
        throw new IOException("a feature is too long");
      }
    }
    return whole;
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
