package io.mosql.storage.certify;

import io.mosql.core.codec.RowFormat;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.storage.bytes.ByteSink;
import io.mosql.storage.bytes.ByteSource;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.Fingerprint;
import io.mosql.storage.version.OutcomeTable;
import io.mosql.storage.version.TransactionId;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Wire format of a {@link CommitRequest}, version 1, from the node that ran a transaction to the
 * leader.
 *
 * <pre>
 * request  := 0x01 boot number timeline epoch origin    version, then five fixed 8-byte integers; epoch is -1 for any
 *             n read*n  n write*n                       n are varints
 * [result]                                  absent for none
 * read     := 0x01 tree key columns fingerprint         point
 *           | 0x02 tree bound bound columns rows fingerprint   range
 *           | 0x03 tree bound bound rows                count
 *           | 0x04 tree position                        table
 * bound    := 0x00 | 0x01 key                           unbounded, or a key: inclusive below, exclusive above
 * columns  := 0x00 n gap*n                              gap from the ordinal before (or -1), less one
 *           | 0x01                                      all
 * write    := 0x11 tree key row                         insert
 *           | 0x12 tree key                             delete
 *           | 0x13 tree key row                         replace
 *           | 0x14 tree key n change*n                  patch
 *           | 0x15 tree key value                       put
 *           | 0x16 tree key                             remove
 *           | 0x17 tree | 0x18 tree | 0x19 tree         create, drop, truncate tree
 * change   := 0x01 ordinal field                        set
 *           | 0x02 ordinal kind precision scale number limit limit missing     add: low, high
 * kind     := 0x01 SMALLINT | 0x02 INTEGER | 0x03 BIGINT | 0x04 DECIMAL
 * limit    := 0x00 | 0x01 number
 * number   := scale unscaled                            unscaled is big-endian two's complement
 * </pre>
 *
 * Key, row, value, field, missing, fingerprint and unscaled are byte strings framed by a varint
 * length; everything else without a stated width is a varint. Decoding accepts only the canonical
 * form: writes in their order, each key once. Pure functions.
 */
public final class CommitRequestCodec {
  static final int VERSION = 1;

  /** Maximum bytes of an unscaled number: more than the digits of a DECIMAL need. */
  private static final int MAX_NUMBER_BYTES = 128;

  private static final int POINT = 0x01;
  private static final int RANGE = 0x02;
  private static final int COUNT = 0x03;
  private static final int TABLE = 0x04;
  private static final int INSERT = 0x11;
  private static final int DELETE = 0x12;
  private static final int REPLACE = 0x13;
  private static final int PATCH = 0x14;
  private static final int PUT = 0x15;
  private static final int REMOVE = 0x16;
  private static final int CREATE_TREE = 0x17;
  private static final int DROP_TREE = 0x18;
  private static final int TRUNCATE_TREE = 0x19;
  private static final int SET = 0x01;
  private static final int ADD = 0x02;

  private CommitRequestCodec() {}

  /**
   * @param fingerprint computes the fingerprints of observed values
   */
  public static byte[] encode(CommitRequest request, Fingerprint fingerprint) {
    ByteSink sink = new ByteSink(1024);
    sink.u8(VERSION).u64(request.id().boot()).u64(request.id().number());
    sink.u64(request.timeline()).u64(request.epoch()).u64(request.origin());
    sink.varint(request.reads().size());
    for (Read read : request.reads()) {
      encode(sink, read, fingerprint);
    }
    sink.varint(request.writes().size());
    for (Write write : request.writes()) {
      encode(sink, write);
    }
    if (request.result() != OutcomeTable.NO_RESULT) {
      sink.varint(request.result());
    }
    return sink.toBytes();
  }

  private static void encode(ByteSink sink, Read read, Fingerprint fingerprint) {
    if (read instanceof Read.Point point) {
      sink.u8(POINT).varint(point.tree()).bytes(point.key());
      columns(sink, point.columns());
      sink.bytes(
          point.observed() instanceof ObservedValue.Row seen
              ? fingerprint.ofPoint(seen.row(), point.columns())
              : ((ObservedValue.Fingerprinted) point.observed()).bytes());
    } else if (read instanceof Read.Range range) {
      sink.u8(RANGE).varint(range.tree());
      bound(sink, range.from());
      bound(sink, range.to());
      columns(sink, range.columns());
      sink.varint(range.rows());
      sink.bytes(
          range.observed() instanceof ObservedValue.Contents seen
              ? fingerprint.ofRange(
                  seen.tree(), range.from(), range.to(), range.columns(), range.rows())
              : ((ObservedValue.Fingerprinted) range.observed()).bytes());
    } else if (read instanceof Read.Count count) {
      sink.u8(COUNT).varint(count.tree());
      bound(sink, count.from());
      bound(sink, count.to());
      sink.varint(count.rows());
    } else if (read instanceof Read.Table table) {
      sink.u8(TABLE).varint(table.tree()).varint(table.position());
    }
  }

  private static void encode(ByteSink sink, Write write) {
    if (write instanceof Write.Insert insert) {
      sink.u8(INSERT).varint(insert.tree()).bytes(insert.key()).bytes(insert.row());
    } else if (write instanceof Write.Delete delete) {
      sink.u8(DELETE).varint(delete.tree()).bytes(delete.key());
    } else if (write instanceof Write.Replace replace) {
      sink.u8(REPLACE).varint(replace.tree()).bytes(replace.key()).bytes(replace.row());
    } else if (write instanceof Write.Patch patch) {
      sink.u8(PATCH).varint(patch.tree()).bytes(patch.key()).varint(patch.changes().size());
      for (FieldPatch change : patch.changes()) {
        encode(sink, change);
      }
    } else if (write instanceof Write.Put put) {
      sink.u8(PUT).varint(put.tree()).bytes(put.key()).bytes(put.value());
    } else if (write instanceof Write.Remove remove) {
      sink.u8(REMOVE).varint(remove.tree()).bytes(remove.key());
    } else if (write instanceof Write.Fence) {
      throw new InvariantViolation("a fence is not sent in a commit request");
    } else {
      int tag =
          write instanceof Write.CreateTree
              ? CREATE_TREE
              : write instanceof Write.DropTree ? DROP_TREE : TRUNCATE_TREE;
      sink.u8(tag).varint(write.tree());
    }
  }

  private static void encode(ByteSink sink, FieldPatch change) {
    if (change instanceof FieldPatch.Set set) {
      sink.u8(SET).varint(set.ordinal()).bytes(set.field());
    } else if (change instanceof FieldPatch.Add add) {
      SqlType type = add.type();
      sink.u8(ADD).varint(add.ordinal()).u8(kindTag(type.kind()));
      sink.varint(Math.max(0, type.precision())).varint(type.scale());
      number(sink, add.number());
      limit(sink, add.low());
      limit(sink, add.high());
      sink.bytes(add.missing());
    }
  }

  private static int kindTag(TypeKind kind) {
    return switch (kind) {
      case SMALLINT -> 1;
      case INTEGER -> 2;
      case BIGINT -> 3;
      case DECIMAL -> 4;
      default -> throw new InvariantViolation("sums are of numbers, not of " + kind);
    };
  }

  private static void bound(ByteSink sink, byte @Nullable [] key) {
    if (key == null) {
      sink.u8(0);
    } else {
      sink.u8(1).bytes(key);
    }
  }

  static void columns(ByteSink sink, ColumnSet columns) {
    if (columns.isAll()) {
      sink.u8(1);
      return;
    }
    int count = 0;
    for (int i = columns.next(0); i >= 0; i = columns.next(i + 1)) {
      count++;
    }
    sink.u8(0).varint(count);
    int before = -1;
    for (int i = columns.next(0); i >= 0; i = columns.next(i + 1)) {
      sink.varint(i - before - 1);
      before = i;
    }
  }

  private static void limit(ByteSink sink, @Nullable BigDecimal limit) {
    if (limit == null) {
      sink.u8(0);
    } else {
      number(sink.u8(1), limit);
    }
  }

  private static void number(ByteSink sink, BigDecimal number) {
    if (number.scale() < 0) {
      throw new InvariantViolation("the scale of a number is not negative");
    }
    sink.varint(number.scale()).bytes(number.unscaledValue().toByteArray());
  }

  /**
   * @throws io.mosql.core.error.MosqlException XX001 when the bytes are no request
   */
  public static CommitRequest decode(byte[] bytes) {
    ByteSource source = new ByteSource(bytes);
    int version = source.u8();
    if (version != VERSION) {
      throw StorageErrorMessage.DAMAGED_RECORD.error("unknown version " + version);
    }
    TransactionId id = new TransactionId(source.u64(), source.u64());
    long timeline = source.u64();
    long epoch = source.u64();
    long origin = source.u64();
    int readCount = source.count();
    List<Read> reads = new ArrayList<>(readCount);
    for (int i = 0; i < readCount; i++) {
      reads.add(read(source));
    }
    int writeCount = source.count();
    List<Write> writes = new ArrayList<>(writeCount);
    for (int i = 0; i < writeCount; i++) {
      Write write = write(source);
      if (i > 0 && !CommitRequest.isInOrder(writes.get(i - 1), write)) {
        throw StorageErrorMessage.DAMAGED_RECORD.error("writes out of order");
      }
      writes.add(write);
    }
    long result = source.hasNext() ? source.varint() : OutcomeTable.NO_RESULT;
    source.end();
    return new CommitRequest(id, timeline, epoch, origin, reads, writes, null, result);
  }

  private static Read read(ByteSource source) {
    int tag = source.u8();
    long tree = source.varint();
    return switch (tag) {
      case POINT ->
          new Read.Point(
              tree,
              source.bytes(),
              columns(source),
              new ObservedValue.Fingerprinted(source.bytes()));
      case RANGE ->
          new Read.Range(
              tree,
              bound(source),
              bound(source),
              columns(source),
              source.varint(),
              new ObservedValue.Fingerprinted(source.bytes()));
      case COUNT -> new Read.Count(tree, bound(source), bound(source), source.varint());
      case TABLE -> new Read.Table(tree, source.varint());
      default -> throw StorageErrorMessage.DAMAGED_RECORD.error("unknown read " + tag);
    };
  }

  private static Write write(ByteSource source) {
    int tag = source.u8();
    long tree = source.varint();
    return switch (tag) {
      case INSERT -> new Write.Insert(tree, source.bytes(), source.bytes());
      case DELETE -> new Write.Delete(tree, source.bytes());
      case REPLACE -> new Write.Replace(tree, source.bytes(), source.bytes());
      case PATCH -> new Write.Patch(tree, source.bytes(), changes(source), null);
      case PUT -> new Write.Put(tree, source.bytes(), source.bytes());
      case REMOVE -> new Write.Remove(tree, source.bytes());
      case CREATE_TREE -> new Write.CreateTree(tree);
      case DROP_TREE -> new Write.DropTree(tree);
      case TRUNCATE_TREE -> new Write.TruncateTree(tree);
      default -> throw StorageErrorMessage.DAMAGED_RECORD.error("unknown write " + tag);
    };
  }

  private static List<FieldPatch> changes(ByteSource source) {
    int count = source.count();
    List<FieldPatch> changes = new ArrayList<>(count);
    int before = 0;
    for (int i = 0; i < count; i++) {
      int tag = source.u8();
      int ordinal = source.intVarint();
      if (ordinal < before || ordinal >= RowFormat.MAX_FIELDS) {
        throw StorageErrorMessage.DAMAGED_RECORD.error("ordinal out of order");
      }
      before = ordinal;
      changes.add(
          switch (tag) {
            case SET -> new FieldPatch.Set(ordinal, source.bytes());
            case ADD ->
                new FieldPatch.Add(
                    ordinal,
                    type(source),
                    number(source),
                    limit(source),
                    limit(source),
                    source.bytes());
            default -> throw StorageErrorMessage.DAMAGED_RECORD.error("unknown change " + tag);
          });
    }
    return changes;
  }

  private static SqlType type(ByteSource source) {
    int kind = source.u8();
    int precision = source.intVarint();
    int scale = source.intVarint();
    return switch (kind) {
      case 1 -> SqlType.SMALLINT;
      case 2 -> SqlType.INTEGER;
      case 3 -> SqlType.BIGINT;
      case 4 -> {
        if (precision < 1 || precision > SqlType.MAX_DECIMAL_PRECISION || scale > precision) {
          throw StorageErrorMessage.DAMAGED_RECORD.error("precision out of range");
        }
        yield SqlType.decimal(precision, scale);
      }
      default -> throw StorageErrorMessage.DAMAGED_RECORD.error("unknown type " + kind);
    };
  }

  private static byte @Nullable [] bound(ByteSource source) {
    return flag(source) ? source.bytes() : null;
  }

  private static @Nullable BigDecimal limit(ByteSource source) {
    return flag(source) ? number(source) : null;
  }

  private static boolean flag(ByteSource source) {
    int flag = source.u8();
    if (flag > 1) {
      throw StorageErrorMessage.DAMAGED_RECORD.error("unknown flag " + flag);
    }
    return flag == 1;
  }

  private static BigDecimal number(ByteSource source) {
    int scale = source.intVarint();
    byte[] unscaled = source.bytes();
    if (unscaled.length == 0
        || unscaled.length > MAX_NUMBER_BYTES
        || scale > SqlType.MAX_DECIMAL_PRECISION) {
      throw StorageErrorMessage.DAMAGED_RECORD.error("number out of range");
    }
    return new BigDecimal(new BigInteger(unscaled), scale);
  }

  static ColumnSet columns(ByteSource source) {
    if (flag(source)) {
      return ColumnSet.ALL;
    }
    int[] ordinals = new int[source.count()];
    int before = -1;
    for (int i = 0; i < ordinals.length; i++) {
      long ordinal = before + 1L + source.intVarint();
      if (ordinal >= RowFormat.MAX_FIELDS) {
        throw StorageErrorMessage.DAMAGED_RECORD.error("ordinal out of range");
      }
      before = (int) ordinal;
      ordinals[i] = before;
    }
    return ColumnSet.of(ordinals);
  }
}
