package io.mosql.benchmarks.figures;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The rows of {@link Items} as a csv file with a header. */
final class ItemsCsv {
  private ItemsCsv() {}

  static void write(Path file, long rows) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("shelf,slot,kind,body\n");
      for (long number = 0; number < rows; number++) {
        out.write(Long.toString(Items.shelf(number)));
        out.write(',');
        out.write(Long.toString(Items.slot(number)));
        out.write(',');
        out.write(Integer.toString(Items.kind(number)));
        out.write(',');
        out.write(Items.body(number));
        out.write('\n');
      }
    }
  }
}
