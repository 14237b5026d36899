package io.mosql.benchmarks.tpcc.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Path;

/** {@link RunResult} as a JSON file, and back. */
public final class JsonReport {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private JsonReport() {}

  public static void write(RunResult result, Path file) throws IOException {
    MAPPER.writeValue(file.toFile(), result);
  }

  public static RunResult read(Path file) throws IOException {
    return MAPPER.readValue(file.toFile(), RunResult.class);
  }
}
