package io.mosql.server.csv;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Output stream that counts the bytes written. Not thread-safe. */
public final class CountingOutputStream extends FilterOutputStream {
  private long count;

  public CountingOutputStream(OutputStream out) {
    super(out);
  }

  public long count() {
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
