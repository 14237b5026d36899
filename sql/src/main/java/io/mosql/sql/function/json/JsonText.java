package io.mosql.sql.function.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.mosql.core.port.Interrupts;
import io.mosql.core.type.Jsonb;
import io.mosql.sql.error.SqlErrorMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses and formats JSON: parsing by RFC 8259, with exact numbers; formatting as MySQL and
 * PostgreSQL's JSONB do, with a blank after commas and colons. Pure.
 */
public final class JsonText {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(new JsonFactory())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .configure(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES, false);

  /** Estimated bytes of a tree node. */
  private static final int PART_BYTES = 64;

  private JsonText() {}

  /** A parser that checks for cancellation and for free heap. */
  private static final class Watched extends JsonParserDelegate {
    Watched(JsonParser parser) {
      super(parser);
    }

    @Override
    public JsonToken nextToken() throws IOException {
      Interrupts.chargeMemory(PART_BYTES);
      return delegate.nextToken();
    }

    @Override
    public String nextFieldName() throws IOException {
      Interrupts.chargeMemory(PART_BYTES);
      return delegate.nextFieldName();
    }
  }

  /** The value of a text; null when it is no JSON. */
  public static @Nullable JsonNode parseOrNull(String text) {
    try {
      JsonNode node = MAPPER.readTree(new Watched(MAPPER.createParser(text)));
      return node == null || node.isMissingNode() ? null : node;
    } catch (JsonProcessingException e) {
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException("a text has no I/O", e);
    }
  }

  /** The value of a text; 22032 when it is no JSON. */
  public static JsonNode parse(String text) {
    JsonNode node = parseOrNull(text);
    if (node == null) {
      throw SqlErrorMessage.JSON_TEXT_INVALID.error();
    }
    return node;
  }

  /** JSONB as a tree. */
  public static JsonNode node(Jsonb value) {
    return node(value.tree());
  }

  private static JsonNode node(Object tree) {
    if (tree instanceof String text) {
      return TextNode.valueOf(text);
    }
    if (tree instanceof java.math.BigDecimal number) {
      return DecimalNode.valueOf(number);
    }
    if (tree instanceof Boolean truth) {
      return BooleanNode.valueOf(truth);
    }
    if (tree instanceof List<?> items) {
      ArrayNode array = MAPPER.createArrayNode();
      items.forEach(item -> array.add(node(item)));
      return array;
    }
    if (tree instanceof Map<?, ?> fields) {
      ObjectNode object = MAPPER.createObjectNode();
      fields.forEach((key, value) -> object.set((String) key, node(value)));
      return object;
    }
    return NullNode.getInstance();
  }

  public static Jsonb jsonb(JsonNode node) {
    return Jsonb.of(tree(node));
  }

  private static Object tree(JsonNode node) {
    if (node.isTextual()) {
      return node.textValue();
    }
    if (node.isNumber()) {
      return node.decimalValue();
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    if (node.isArray()) {
      List<Object> items = new ArrayList<>(node.size());
      node.forEach(item -> items.add(tree(item)));
      return items;
    }
    if (node.isObject()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      node.properties().forEach(field -> fields.put(field.getKey(), tree(field.getValue())));
      return fields;
    }
    return Jsonb.Null.NULL;
  }

  /** The value of a text or of JSONB. */
  public static JsonNode document(Object value) {
    return value instanceof Jsonb json ? node(json) : parse(value.toString());
  }

  public static ObjectNode emptyObject() {
    return MAPPER.createObjectNode();
  }

  public static ArrayNode emptyArray() {
    return MAPPER.createArrayNode();
  }

  public static JsonNode array(List<JsonNode> items) {
    return MAPPER.createArrayNode().addAll(items);
  }

  public static String write(JsonNode node) {
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

  public static String quote(String text) {
    StringBuilder out = new StringBuilder();
    quote(text, out);
    return out.toString();
  }

  private static void quote(String text, StringBuilder out) {
    Jsonb.quote(text, out);
  }

  /** A value as plain text: a string without its quotes. */
  public static String unquoted(JsonNode node) {
    return node.isTextual() ? node.textValue() : write(node);
  }

  private static String scalar(JsonNode node) {
    return node.isBigDecimal() ? number(node) : node.asText();
  }

  /** Keeps exponents, since a number with a large exponent would be a very long text. */
  private static String number(JsonNode node) {
    java.math.BigDecimal value = node.decimalValue();
    return Math.abs((long) value.scale()) > 100 ? value.toString() : value.toPlainString();
  }
}
