package io.mosql.testkit.files;

import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The contents of one file of a {@link FaultyDisk}: as seen by a process (the page cache), as left
 * by a power cut (the disk), and the changes between the two. Guarded by its disk.
 */
final class FaultyContent {
  static final int SECTOR_BYTES = 512;

  private static final class Bytes {
    byte[] array = new byte[0];
    int size;

    void write(int position, byte[] source, int offset, int length) {
      resize(Math.max(size, position + length));
      System.arraycopy(source, offset, array, position, length);
    }

    void resize(int newSize) {
      if (newSize > array.length) {
        array = Arrays.copyOf(array, Math.max(newSize, Math.min(2 * array.length, 1 << 28)));
      }
      if (newSize < size) {
        Arrays.fill(array, newSize, size, (byte) 0);
      }
      size = newSize;
    }
  }

  private sealed interface Change permits Write, Resize {}

  private record Write(int position, byte[] bytes) implements Change {}

  private record Resize(int size) implements Change {}

  private final Bytes cache = new Bytes();
  private final Bytes disk = new Bytes();
  private final List<Change> unsynced = new ArrayList<>();

  int read(long position, byte[] target, int offset, int length) {
    int n = (int) Math.max(0, Math.min(length, cache.size - position));
    if (n > 0) {
      System.arraycopy(cache.array, (int) position, target, offset, n);
    }
    return n;
  }

  void write(long position, byte[] source, int offset, int length) {
    int at = Math.toIntExact(position);
    cache.write(at, source, offset, length);
    unsynced.add(new Write(at, Arrays.copyOfRange(source, offset, offset + length)));
  }

  void resize(long size) {
    int newSize = Math.toIntExact(size);
    cache.resize(newSize);
    unsynced.add(new Resize(newSize));
  }

  int size() {
    return cache.size;
  }

  /** All changes reach the disk. */
  void sync() {
    for (Change change : unsynced) {
      if (change instanceof Write write) {
        disk.write(write.position, write.bytes, 0, write.bytes.length);
      } else if (change instanceof Resize resize) {
        disk.resize(resize.size);
      }
    }
    unsynced.clear();
  }

  /** No change reaches the disk any more; the readable contents stay. */
  void loseUnsynced() {
    unsynced.clear();
  }

  /** A random part of the changes reached the disk; the others never will. */
  void loseSome(SeededRandom random) {
    switch (random.nextInt(4)) {
      case 0 -> loseUnsynced();
      case 1 -> sync();
      default -> loseSectors(random);
    }
  }

  /** Reduces the contents to those on the disk. */
  void loseCache() {
    unsynced.clear();
    cache.resize(0);
    cache.write(0, disk.array, 0, disk.size);
  }

  /**
   * Each sector gets one of the states that it went through, independently of the others, and so
   * does the size.
   */
  private void loseSectors(SeededRandom random) {
    List<Integer> sizes = new ArrayList<>(List.of(disk.size));
    Map<Integer, Integer> versions = new HashMap<>();
    for (Change change : unsynced) {
      int size = sizes.get(sizes.size() - 1);
      if (change instanceof Write write) {
        sizes.add(Math.max(size, write.position + write.bytes.length));
        for (int s = firstSector(write); s <= lastSector(write); s++) {
          versions.merge(s, 1, Integer::sum);
        }
      } else if (change instanceof Resize resize) {
        sizes.add(resize.size);
      }
    }
    int sizeVersion = random.nextInt(sizes.size());
    versions.replaceAll((sector, n) -> random.nextInt(n + 1));
    for (int i = 0; i < unsynced.size(); i++) {
      Change change = unsynced.get(i);
      if (change instanceof Write write) {
        for (int s = firstSector(write); s <= lastSector(write); s++) {
          if (versions.merge(s, -1, Integer::sum) >= 0) {
            writeSector(write, s);
          }
        }
      } else if (change instanceof Resize resize && i < sizeVersion) {
        disk.resize(resize.size);
      }
    }
    disk.resize(sizes.get(sizeVersion));
    unsynced.clear();
  }

  private void writeSector(Write write, int sector) {
    int from = Math.max(write.position, sector * SECTOR_BYTES);
    int to = Math.min(write.position + write.bytes.length, (sector + 1) * SECTOR_BYTES);
    disk.write(from, write.bytes, from - write.position, to - from);
  }

  private static int firstSector(Write write) {
    return write.position / SECTOR_BYTES;
  }

  private static int lastSector(Write write) {
    return (write.position + write.bytes.length - 1) / SECTOR_BYTES;
  }
}
