package io.mosql.storage.page;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.LogStamp;
import io.mosql.storage.error.StorageErrorMessage;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The codec of the manifest file, big-endian.
 *
 * <pre>
 *   offset  size  content
 *        0     8  magic "MOSQLMAN"
 *        8     4  format version, 2
 *       12     8  length of the file
 *       20     4  CRC32C of bytes 0..19; these 24 bytes mean the same in every version
 *       24     8  timeline
 *       32     8  epoch
 *       40     8  position
 *       48     8  log index
 *       56     8  wall clock, microseconds since 1970
 *       64     8  term of the log's record, 0 in a local log; not in version 1
 *       72     8  entry of the log's record, 0 in a local log; not in version 1
 *       80     4  number of trees
 *       84     4  number of segments
 *       88        trees, each:    id 8, position 8, size 8, and, unless the size is 0,
 *                                 the root: segment id 16, offset 4, length 4, CRC32C 4
 *                 segments, each: id 16, bytes 8, live bytes 8, SHA-256 32
 *                 CRC32C of all before it, 4
 * </pre>
 *
 * Version 1, without term and entry, is still read.
 */
final class ManifestCodec {
  private static final long MAGIC = 0x4D4F53514C4D414EL;
  private static final int HEADER_BYTES = 24;
  private static final int HEADER_CHECKED_BYTES = 20;
  private static final int FIXED_BYTES = 88;
  private static final int VERSION_WITHOUT_TERM = 1;
  private static final int FIXED_BYTES_WITHOUT_TERM = 72;
  private static final int TREE_BYTES = 24;
  private static final int LOCATION_BYTES = 28;
  private static final int SEGMENT_BYTES = 64;
  private static final int CHECK_BYTES = 4;

  private ManifestCodec() {}

  static byte[] encode(Manifest manifest) {
    return encode(manifest, Manifest.FORMAT_VERSION);
  }

  /** Separate, so that tests can write another version. */
  static byte[] encode(Manifest manifest, int version) {
    int fixed = version == VERSION_WITHOUT_TERM ? FIXED_BYTES_WITHOUT_TERM : FIXED_BYTES;
    long bytes = fixed + (long) SEGMENT_BYTES * manifest.segments().size() + CHECK_BYTES;
    for (TreeEntry tree : manifest.trees()) {
      bytes += tree.root() == null ? TREE_BYTES : TREE_BYTES + LOCATION_BYTES;
    }
    ByteBuffer out = ByteBuffer.allocate(Math.toIntExact(bytes));
    out.putLong(MAGIC).putInt(version).putLong(bytes);
    out.putInt(checksum(out.array(), HEADER_CHECKED_BYTES));
    out.putLong(manifest.timeline()).putLong(manifest.epoch()).putLong(manifest.position());
    out.putLong(manifest.logIndex()).putLong(manifest.wallMicros());
    if (version != VERSION_WITHOUT_TERM) {
      out.putLong(manifest.log().term()).putLong(manifest.log().entry());
    }
    out.putInt(manifest.trees().size()).putInt(manifest.segments().size());
    for (TreeEntry tree : manifest.trees()) {
      out.putLong(tree.id()).putLong(tree.position()).putLong(tree.size());
      PageLocation root = tree.root();
      if (root != null) {
        putId(out, root.segment());
        out.putInt(root.offset()).putInt(root.length()).putInt(root.checksum());
      }
    }
    for (SegmentEntry segment : manifest.segments()) {
      putId(out, segment.id());
      out.putLong(segment.bytes()).putLong(segment.liveBytes()).put(segment.sha256());
    }
    out.putInt(checksum(out.array(), out.position()));
    InvariantViolation.check(!out.hasRemaining(), "a manifest has the length of its header");
    return out.array();
  }

  /**
   * @throws io.mosql.core.error.MosqlException XX001 when damaged, 0A000 when of an unknown version
   */
  static Manifest decode(byte[] bytes, String file) {
    if (bytes.length < HEADER_BYTES) {
      throw StorageErrorMessage.DAMAGED_FILE.error(file, bytes.length, "truncated header");
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    long magic = in.getLong();
    int version = in.getInt();
    long length = in.getLong();
    if (magic != MAGIC || in.getInt() != checksum(bytes, HEADER_CHECKED_BYTES)) {
      throw StorageErrorMessage.DAMAGED_FILE.error(file, 0, "header checksum mismatch");
    }
    if (version != Manifest.FORMAT_VERSION && version != VERSION_WITHOUT_TERM) {
      throw StorageErrorMessage.UNKNOWN_FILE_VERSION.error(file, version, Manifest.FORMAT_VERSION);
    }
    boolean hasTerm = version != VERSION_WITHOUT_TERM;
    int fixed = hasTerm ? FIXED_BYTES : FIXED_BYTES_WITHOUT_TERM;
    if (length != bytes.length || length < fixed + CHECK_BYTES) {
      throw StorageErrorMessage.DAMAGED_FILE.error(
          file, Math.min(length, bytes.length), "the file should have " + length + " bytes");
    }
    int end = bytes.length - CHECK_BYTES;
    if (in.getInt(end) != checksum(bytes, end)) {
      throw StorageErrorMessage.DAMAGED_FILE.error(file, HEADER_BYTES, "content checksum mismatch");
    }
    in.limit(end);
    try {
      Manifest manifest = body(in, hasTerm);
      if (in.hasRemaining()) {
        throw StorageErrorMessage.DAMAGED_FILE.error(file, in.position(), "trailing bytes");
      }
      return manifest;
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw StorageErrorMessage.DAMAGED_FILE.error(
          file, in.position(), String.valueOf(e.getMessage()));
    }
  }

  private static Manifest body(ByteBuffer in, boolean hasTerm) {
    long timeline = in.getLong();
    long epoch = in.getLong();
    long position = in.getLong();
    long logIndex = in.getLong();
    long wallMicros = in.getLong();
    long term = hasTerm ? in.getLong() : 0;
    long entry = hasTerm ? in.getLong() : 0;
    int treeCount = in.getInt();
    int segmentCount = in.getInt();
    List<TreeEntry> trees = new ArrayList<>();
    for (int i = 0; i < treeCount; i++) {
      trees.add(tree(in));
    }
    List<SegmentEntry> segments = new ArrayList<>();
    for (int i = 0; i < segmentCount; i++) {
      SegmentId id = id(in);
      long size = in.getLong();
      long live = in.getLong();
      byte[] hash = new byte[SegmentEntry.HASH_BYTES];
      in.get(hash);
      segments.add(new SegmentEntry(id, size, live, hash));
    }
    LogStamp log = new LogStamp(logIndex, term, entry);
    return new Manifest(timeline, epoch, position, log, wallMicros, trees, segments);
  }

  private static TreeEntry tree(ByteBuffer in) {
    long id = in.getLong();
    long position = in.getLong();
    long size = in.getLong();
    @Nullable PageLocation root =
        size == 0 ? null : new PageLocation(id(in), in.getInt(), in.getInt(), in.getInt());
    return new TreeEntry(id, position, size, root);
  }

  private static SegmentId id(ByteBuffer in) {
    return new SegmentId(in.getLong(), in.getLong());
  }

  private static void putId(ByteBuffer out, SegmentId id) {
    out.putLong(id.high()).putLong(id.low());
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
