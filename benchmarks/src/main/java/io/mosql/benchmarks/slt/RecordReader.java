package io.mosql.benchmarks.slt;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the records of a test file that {@code skipif} and {@code onlyif} select for a database
 * like PostgreSQL. A {@code halt} ends the file. {@code hash-threshold} is ignored: a hashed result
 * is recognized by its expected form. Labels of queries, which state that queries have equal
 * results, are ignored, since each query also has its own result. A query without a result, at the
 * end of a truncated file, is skipped. Not thread-safe.
 */
final class RecordReader {
  private static final Set<String> OURSELVES = Set.of("mosql", "postgresql");

  private final BufferedReader lines;
  private int line;

  RecordReader(BufferedReader lines) {
    this.lines = lines;
  }

  /**
   * Returns the next record; null at the end.
   *
   * @throws IOException also when the file has a format error
   */
  @Nullable TestRecord next() throws IOException {
    boolean meant = true;
    for (String text = readLine(); text != null; text = readLine()) {
      String[] words = text.strip().split("\\s+");
      switch (words[0]) {
        case "onlyif" -> meant &= OURSELVES.contains(word(words, 1));
        case "skipif" -> meant &= !OURSELVES.contains(word(words, 1));
        case "halt" -> {
          if (meant) {
            return null;
          }
          meant = true;
        }
        case "statement", "query" -> {
          TestRecord record = words[0].equals("query") ? query(words) : command(words);
          if (meant && record != null) {
            return record;
          }
          meant = true;
        }
        case "", "hash-threshold" -> {}
        default -> {
          if (!words[0].startsWith("#")) {
            throw new IOException("line " + line + ": no record begins with " + text);
          }
        }
      }
    }
    return null;
  }

  private TestRecord command(String[] words) throws IOException {
    int start = line;
    boolean succeeds =
        switch (word(words, 1)) {
          case "ok" -> true;
          case "error" -> false;
          default -> throw new IOException("line " + line + ": statement " + words[1]);
        };
    List<String> sql = new ArrayList<>();
    block(sql, false);
    return new TestRecord.Command(start, String.join("\n", sql), succeeds);
  }

  private @Nullable TestRecord query(String[] words) throws IOException {
    int start = line;
    String types = word(words, 1);
    if (!types.matches("[ITR]+")) {
      throw new IOException("line " + line + ": types " + types);
    }
    SortMode sort;
    try {
      sort = words.length > 2 ? SortMode.of(words[2]) : SortMode.NOSORT;
    } catch (IllegalArgumentException e) {
      throw new IOException("line " + line + ": sort mode " + words[2], e);
    }
    List<String> sql = new ArrayList<>();
    return block(sql, true) ? query(start, sql, types, sort) : null;
  }

  private TestRecord query(int start, List<String> sql, String types, SortMode sort)
      throws IOException {
    List<String> answer = new ArrayList<>();
    block(answer, false);
    return new TestRecord.Query(start, String.join("\n", sql), types, sort, answer);
  }

  private String word(String[] words, int index) throws IOException {
    if (index >= words.length) {
      throw new IOException("line " + line + ": a word is missing after " + words[index - 1]);
    }
    return words[index];
  }

  /**
   * Reads lines up to an empty line or the end of the file; returns whether the block ended with
   * {@code ----}.
   */
  private boolean block(List<String> block, boolean withAnswer) throws IOException {
    for (String text = readLine(); text != null && !text.isEmpty(); text = readLine()) {
      if (withAnswer && text.equals("----")) {
        return true;
      }
      block.add(text);
    }
    return false;
  }

  private @Nullable String readLine() throws IOException {
    line++;
    return lines.readLine();
  }
}
