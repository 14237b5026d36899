package io.mosql.benchmarks.storage.step;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** CSV file with a header that contains the rows of {@link ItemTable}. */
public final class ItemCsvFile {
  private ItemCsvFile() {}

  public static void write(Path file, long rows) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("shelf,slot,kind,body\n");
      for (long number = 0; number < rows; number++) {
        out.write(Long.toString(ItemTable.shelf(number)));
        out.write(',');
        out.write(Long.toString(ItemTable.slot(number)));
        out.write(',');
        out.write(Integer.toString(ItemTable.kind(number)));
        out.write(',');
        out.write(ItemTable.body(number));
        out.write('\n');
      }
    }
  }
}
