package io.mosql.server;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Counts the bytes that are written. Not thread-safe. */
final class CountedOutput extends FilterOutputStream {
  private long count;

  CountedOutput(OutputStream out) {
    super(out);
  }

  long count() {
    return count;
  }

  @Override
  public void write(int b) throws IOException {
    out.write(b);
    count++;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
    count += length;
  }
}
