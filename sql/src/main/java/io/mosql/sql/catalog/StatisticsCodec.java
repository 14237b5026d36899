package io.mosql.sql.catalog;

import io.mosql.core.codec.KeyWriter;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.error.SqlErrorMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The encoding of catalog rows with table statistics.
 *
 * <pre>
 * key    := SMALLINT {@link CatalogCodec#FIGURES}, BIGINT table (KeyWriter)
 * value  := version (1 byte, 2) rows sampled position wallMicros    8-byte integers
 *           count column* count combination*                        4-byte counts; version 1 ends before the combinations
 * column := ordinal kind nullShare distinct count (share value)* count value*     kind by name; doubles;
 *                                                                                 values with a 4-byte length
 * combination := distinct count ordinal*
 * </pre>
 *
 * Pure.
 */
public final class StatisticsCodec {
  private static final int VERSION = 2;
  private static final int VERSION_1 = 1;

  private StatisticsCodec() {}

  /** Key of a table's row. */
  public static byte[] key(long tableId) {
    return new KeyWriter()
        .column(SqlType.SMALLINT, CatalogCodec.FIGURES)
        .column(SqlType.BIGINT, tableId)
        .toKey();
  }

  public static byte[] encode(RelationStatistics figures) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeLong(figures.rows());
      out.writeLong(figures.sampledRows());
      out.writeLong(figures.position());
      out.writeLong(figures.wallMicros());
      out.writeInt(figures.columns().size());
      for (ColumnStatistics column : figures.columns()) {
        out.writeInt(column.ordinal());
        out.writeUTF(column.kind().name());
        out.writeDouble(column.nullShare());
        out.writeDouble(column.distinct());
        out.writeInt(column.common().size());
        for (ColumnStatistics.Common common : column.common()) {
          out.writeDouble(common.share());
          write(out, common.value());
        }
        out.writeInt(column.bounds().size());
        for (byte[] bound : column.bounds()) {
          write(out, bound);
        }
      }
      out.writeInt(figures.combinations().size());
      for (RelationStatistics.Combination combination : figures.combinations()) {
        out.writeDouble(combination.distinct());
        out.writeInt(combination.ordinals().size());
        for (int ordinal : combination.ordinals()) {
          out.writeInt(ordinal);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static RelationStatistics decode(long tableId, byte[] value) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(value))) {
      int version = in.readByte();
      if (version != VERSION && version != VERSION_1) {
        throw SqlErrorMessage.CATALOG_FORMAT_UNKNOWN.error("format " + version + " of statistics");
      }
      long rows = in.readLong();
      long sampled = in.readLong();
      long position = in.readLong();
      long wallMicros = in.readLong();
      int count = in.readInt();
      List<ColumnStatistics> columns = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        columns.add(column(in));
      }
      List<RelationStatistics.Combination> combinations =
          version == VERSION_1 ? List.of() : combinations(in);
      if (in.read() >= 0) {
        throw damaged(null);
      }
      return new RelationStatistics(
          tableId, rows, sampled, position, wallMicros, columns, combinations);
    } catch (IOException | IllegalArgumentException e) {
      throw damaged(e);
    }
  }

  private static List<RelationStatistics.Combination> combinations(DataInputStream in)
      throws IOException {
    int count = in.readInt();
    List<RelationStatistics.Combination> combinations = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double distinct = in.readDouble();
      int size = in.readInt();
      List<Integer> ordinals = new ArrayList<>();
      for (int j = 0; j < size; j++) {
        ordinals.add(in.readInt());
      }
      combinations.add(new RelationStatistics.Combination(ordinals, distinct));
    }
    return combinations;
  }

  private static ColumnStatistics column(DataInputStream in) throws IOException {
    int ordinal = in.readInt();
    TypeKind kind = TypeKind.valueOf(in.readUTF());
    double nullShare = in.readDouble();
    double distinct = in.readDouble();
    int commons = in.readInt();
    List<ColumnStatistics.Common> common = new ArrayList<>();
    for (int i = 0; i < commons; i++) {
      double share = in.readDouble();
      common.add(new ColumnStatistics.Common(read(in), share));
    }
    int bounds = in.readInt();
    List<byte[]> histogram = new ArrayList<>();
    for (int i = 0; i < bounds; i++) {
      histogram.add(read(in));
    }
    return new ColumnStatistics(ordinal, kind, nullShare, distinct, common, histogram);
  }

  private static void write(DataOutputStream out, byte[] value) throws IOException {
    out.writeInt(value.length);
    out.write(value);
  }

  private static byte[] read(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw damaged(null);
    }
    return in.readNBytes(length);
  }

  private static MosqlException damaged(@Nullable Throwable cause) {
    return SqlErrorMessage.DAMAGED_CATALOG_ROW.causedBy(cause, "statistics");
  }
}
