package io.mosql.benchmarks.slt;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Generator of a small corpus from a large one: from each file that is not too long, all statements
 * and a random choice of queries with their answers. The same seed produces the same bytes. Not
 * thread-safe.
 */
final class CorpusSample {
  /**
   * Maximum number of statements of a file, since each file contributes all its statements to the
   * sample.
   */
  private static final int STATEMENTS_AT_MOST = 130;

  /**
   * Average number of queries per file, which determines the number of files, since each file adds
   * the cost of its statements.
   */
  private static final int QUERIES_PER_FILE = 25;

  private static final LocalDateTime TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

  private final Corpus corpus;
  private final List<String> names;
  private final Random random;
  private final int queries;

  CorpusSample(Corpus corpus, List<String> names, long seed, int queries) {
    this.corpus = corpus;
    this.names = names.stream().sorted().toList();
    this.random = new Random(seed);
    this.queries = queries;
  }

  /** Writes the sample and returns its number of queries: the requested number, if available. */
  int write(Path target) throws IOException {
    List<String> candidates = new ArrayList<>();
    for (String name : names) {
      if (isShort(name)) {
        candidates.add(name);
      }
    }
    int files = Math.min(candidates.size(), Math.max(1, queries / QUERIES_PER_FILE));
    int left = queries;
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(target))) {
      zip.setLevel(Deflater.BEST_COMPRESSION);
      for (int i = 0; i < files; i++) {
        // Chosen evenly over the list, so that every region is represented.
        String name = candidates.get((int) ((long) i * candidates.size() / files));
        left -= write(name, left / (files - i), zip);
      }
    }
    return queries - left;
  }

  private boolean isShort(String name) throws IOException {
    int statements = 0;
    try (BufferedReader lines = corpus.read(name)) {
      RecordReader records = new RecordReader(lines);
      for (TestRecord record = records.next(); record != null; record = records.next()) {
        if (record instanceof TestRecord.Command && ++statements > STATEMENTS_AT_MOST) {
          return false;
        }
      }
    }
    return true;
  }

  private int write(String name, int wanted, ZipOutputStream zip) throws IOException {
    List<TestRecord> records = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    try (BufferedReader lines = corpus.read(name)) {
      RecordReader reader = new RecordReader(lines);
      for (TestRecord record = reader.next(); record != null; record = reader.next()) {
        if (record instanceof TestRecord.Query) {
          places.add(records.size());
        }
        records.add(record);
      }
    }
    BitSet chosen = new BitSet();
    int some = Math.min(wanted, places.size());
    for (int i = 0; i < some; i++) {
      chosen.set(places.remove(random.nextInt(places.size())));
    }
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(TIME);
    zip.putNextEntry(entry);
    for (int i = 0; i < records.size(); i++) {
      TestRecord record = records.get(i);
      if (record instanceof TestRecord.Command || chosen.get(i)) {
        zip.write(text(record).getBytes(StandardCharsets.UTF_8));
      }
    }
    zip.closeEntry();
    return some;
  }

  private static String text(TestRecord record) {
    if (record instanceof TestRecord.Query query) {
      StringBuilder text = new StringBuilder("query ").append(query.types()).append(' ');
      text.append(query.sort().word()).append('\n').append(query.sql()).append("\n----\n");
      query.expected().forEach(value -> text.append(value).append('\n'));
      return text.append('\n').toString();
    }
    TestRecord.Command command = (TestRecord.Command) record;
    return "statement " + (command.succeeds() ? "ok" : "error") + "\n" + command.sql() + "\n\n";
  }
}
