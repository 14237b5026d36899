package io.mosql.sql.exec.spill;

import io.mosql.sql.exec.expression.FieldCollations;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.sort.SpillFile;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Distinct rows in a temporary file in the order of their hashes, searched by hash. In memory are
 * the first hash and the place of each block, and a filter of a byte for each row as far as memory
 * suffices, by which most rows that are not in the file are found without reading. All rows must be
 * added before the first search. Not thread-safe.
 *
 * <pre>
 * record := hash (4 bytes, big-endian), row as in {@link RowSerializer}
 * </pre>
 */
final class HashOrderedRows {
  private static final int BLOCK_BYTES = 8 << 10;

  /** Size of the index entry of a block. */
  private static final int INDEX_BYTES = 12;

  private static final int MIX = 0x9E3779B1;
  private static final int MIX_AGAIN = 0x85EBCA6B;

  private final ExecutionContext context;
  private final SpillFile file;
  private final int generation;
  private final long[] filter;
  private int[] firstHashes = new int[8];
  private long[] places = new long[8];
  private int blocks;
  private int count;
  private long kept;

  /** The block that was read last, since rows are often found together. */
  private int loadedBlock = -1;

  private List<byte[]> loaded = List.of();

  /**
   * Creates an empty file.
   *
   * @param generation how often its rows were merged
   * @param rows number of rows that will be added
   */
  HashOrderedRows(ExecutionContext context, int generation, int rows) {
    this.context = context;
    this.generation = generation;
    int words = rows / Long.BYTES + 1;
    while (words > 1 && !context.fitsForStatement((long) words * Long.BYTES)) {
      words /= 2;
    }
    this.filter = new long[words];
    this.file = context.newSpillFile(BLOCK_BYTES);
    charge((long) filter.length * Long.BYTES);
  }

  /** Merges files without common rows, and deletes them. */
  static HashOrderedRows merge(List<HashOrderedRows> inputs, ExecutionContext context) {
    int rows = inputs.stream().mapToInt(input -> input.count).reduce(0, Math::addExact);
    HashOrderedRows merged = new HashOrderedRows(context, inputs.get(0).generation + 1, rows);
    PriorityQueue<Reader> readers =
        new PriorityQueue<>(Comparator.comparingInt(reader -> hash(reader.record)));
    for (HashOrderedRows input : inputs) {
      input.file.rewind();
      byte[] first = input.file.nextAgain();
      if (first != null) {
        readers.add(new Reader(input.file, first));
      }
    }
    for (Reader least = readers.poll(); least != null; least = readers.poll()) {
      context.step();
      merged.add(least.record);
      byte[] next = least.file.nextAgain();
      if (next != null) {
        readers.add(new Reader(least.file, next));
      }
    }
    inputs.forEach(HashOrderedRows::delete);
    return merged;
  }

  private record Reader(SpillFile file, byte[] record) {}

  int generation() {
    return generation;
  }

  /** Adds a row whose hash is not less than that of the row before. */
  void add(int hash, @Nullable Object[] row) {
    long copies = SpilledRows.copies(row);
    context.chargeBytes(copies);
    byte[] encoded = RowSerializer.encode(row);
    add(ByteBuffer.allocate(Integer.BYTES + encoded.length).putInt(hash).put(encoded).array());
    context.release(copies);
  }

  private void add(byte[] record) {
    int hash = hash(record);
    long place = file.add(record);
    context.spilled(record.length);
    count++;
    set(hash * MIX);
    set(hash * MIX_AGAIN);
    if (blocks > 0 && places[blocks - 1] == place) {
      return;
    }
    if (blocks == places.length) {
      places = Arrays.copyOf(places, 2 * blocks);
      firstHashes = Arrays.copyOf(firstHashes, 2 * blocks);
    }
    charge(INDEX_BYTES);
    places[blocks] = place;
    firstHashes[blocks] = hash;
    blocks++;
  }

  /** Whether a row with the key is in the file. */
  boolean contains(HashKey key, FieldCollations texts) {
    int hash = key.hashCode();
    if (!isSet(hash * MIX) || !isSet(hash * MIX_AGAIN)) {
      return false;
    }
    for (int block = blockBefore(hash); block < blocks && firstHashes[block] <= hash; block++) {
      for (byte[] record : block(block)) {
        if (hash(record) == hash && keyOf(record, texts).equals(key)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The last block whose first hash is less, in which the hash may begin; or else the first. */
  private int blockBefore(int hash) {
    int low = 0;
    int high = blocks;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (firstHashes[middle] < hash) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return Math.max(0, low - 1);
  }

  private List<byte[]> block(int number) {
    if (loadedBlock != number) {
      context.checkCancelled();
      loaded = file.block(places[number]);
      loadedBlock = number;
    }
    return loaded;
  }

  private HashKey keyOf(byte[] record, FieldCollations texts) {
    return HashKey.of(RowSerializer.decode(record, Integer.BYTES, context.transaction()), texts);
  }

  private static int hash(byte[] record) {
    return ByteBuffer.wrap(record).getInt();
  }

  private void set(int mixed) {
    int bit = bit(mixed);
    filter[bit / Long.SIZE] |= 1L << bit;
  }

  private boolean isSet(int mixed) {
    int bit = bit(mixed);
    return (filter[bit / Long.SIZE] & 1L << bit) != 0;
  }

  /** A bit of the filter, by the bits of a hash that are mixed best: the upper ones. */
  private int bit(int mixed) {
    return (int) ((mixed & 0xFFFF_FFFFL) * filter.length * Long.SIZE >>> Integer.SIZE);
  }

  private void charge(long bytes) {
    context.chargeBytes(bytes);
    kept += bytes;
  }

  void delete() {
    file.close();
    loaded = List.of();
    context.release(kept);
    kept = 0;
  }
}
