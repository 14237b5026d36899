package io.mosql.storage.tree;

import io.mosql.core.error.MosqlException;
import io.mosql.storage.error.StorageErrorMessage;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A reader of a page, from its beginning and never past its end. */
final class PageReader {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] page;
  private final PageRef self;
  private int at;

  PageReader(byte[] page, PageRef self) {
    this.page = page;
    this.self = self;
  }

  int position() {
    return at;
  }

  /** Moves to another offset in the page. */
  void position(int next) {
    if (next < 0 || next > page.length) {
      throw damaged("truncated page");
    }
    at = next;
  }

  int unsignedByte() {
    return page[take(1)] & 0xFF;
  }

  int unsignedShort() {
    return (short) SHORT.get(page, take(Short.BYTES)) & 0xFFFF;
  }

  int integer() {
    return (int) INT.get(page, take(Integer.BYTES));
  }

  long number() {
    return (long) LONG.get(page, take(Long.BYTES));
  }

  /** A varint that is not above {@code max}. */
  int varint(int max) {
    return (int) varint((long) max);
  }

  /** A varint that is not above {@code max}. */
  long varint(long max) {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE - 1; shift += 7) {
      int next = unsignedByte();
      value |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        if (value > max) {
          throw damaged("number out of range");
        }
        return value;
      }
    }
    throw damaged("number too long");
  }

  /** The next bytes, after the first {@code shared} of the given ones. */
  byte[] bytes(byte[] before, int shared, int length) {
    int from = take(length);
    byte[] bytes = Arrays.copyOf(before, shared + length);
    System.arraycopy(page, from, bytes, shared, length);
    return bytes;
  }

  void end() {
    if (at != page.length) {
      throw damaged("trailing bytes");
    }
  }

  MosqlException damaged(String detail) {
    return StorageErrorMessage.DAMAGED_PAGE.error(self, detail);
  }

  private int take(int length) {
    int from = at;
    if (length > page.length - from) {
      throw damaged("truncated page");
    }
    at = from + length;
    return from;
  }
}
