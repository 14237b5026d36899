package io.mosql.benchmarks.report;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** JSON files of results: one result as an object, several as an array. */
public final class JsonReport {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY);

  private JsonReport() {}

  public static void write(List<? extends BenchmarkResult> results, Path file) throws IOException {
    MAPPER.writeValue(file.toFile(), results.size() == 1 ? results.get(0) : results);
  }

  public static <T extends BenchmarkResult> List<T> read(Path file, Class<T> type)
      throws IOException {
    return MAPPER.readerForListOf(type).readValue(file.toFile());
  }
}
