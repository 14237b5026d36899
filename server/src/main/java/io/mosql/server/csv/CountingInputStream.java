package io.mosql.server.csv;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Input stream that counts the bytes read. Not thread-safe. */
public final class CountingInputStream extends FilterInputStream {
  private long count;

  public CountingInputStream(InputStream in) {
    super(in);
  }

  public long count() {
    return count;
  }

  @Override
  public int read() throws IOException {
    int read = in.read();
    count += read < 0 ? 0 : 1;
    return read;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int read = in.read(target, offset, length);
    count += Math.max(0, read);
    return read;
  }
}
