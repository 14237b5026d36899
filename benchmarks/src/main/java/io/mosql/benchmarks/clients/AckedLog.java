package io.mosql.benchmarks.clients;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Log of acknowledged transactions: appends a line of numbers, such as {@code
 * warehouse,district,order,lines}, for each. Thread-safe.
 */
public final class AckedLog implements AutoCloseable {
  private final OutputStream out;

  public AckedLog(Path file) throws IOException {
    this.out = new FileOutputStream(file.toFile(), true);
  }

  public void append(int... numbers) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int number : numbers) {
      line.append(line.length() == 0 ? "" : ",").append(number);
    }
    byte[] bytes = line.append('\n').toString().getBytes(StandardCharsets.US_ASCII);
    synchronized (out) {
      out.write(bytes);
    }
  }

  /**
   * Returns the complete lines of a log; the last line may be truncated if the process was killed.
   */
  public static List<String> wholeLines(Path log) throws IOException {
    if (!Files.exists(log)) {
      return List.of();
    }
    String text = Files.readString(log, StandardCharsets.US_ASCII);
    int end = text.lastIndexOf('\n');
    return end < 0 ? List.of() : text.substring(0, end).lines().toList();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
