package io.mosql.storage.record;

import io.mosql.storage.bytes.ByteSink;
import io.mosql.storage.bytes.ByteSource;
import org.jspecify.annotations.Nullable;

/**
 * The assembler of the parts of a batch's record. Parts are numbered: a missing one voids the rest,
 * a first one voids the parts before it. Not thread-safe.
 */
public final class RecordAssembler {
  private @Nullable ByteSink parts;
  private int next;

  /** Discards pending parts. */
  public void clear() {
    parts = null;
  }

  /** Whether no parts are pending. */
  public boolean isEmpty() {
    return parts == null;
  }

  /** The whole payload once its last part was added; null before, and for parts that are void. */
  public @Nullable ByteSource take(byte[] record, RecordCodec.Header header) {
    if (header.part() == 0 && header.last()) {
      parts = null;
      return new ByteSource(record, header.payload());
    }
    ByteSink sink = header.part() == 0 ? new ByteSink(record.length * 2) : parts;
    if (sink == null || (header.part() != 0 && header.part() != next)) {
      parts = null;
      return null;
    }
    sink.raw(record, header.payload(), record.length - header.payload());
    assert header.part() == 0 || header.part() == next : "parts are joined in order";
    parts = header.last() ? null : sink;
    next = header.part() + 1;
    return header.last() ? new ByteSource(sink.toBytes()) : null;
  }
}
