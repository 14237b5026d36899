package io.mosql.storage.record;

import io.mosql.core.codec.RowFormat;
import io.mosql.core.error.InvariantViolation;
import io.mosql.storage.bytes.ByteSink;
import io.mosql.storage.bytes.ByteSource;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.version.Effect;
import io.mosql.storage.version.EpochChange;
import io.mosql.storage.version.RootView;
import io.mosql.storage.version.TransactionId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The codec of log records, format version 3. A record is a batch of transactions, a part of a
 * large batch, a new epoch, or a barrier, which changes nothing.
 *
 * <pre>
 *  offset  bytes  field
 *  ------  -----  --------------------------------------------------------------------------
 *       0      1  version: 3
 *       1      1  kind: 1 transactions, 2 epoch, 3 barrier
 *       2      1  flags: bit 0 last part; bit 1 a hash of that root's contents, 8 bytes, follows the header
 *       3      8  timeline of the root that it follows
 *      11      8  epoch of that root
 *      19      8  previous: position of that root
 *      27      4  part, from 0
 *      31      8  wall clock, microseconds since 1970, when the group was closed
 *      39      -  payload, cut into parts at any byte
 *
 * transactions := transaction*                       to the end; positions previous + 1, + 2, ..
 * transaction  := boot number n effect*n             two fixed 8-byte integers; n is a varint
 * effect       := 0x01 tree key value                put
 *               | 0x02 tree key                      delete
 *               | 0x03 tree key n (ordinal field)*n  set fields
 *               | 0x04 tree | 0x05 tree | 0x06 tree  create, drop, truncate tree
 *               | 0x07 count                         result: changes nothing, kept with the outcome
 * epoch        := timeline epoch node boot fingerprint-key0 fingerprint-key1      fixed 8-byte integers
 * barrier      :=                                    nothing
 * </pre>
 *
 * Fixed integers are big-endian. Tree and ordinal are varints; key, value and field are byte
 * strings framed by a varint length. Checksums are the log's business. The content hash is that of
 * {@code ContentCheck}. Version 2 has neither barriers nor results and is still read. Version 1 has
 * no wall clock, the payload begins at 31; it is still read, with the time 0. Pure functions.
 */
public final class RecordCodec {
  public static final int VERSION = 3;
  public static final int HEADER_BYTES = 39;

  private static final int VERSION_WITHOUT_BARRIER = 2;
  private static final int VERSION_WITHOUT_TIME = 1;
  private static final int HEADER_BYTES_WITHOUT_TIME = 31;

  private static final int KIND_TRANSACTIONS = 1;
  private static final int KIND_EPOCH = 2;
  private static final int KIND_BARRIER = 3;
  private static final int FLAG_LAST = 1;
  private static final int FLAG_HASH = 2;
  private static final int FLAGS_AT = 2;
  public static final int HASH_BYTES = 8;

  /** Typical size of tag, tree and the lengths of key and value. */
  private static final int EFFECT_HEAD_BYTES = 8;

  private static final int PUT = 0x01;
  private static final int DELETE = 0x02;
  private static final int SET_FIELDS = 0x03;
  private static final int CREATE_TREE = 0x04;
  private static final int DROP_TREE = 0x05;
  private static final int TRUNCATE_TREE = 0x06;
  private static final int RESULT = 0x07;

  private RecordCodec() {}

  /**
   * The header of a record.
   *
   * @param wallMicros when its batch was closed; 0 in records of version 1
   * @param payload offset of its first byte
   * @param hash of the contents that it follows; null when it has none
   */
  public record Header(
      boolean isEpoch,
      boolean isBarrier,
      boolean last,
      long timeline,
      long epoch,
      long previous,
      int part,
      long wallMicros,
      int payload,
      @Nullable Long hash) {}

  /** A committed transaction of a record. */
  public record TransactionEffects(TransactionId id, List<Effect> effects) {}

  public static Header header(byte[] record) {
    ByteSource source = new ByteSource(record);
    int version = source.u8();
    if (version > VERSION) {
      // The bytes are checked again: a node of another release may have written them.
      throw StorageErrorMessage.UNKNOWN_RECORD_VERSION.error(version);
    }
    if (version < VERSION_WITHOUT_TIME) {
      throw ByteSource.damaged("unknown version " + version);
    }
    int kind = source.u8();
    int flags = source.u8();
    int kinds = version <= VERSION_WITHOUT_BARRIER ? KIND_EPOCH : KIND_BARRIER;
    if (kind < KIND_TRANSACTIONS || kind > kinds || (flags & ~(FLAG_LAST | FLAG_HASH)) != 0) {
      throw ByteSource.damaged("unknown kind " + kind + " or flags " + flags);
    }
    long timeline = source.u64();
    long epoch = source.u64();
    long previous = source.u64();
    int part = source.u32();
    boolean timed = version != VERSION_WITHOUT_TIME;
    long wallMicros = timed ? source.u64() : 0;
    boolean hashed = (flags & FLAG_HASH) != 0;
    Long hash = hashed ? source.u64() : null;
    int payload = (timed ? HEADER_BYTES : HEADER_BYTES_WITHOUT_TIME) + (hashed ? HASH_BYTES : 0);
    if (payload > record.length) {
      throw ByteSource.damaged("the bytes end early");
    }
    return new Header(
        kind == KIND_EPOCH,
        kind == KIND_BARRIER,
        (flags & FLAG_LAST) != 0,
        timeline,
        epoch,
        previous,
        part,
        wallMicros,
        payload,
        hash);
  }

  /** Appends one transaction to a payload. */
  public static void encode(ByteSink sink, TransactionId id, List<Effect> effects) {
    sink.expect(bytes(effects));
    sink.u64(id.boot()).u64(id.number()).varint(effects.size());
    for (int i = 0; i < effects.size(); i++) {
      encode(sink, effects.get(i));
    }
  }

  /**
   * Estimated size of the effects: a large buffer is allocated once instead of growing by doubling.
   */
  private static long bytes(List<Effect> effects) {
    long sum = 0;
    for (int i = 0; i < effects.size(); i++) {
      sum += EFFECT_HEAD_BYTES;
      if (effects.get(i) instanceof Effect.Put put) {
        sum += put.key().length + put.value().length;
      }
    }
    return sum;
  }

  private static void encode(ByteSink sink, Effect effect) {
    if (effect instanceof Effect.Put put) {
      sink.u8(PUT).varint(put.tree()).bytes(put.key()).bytes(put.value());
    } else if (effect instanceof Effect.SetFields set) {
      int[] ordinals = set.ordinals();
      sink.u8(SET_FIELDS).varint(set.tree()).bytes(set.key()).varint(ordinals.length);
      for (int i = 0; i < ordinals.length; i++) {
        sink.varint(ordinals[i]).bytes(set.fields()[i]);
      }
    } else if (effect instanceof Effect.Delete delete) {
      sink.u8(DELETE).varint(delete.tree()).bytes(delete.key());
    } else if (effect instanceof Effect.Result result) {
      sink.u8(RESULT).varint(result.count());
    } else {
      int tag =
          effect instanceof Effect.CreateTree
              ? CREATE_TREE
              : effect instanceof Effect.DropTree ? DROP_TREE : TRUNCATE_TREE;
      sink.u8(tag).varint(effect.tree());
    }
  }

  /**
   * Encodes the records of a batch that follows the given root.
   *
   * @param wallMicros the time now
   * @param recordBytesMax largest record; a longer payload is cut into parts
   */
  public static List<byte[]> transactions(
      RootView root, long wallMicros, ByteSink payload, int recordBytesMax) {
    int chunkMax = recordBytesMax - HEADER_BYTES;
    InvariantViolation.check(chunkMax > 0, "a record has room for a payload");
    List<byte[]> records = new ArrayList<>(1);
    int from = 0;
    do {
      int count = Math.min(chunkMax, payload.length() - from);
      boolean last = from + count == payload.length();
      ByteSink sink = new ByteSink(HEADER_BYTES + count);
      head(sink, KIND_TRANSACTIONS, last, root, records.size(), wallMicros);
      records.add(sink.raw(payload, from, count).intoBytes());
      from += count;
    } while (from < payload.length());
    return records;
  }

  /**
   * Encodes an epoch record that follows the given root.
   *
   * @param wallMicros the time now
   */
  public static byte[] epoch(RootView root, long wallMicros, EpochChange change) {
    ByteSink sink = new ByteSink(HEADER_BYTES + 48);
    head(sink, KIND_EPOCH, true, root, 0, wallMicros);
    sink.u64(change.timeline()).u64(change.epoch()).u64(change.node()).u64(change.boot());
    return sink.u64(change.fingerprintKey0()).u64(change.fingerprintKey1()).toBytes();
  }

  /**
   * Encodes a barrier record that follows the given root.
   *
   * @param wallMicros the time now
   */
  public static byte[] barrier(RootView root, long wallMicros) {
    ByteSink sink = new ByteSink(HEADER_BYTES);
    head(sink, KIND_BARRIER, true, root, 0, wallMicros);
    return sink.toBytes();
  }

  /** A record of this version with the hash of the contents that it follows. */
  public static byte[] withHash(byte[] record, long hash) {
    InvariantViolation.check(
        record[0] == VERSION && (record[FLAGS_AT] & FLAG_HASH) == 0, "a record has one hash");
    ByteBuffer hashed = ByteBuffer.allocate(record.length + HASH_BYTES);
    hashed.put(record, 0, HEADER_BYTES).putLong(hash);
    hashed.put(record, HEADER_BYTES, record.length - HEADER_BYTES);
    return hashed.put(FLAGS_AT, (byte) (record[FLAGS_AT] | FLAG_HASH)).array();
  }

  private static void head(
      ByteSink sink, int kind, boolean last, RootView root, int part, long wallMicros) {
    sink.u8(VERSION).u8(kind).u8(last ? FLAG_LAST : 0);
    sink.u64(root.timeline()).u64(root.epoch()).u64(root.position());
    sink.u32(part).u64(wallMicros);
  }

  public static EpochChange epoch(byte[] record, Header header) {
    ByteSource source = new ByteSource(record, header.payload());
    EpochChange change =
        new EpochChange(
            source.u64(), source.u64(), source.u64(), source.u64(), source.u64(), source.u64());
    source.end();
    return change;
  }

  /** The next transaction of a payload. */
  public static TransactionEffects transaction(ByteSource source) {
    TransactionId id = new TransactionId(source.u64(), source.u64());
    int count = source.count();
    List<Effect> effects = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      effects.add(effect(source));
    }
    return new TransactionEffects(id, effects);
  }

  private static Effect effect(ByteSource source) {
    int tag = source.u8();
    long tree = source.varint(); // of a result: its row count
    return switch (tag) {
      case PUT -> new Effect.Put(tree, source.bytes(), source.bytes());
      case DELETE -> new Effect.Delete(tree, source.bytes());
      case SET_FIELDS -> setFields(tree, source);
      case CREATE_TREE -> new Effect.CreateTree(tree);
      case DROP_TREE -> new Effect.DropTree(tree);
      case TRUNCATE_TREE -> new Effect.TruncateTree(tree);
      case RESULT -> new Effect.Result(tree);
      default -> throw ByteSource.damaged("unknown effect " + tag);
    };
  }

  private static Effect setFields(long tree, ByteSource source) {
    byte[] key = source.bytes();
    int count = source.count();
    int[] ordinals = new int[count];
    byte[][] fields = new byte[count][];
    for (int i = 0; i < count; i++) {
      ordinals[i] = source.intVarint();
      if (ordinals[i] >= RowFormat.MAX_FIELDS || (i > 0 && ordinals[i] <= ordinals[i - 1])) {
        throw ByteSource.damaged("an ordinal is out of order");
      }
      fields[i] = source.bytes();
    }
    return new Effect.SetFields(tree, key, ordinals, fields, null);
  }
}
