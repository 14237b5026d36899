package io.mosql.sql.catalog;

import io.mosql.core.codec.KeyReader;
import io.mosql.core.codec.KeyWriter;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.error.SqlErrorMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The encoding of catalog rows.
 *
 * <pre>
 * key    := SMALLINT kind, BIGINT id      kind 1 schema, 2 table, 3 sequence (KeyWriter)
 *           SMALLINT 4, BIGINT object     owner of a schema, table or sequence: BIGINT account; no row without owner
 *           SMALLINT 5, BIGINT object, BIGINT grantee     privileges: INTEGER bits of Privilege, INTEGER grantable ones
 *           SMALLINT 6, BIGINT id         view (ViewCodec)
 *           SMALLINT 7, BIGINT table      statistics, see {@link StatisticsCodec}
 *           SMALLINT 8, BIGINT table      BIGINT id of the newest foreign key that refers to it
 *           SMALLINT 9, BIGINT object, TEXT part          comment: text ({@link CommentTarget})
 *           SMALLINT 10, BIGINT id        setting ({@link SettingDef})
 * value  := version (1 byte) fields        in the order of the records' components; big-endian integers, text as a
 *                                         4-byte length and UTF-8, lists and byte strings with a 4-byte length,
 *                                         -1 for null
 * </pre>
 *
 * A table ends with the list of the ids of its indexes that are {@link IndexDef#writeOnly()}, and
 * its {@link TableDef#overflowTree()}; version 1, which is read but not written any more, has
 * neither: none and 0. Version 2, likewise, is version 3 without the kinds UUID and TIMESTAMPTZ.
 * Version 4 is for tables only, with {@link TableFeatureCodec} at the end; a table without such
 * features is written as version 3, as are all other rows except views with a column of type
 * INTERVAL: these are version 5, otherwise like 3, and with a column of type JSONB version 7. A
 * view WITH CHECK OPTION is version 8, with the option's name at the end, and a view with a column
 * of type NUMERIC is version 9, also with the option's name. A sequence is written as version 3,
 * which has the fields of {@link SequenceDef#plain}, if these suffice, and as version 6 otherwise.
 * {@link TableDef#referencedBy()} is not stored: it follows from the children. Type kinds are
 * stored by name. Pure.
 */
public final class CatalogCodec {
  static final int SCHEMA = 1;
  static final int TABLE = 2;
  static final int SEQUENCE = 3;
  static final int OWNER = 4;
  static final int RIGHTS = 5;
  static final int VIEW = 6;

  /** See {@link StatisticsCodec}. */
  static final int FIGURES = 7;

  static final int REFERRED = 8;
  static final int COMMENT = 9;
  static final int SETTING = 10;

  private static final int VERSION_OF_LARGE = 11;
  private static final int VERSION_OF_ARRAYS = 10;
  private static final int VERSION_OF_NUMERIC = 9;
  private static final int VERSION_OF_CHECK_OPTIONS = 8;
  private static final int VERSION_OF_JSONB = 7;
  private static final int VERSION_OF_SEQUENCES = 6;
  private static final int VERSION_OF_INTERVALS = 5;
  private static final int VERSION_OF_FEATURES = 4;
  private static final int VERSION = 3;
  private static final int VERSION_1 = 1;

  private CatalogCodec() {}

  /** Key of a schema's row. */
  public static byte[] schemaKey(long id) {
    return key(SCHEMA, id);
  }

  /** Key of a table's row. */
  public static byte[] tableKey(long id) {
    return key(TABLE, id);
  }

  /** Key of a sequence's row. */
  public static byte[] sequenceKey(long id) {
    return key(SEQUENCE, id);
  }

  /** Key of a view's row. */
  public static byte[] viewKey(long id) {
    return key(VIEW, id);
  }

  /** Key of the row that names an object's owner. */
  public static byte[] ownerKey(long object) {
    return key(OWNER, object);
  }

  /**
   * Key of the row that changes whenever a foreign key to the table is created. A transaction that
   * relies on the absence of such keys reads it, since the foreign keys themselves are in the rows
   * of the child tables.
   */
  public static byte[] referredKey(long table) {
    return key(REFERRED, table);
  }

  /** Key of the row with the privileges of an account on an object. */
  public static byte[] grantKey(long object, long grantee) {
    return new KeyWriter()
        .column(SqlType.SMALLINT, RIGHTS)
        .column(SqlType.BIGINT, object)
        .column(SqlType.BIGINT, grantee)
        .toKey();
  }

  /** Key of the row with a comment. */
  public static byte[] commentKey(CommentTarget on) {
    return new KeyWriter()
        .column(SqlType.SMALLINT, COMMENT)
        .column(SqlType.BIGINT, on.object())
        .column(SqlType.TEXT, on.part())
        .toKey();
  }

  static CommentTarget commented(byte[] key) {
    KeyReader reader = new KeyReader(key);
    reader.column(SqlType.SMALLINT, false);
    long object = (Long) java.util.Objects.requireNonNull(reader.column(SqlType.BIGINT, false));
    return new CommentTarget(
        object, (String) java.util.Objects.requireNonNull(reader.column(SqlType.TEXT, false)));
  }

  /** Key of a persisted setting's row. */
  public static byte[] settingKey(long id) {
    return key(SETTING, id);
  }

  private static byte[] key(int kind, long id) {
    return new KeyWriter().column(SqlType.SMALLINT, kind).column(SqlType.BIGINT, id).toKey();
  }

  static int kind(byte[] key) {
    return (Integer)
        java.util.Objects.requireNonNull(new KeyReader(key).column(SqlType.SMALLINT, false));
  }

  static long id(byte[] key) {
    KeyReader reader = new KeyReader(key);
    reader.column(SqlType.SMALLINT, false);
    return (Long) java.util.Objects.requireNonNull(reader.column(SqlType.BIGINT, false));
  }

  public static byte[] encodeSchema(String name) {
    return encode(out -> text(out, name));
  }

  static String decodeSchema(byte[] value) {
    return decode(value, CatalogCodec::text);
  }

  /** The row that names an object's owner. */
  public static byte[] encodeOwner(long account) {
    return encode(out -> out.writeLong(account));
  }

  public static byte[] encodeReferred(long foreignKey) {
    return encode(out -> out.writeLong(foreignKey));
  }

  static long decodeOwner(byte[] value) {
    return decode(value, DataInputStream::readLong);
  }

  public static byte[] encodeComment(String comment) {
    return encode(out -> text(out, comment));
  }

  static String decodeComment(byte[] value) {
    return decode(value, CatalogCodec::text);
  }

  public static byte[] encode(SettingDef setting) {
    return encode(
        out -> {
          text(out, setting.name());
          text(out, setting.value());
          text(out, setting.changedBy());
          out.writeLong(setting.wallMicros());
        });
  }

  static SettingDef decodeSetting(long id, byte[] value) {
    return decode(value, in -> new SettingDef(id, text(in), text(in), text(in), in.readLong()));
  }

  public static byte[] encode(Grant grant) {
    return encode(
        out -> {
          out.writeInt(grant.privileges());
          out.writeInt(grant.grantable());
        });
  }

  static Grant decodeGrant(byte[] key, byte[] value) {
    KeyReader reader = new KeyReader(key);
    reader.column(SqlType.SMALLINT, false);
    long object = (Long) java.util.Objects.requireNonNull(reader.column(SqlType.BIGINT, false));
    long grantee = (Long) java.util.Objects.requireNonNull(reader.column(SqlType.BIGINT, false));
    return decode(value, in -> new Grant(object, grantee, in.readInt(), in.readInt()));
  }

  public static byte[] encode(SequenceDef sequence) {
    boolean plain =
        sequence.equals(
            SequenceDef.plain(
                sequence.id(),
                sequence.schema(),
                sequence.name(),
                sequence.start(),
                sequence.increment(),
                sequence.ownerTable()));
    return encode(
        plain ? VERSION : VERSION_OF_SEQUENCES,
        out -> {
          text(out, sequence.schema());
          text(out, sequence.name());
          out.writeLong(sequence.start());
          out.writeLong(sequence.increment());
          out.writeLong(sequence.ownerTable());
          if (!plain) {
            text(out, sequence.type().kind().name());
            out.writeLong(sequence.minimum());
            out.writeLong(sequence.maximum());
            out.writeBoolean(sequence.cycle());
            out.writeLong(sequence.cache());
            out.writeInt(sequence.ownerColumn());
            out.writeLong(sequence.counter());
            out.writeLong(sequence.first());
          }
        });
  }

  static SequenceDef decodeSequence(long id, byte[] value) {
    return decode(
        value,
        VERSION_OF_SEQUENCES,
        in -> {
          SequenceDef plain =
              SequenceDef.plain(
                  id, text(in), text(in), in.readLong(), in.readLong(), in.readLong());
          if (value[0] != VERSION_OF_SEQUENCES) {
            return plain;
          }
          SqlType type = SqlType.of(TypeKind.valueOf(text(in)));
          long minimum = in.readLong();
          long maximum = in.readLong();
          boolean cycle = in.readBoolean();
          long cache = in.readLong();
          int ownerColumn = in.readInt();
          return new SequenceDef(
              id,
              plain.schema(),
              plain.name(),
              type,
              plain.start(),
              plain.increment(),
              minimum,
              maximum,
              cycle,
              cache,
              plain.ownerTable(),
              ownerColumn,
              in.readLong(),
              in.readLong());
        });
  }

  public static byte[] encode(ViewDef view) {
    boolean large = has(view, TypeKind.BLOB) || has(view, TypeKind.CLOB);
    boolean arrays = has(view, TypeKind.ARRAY);
    boolean numeric = has(view, TypeKind.NUMERIC);
    if (large || arrays || numeric || view.checkOption() != ViewDef.CheckOption.NONE) {
      return encode(
          large
              ? VERSION_OF_LARGE
              : arrays
                  ? VERSION_OF_ARRAYS
                  : numeric ? VERSION_OF_NUMERIC : VERSION_OF_CHECK_OPTIONS,
          out -> {
            ViewCodec.write(out, view);
            text(out, view.checkOption().name());
          });
    }
    int version = has(view, TypeKind.INTERVAL) ? VERSION_OF_INTERVALS : VERSION;
    return encode(
        has(view, TypeKind.JSONB) ? VERSION_OF_JSONB : version, out -> ViewCodec.write(out, view));
  }

  private static boolean has(ViewDef view, TypeKind kind) {
    return view.columns().stream().anyMatch(column -> column.type().kind() == kind);
  }

  static ViewDef decodeView(long id, byte[] value) {
    return decode(
        value,
        VERSION_OF_LARGE,
        in -> {
          ViewDef view = ViewCodec.read(id, in);
          return value[0] >= VERSION_OF_CHECK_OPTIONS
              ? view.withCheckOption(ViewDef.CheckOption.valueOf(text(in)))
              : view;
        });
  }

  public static byte[] encode(TableDef table) {
    try {
      List<TableFeatureCodec.Feature> features = TableFeatureCodec.of(table);
      return encode(
          features.isEmpty() ? VERSION : VERSION_OF_FEATURES,
          out -> {
            table(out, table);
            if (!features.isEmpty()) {
              TableFeatureCodec.write(out, features);
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void table(DataOutputStream out, TableDef table) throws IOException {
    text(out, table.schema());
    text(out, table.name());
    list(out, table.columns(), CatalogCodec::column);
    out.writeInt(table.nextOrdinal());
    index(out, table.primary());
    list(out, table.indexes(), CatalogCodec::index);
    list(out, table.foreignKeys(), CatalogCodec::foreignKey);
    list(
        out,
        table.checks(),
        (o, check) -> {
          o.writeLong(check.id());
          text(o, check.name());
          text(o, check.sql());
        });
    list(out, writeOnly(table), DataOutputStream::writeLong);
    out.writeLong(table.overflowTree());
  }

  static TableDef decodeTable(long id, byte[] value) {
    return decode(
        value,
        VERSION_OF_FEATURES,
        in -> {
          TableDef table = table(id, in, value[0] == VERSION_1);
          return value[0] == VERSION_OF_FEATURES
              ? TableFeatureCodec.applied(table, TableFeatureCodec.read(in))
              : table;
        });
  }

  private static TableDef table(long id, DataInputStream in, boolean first) throws IOException {
    String schema = text(in);
    String name = text(in);
    List<ColumnDef> columns = list(in, CatalogCodec::column);
    int nextOrdinal = in.readInt();
    IndexDef primary = index(in);
    List<IndexDef> indexes = list(in, CatalogCodec::index);
    List<ForeignKeyDef> foreignKeys = list(in, CatalogCodec::foreignKey);
    List<CheckDef> checks = list(in, i -> new CheckDef(i.readLong(), text(i), text(i)));
    List<Long> writeOnly = first ? List.of() : list(in, DataInputStream::readLong);
    long overflowTree = first ? 0 : in.readLong();
    return new TableDef(
        id,
        schema,
        name,
        columns,
        nextOrdinal,
        primary,
        indexes.stream().map(i -> i.withWriteOnly(writeOnly.contains(i.id()))).toList(),
        foreignKeys,
        checks,
        overflowTree,
        List.of());
  }

  private static List<Long> writeOnly(TableDef table) {
    return table.indexes().stream().filter(IndexDef::writeOnly).map(IndexDef::id).toList();
  }

  private static void column(DataOutputStream out, ColumnDef column) throws IOException {
    out.writeInt(column.ordinal());
    text(out, column.name());
    SqlType type = TableFeatureCodec.known(column.type());
    text(out, type.kind().name());
    out.writeInt(type.precision());
    out.writeInt(type.scale());
    out.writeBoolean(column.nullable());
    bytes(
        out,
        column.defaultSql() == null ? null : column.defaultSql().getBytes(StandardCharsets.UTF_8));
    out.writeLong(column.sequenceId());
    out.writeBoolean(column.hidden());
    bytes(out, column.missingField());
  }

  private static ColumnDef column(DataInputStream in) throws IOException {
    int ordinal = in.readInt();
    String name = text(in);
    SqlType type = type(in);
    boolean nullable = in.readBoolean();
    byte[] defaultSql = bytes(in);
    return new ColumnDef(
        ordinal,
        name,
        type,
        nullable,
        defaultSql == null ? null : new String(defaultSql, StandardCharsets.UTF_8),
        in.readLong(),
        in.readBoolean(),
        bytes(in));
  }

  /** Reads a type without elements: its kind's name, precision and scale. */
  static SqlType type(DataInputStream in) throws IOException {
    String kind = text(in);
    try {
      return new SqlType(TypeKind.valueOf(kind), in.readInt(), in.readInt());
    } catch (IllegalArgumentException e) {
      throw unknown("type " + kind);
    }
  }

  private static void index(DataOutputStream out, IndexDef index) throws IOException {
    out.writeLong(index.id());
    text(out, index.name());
    out.writeBoolean(index.primary());
    out.writeBoolean(index.unique());
    list(
        out,
        index.columns(),
        (o, part) -> {
          o.writeInt(part.column());
          o.writeBoolean(part.descending());
        });
  }

  private static IndexDef index(DataInputStream in) throws IOException {
    return new IndexDef(
        in.readLong(),
        text(in),
        in.readBoolean(),
        in.readBoolean(),
        list(in, i -> new KeyColumn(i.readInt(), i.readBoolean())));
  }

  private static void foreignKey(DataOutputStream out, ForeignKeyDef key) throws IOException {
    out.writeLong(key.id());
    text(out, key.name());
    list(out, key.columns(), DataOutputStream::writeInt);
    out.writeLong(key.parentId());
    out.writeLong(key.parentIndexId());
  }

  private static ForeignKeyDef foreignKey(DataInputStream in) throws IOException {
    return new ForeignKeyDef(
        in.readLong(), text(in), list(in, DataInputStream::readInt), in.readLong(), in.readLong());
  }

  static void text(DataOutputStream out, String text) throws IOException {
    bytes(out, text.getBytes(StandardCharsets.UTF_8));
  }

  static String text(DataInputStream in) throws IOException {
    byte[] bytes = bytes(in);
    if (bytes == null) {
      throw damaged(null);
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void bytes(DataOutputStream out, byte @Nullable [] bytes) throws IOException {
    out.writeInt(bytes == null ? -1 : bytes.length);
    if (bytes != null) {
      out.write(bytes);
    }
  }

  private static byte @Nullable [] bytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      return null;
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return bytes;
  }

  static <T> void list(DataOutputStream out, List<T> items, Writer<T> each) throws IOException {
    out.writeInt(items.size());
    for (T item : items) {
      each.write(out, item);
    }
  }

  static <T> List<T> list(DataInputStream in, Reader<T> each) throws IOException {
    int size = in.readInt();
    if (size < 0) {
      throw damaged(null);
    }
    List<T> items = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      items.add(each.read(in));
    }
    return items;
  }

  interface Writer<T> {
    void write(DataOutputStream out, T item) throws IOException;
  }

  interface Reader<T> {
    T read(DataInputStream in) throws IOException;
  }

  interface Body {
    void write(DataOutputStream out) throws IOException;
  }

  private static byte[] encode(Body body) {
    return encode(VERSION, body);
  }

  private static byte[] encode(int version, Body body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(version);
      body.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static <T> T decode(byte[] value, Reader<T> reader) {
    return decode(value, VERSION, reader);
  }

  private static <T> T decode(byte[] value, int newest, Reader<T> reader) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(value))) {
      int version = in.readByte();
      if (version < VERSION_1 || version > newest) {
        throw unknown("catalog format " + version);
      }
      T read = reader.read(in);
      if (in.read() >= 0) {
        throw damaged(null);
      }
      return read;
    } catch (IOException | IllegalArgumentException e) {
      throw damaged(e);
    }
  }

  static MosqlException unknown(String what) {
    return SqlErrorMessage.CATALOG_FORMAT_UNKNOWN.error(what);
  }

  private static MosqlException damaged(@Nullable Throwable cause) {
    return SqlErrorMessage.DAMAGED_CATALOG_ROW.causedBy(cause, "catalog");
  }
}
