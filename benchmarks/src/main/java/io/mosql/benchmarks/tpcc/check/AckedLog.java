package io.mosql.benchmarks.tpcc.check;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Appends a line {@code warehouse,district,order,lines} for each New-Order whose commit has
 * returned, in one write that reaches the operating system before the terminal goes on: what stands
 * here survives the death of the process, and so must the order. Thread-safe.
 */
public final class AckedLog implements AutoCloseable {
  private final OutputStream out;

  public AckedLog(Path file) throws IOException {
    this.out = new FileOutputStream(file.toFile(), true);
  }

  public void append(int warehouse, int district, int order, int lines) throws IOException {
    byte[] line =
        (warehouse + "," + district + "," + order + "," + lines + "\n")
            .getBytes(StandardCharsets.US_ASCII);
    synchronized (out) {
      out.write(line);
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
