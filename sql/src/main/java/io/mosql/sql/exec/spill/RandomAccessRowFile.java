package io.mosql.sql.exec.spill;

import io.mosql.sql.exec.runtime.ExecutionContext;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A temporary file of rows with random access by row number; the offsets of the blocks and the
 * blocks used last are in memory. All rows must be added before the first is read. Not thread-safe.
 */
final class RandomAccessRowFile {
  private static final int BLOCK_BYTES = 8 << 10;

  /** Size of the index entry of a block. */
  private static final int INDEX_BYTES = 12;

  private final ExecutionContext context;
  private final SpilledRows file;
  private long[] places = new long[8];
  private int[] firsts = new int[8];
  private int blocks;
  private final Loaded[] loaded;
  private long uses;

  /** A block in memory. */
  private static final class Loaded {
    private int block = -1;
    private @Nullable Object[][] rows = {};
    private long lastUse;
  }

  /**
   * Creates an empty file.
   *
   * @param places number of positions at which the file is read alternately
   */
  RandomAccessRowFile(ExecutionContext context, int places) {
    this.context = context;
    this.file = SpilledRows.inBlocks(context, BLOCK_BYTES);
    this.loaded = new Loaded[places];
    Arrays.setAll(loaded, i -> new Loaded());
  }

  void add(@Nullable Object[] row) {
    int number = file.count();
    file.add(row);
    long place = file.lastBlock();
    if (blocks > 0 && places[blocks - 1] == place) {
      return;
    }
    if (blocks == places.length) {
      places = Arrays.copyOf(places, 2 * blocks);
      firsts = Arrays.copyOf(firsts, 2 * blocks);
    }
    context.chargeBytes(INDEX_BYTES);
    places[blocks] = place;
    firsts[blocks] = number;
    blocks++;
  }

  /** Number of rows. */
  int count() {
    return file.count();
  }

  @Nullable Object[] row(int number) {
    int found = Arrays.binarySearch(firsts, 0, blocks, number);
    int block = found >= 0 ? found : -found - 2;
    return block(block)[number - firsts[block]];
  }

  private @Nullable Object[][] block(int number) {
    uses++;
    Loaded oldest = loaded[0];
    for (Loaded known : loaded) {
      if (known.block == number) {
        known.lastUse = uses;
        return known.rows;
      }
      if (known.lastUse < oldest.lastUse) {
        oldest = known;
      }
    }
    oldest.rows = file.block(places[number]);
    oldest.block = number;
    oldest.lastUse = uses;
    return oldest.rows;
  }

  void delete() {
    file.delete();
  }
}
