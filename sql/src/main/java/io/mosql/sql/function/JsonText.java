package io.mosql.sql.function;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import io.mosql.core.error.SqlState;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as text: read by RFC 8259, with exact numbers; written as MySQL and PostgreSQL's JSONB do,
 * with a blank behind commas and colons. Pure.
 */
final class JsonText {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(new JsonFactory())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .configure(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES, false);

  private JsonText() {}

  /** The value of a text; null when it is no JSON. */
  static @Nullable JsonNode find(String text) {
    try {
      JsonNode node = MAPPER.readTree(text);
      return node.isMissingNode() ? null : node;
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  /** The value of a text; 22032 when it is no JSON. */
  static JsonNode read(String text) {
    JsonNode node = find(text);
    if (node == null) {
      throw FunctionTable.error(SqlState.INVALID_JSON, "invalid JSON text");
    }
    return node;
  }

  static JsonNode array(List<JsonNode> items) {
    return MAPPER.createArrayNode().addAll(items);
  }

  static String write(JsonNode node) {
    StringBuilder out = new StringBuilder();
    write(node, out);
    return out.toString();
  }

  private static void write(JsonNode node, StringBuilder out) {
    if (node.isObject()) {
      String divider = "";
      out.append('{');
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        out.append(divider);
        quote(field.getKey(), out);
        out.append(": ");
        write(field.getValue(), out);
        divider = ", ";
      }
      out.append('}');
    } else if (node.isArray()) {
      out.append('[');
      for (Iterator<JsonNode> items = node.elements(); items.hasNext(); ) {
        write(items.next(), out);
        out.append(items.hasNext() ? ", " : "");
      }
      out.append(']');
    } else if (node.isTextual()) {
      quote(node.textValue(), out);
    } else {
      out.append(scalar(node));
    }
  }

  static String quote(String text) {
    StringBuilder out = new StringBuilder();
    quote(text, out);
    return out.toString();
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    JsonStringEncoder.getInstance().quoteAsString(text, out);
    out.append('"');
  }

  /** A value as plain text: a string without its quotes. */
  static String plain(JsonNode node) {
    return node.isTextual() ? node.textValue() : write(node);
  }

  private static String scalar(JsonNode node) {
    return node.isBigDecimal() ? number(node) : node.asText();
  }

  /** Exponents stay: one of many digits would be a text as long. */
  private static String number(JsonNode node) {
    java.math.BigDecimal value = node.decimalValue();
    return Math.abs((long) value.scale()) > 100 ? value.toString() : value.toPlainString();
  }
}
