package io.mosql.server.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mosql.core.error.MosqlException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** JSON reader and writer of the console. Stateless. */
final class ConsoleJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ConsoleJson() {}

  /** Writes an object's fields. */
  @FunctionalInterface
  interface Fields {
    void write(JsonGenerator out) throws IOException;
  }

  static AdminResponse object(Fields fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = MAPPER.getFactory().createGenerator(bytes)) {
      out.writeStartObject();
      fields.write(out);
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return AdminResponse.json(bytes.toByteArray());
  }

  /** Returns the response that reports the error of a statement. */
  static AdminResponse failure(MosqlException e) {
    return object(
        out -> {
          out.writeObjectFieldStart("error");
          out.writeStringField("sqlState", e.sqlState());
          out.writeStringField("message", e.getMessage());
          out.writeNumberField("position", e.position());
          out.writeEndObject();
        });
  }

  static JsonNode read(byte[] body) throws HttpErrorException {
    try {
      JsonNode node = MAPPER.readTree(new String(body, StandardCharsets.UTF_8));
      if (node != null && node.isObject()) {
        return node;
      }
    } catch (IOException e) {
      // The invalid input is reported below.
    }
    throw new HttpErrorException(400, "request body must be a JSON object");
  }

  /** String member of an object; empty when it has no such member. */
  static String text(JsonNode object, String name) {
    return object.path(name).asText("");
  }
}
