package io.mosql.sql.function;

import com.fasterxml.jackson.databind.JsonNode;
import io.mosql.core.error.SqlState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A path into JSON: {@code $}, then {@code .key}, {@code ."any key"}, {@code .*}, {@code [n]},
 * {@code [last]}, {@code [last-n]} or {@code [*]}, any number of them. A path of the standard may
 * begin with {@code lax} or {@code strict}, and has filters and methods, which are not supported.
 * Immutable.
 */
final class JsonPath {
  private static final Pattern STEP =
      Pattern.compile(
          "\\s*(?:\\.\\s*(?:(\\*)|(\"(?:[^\"\\\\]|\\\\.)*\")|([\\p{L}_$][\\p{L}\\p{N}_$]*))"
              + "|\\[\\s*(?:(\\*)|([0-9]{1,9})|last(?:\\s*-\\s*([0-9]{1,9}))?)\\s*\\])\\s*");

  private static final Pattern MODE = Pattern.compile("(lax|strict)\\b\\s*");
  private static final Pattern FILTER_OR_METHOD = Pattern.compile("\\s*(?:\\?|\\.\\s*\\w+\\s*\\()");

  private final List<Step> steps;
  private final Mode mode;

  /** Whether it may lead to more than one value. */
  private final boolean many;

  private JsonPath(List<Step> steps, Mode mode) {
    this.steps = steps;
    this.mode = mode;
    this.many =
        steps.stream()
            .anyMatch(step -> step.kind == Kind.ALL_FIELDS || step.kind == Kind.ALL_ITEMS);
  }

  /** What a step does where the value has no such part. */
  private enum Mode {
    /** Leads to nothing; what is no array is one of one item to a number. */
    MYSQL,
    /** Leads to nothing; arrays are opened to keys, what is no array is one of one item. */
    LAX,
    /** Fails. */
    STRICT
  }

  enum Kind {
    FIELD,
    ALL_FIELDS,
    ITEM,
    ITEM_FROM_END,
    ALL_ITEMS
  }

  /**
   * A step.
   *
   * @param key of a field
   * @param index of an item, from the end where the kind says so
   */
  record Step(Kind kind, String key, int index) {}

  /**
   * Reads a path.
   *
   * @throws io.mosql.core.error.MosqlException 22023 when it is none
   */
  static JsonPath of(String text) {
    return new JsonPath(steps(text.strip()), Mode.MYSQL);
  }

  /**
   * Reads a path of the standard.
   *
   * @throws io.mosql.core.error.MosqlException 22023 when it is none, 0A000 for filters and methods
   */
  static JsonPath ofStandard(String text) {
    String trimmed = text.strip();
    Matcher mode = MODE.matcher(trimmed);
    if (!mode.lookingAt()) {
      return new JsonPath(steps(trimmed), Mode.LAX);
    }
    return new JsonPath(
        steps(trimmed.substring(mode.end())), Mode.valueOf(mode.group(1).toUpperCase(Locale.ROOT)));
  }

  private static List<Step> steps(String trimmed) {
    List<Step> steps = new ArrayList<>();
    Matcher matcher = STEP.matcher(trimmed);
    int at = 1;
    boolean good = trimmed.startsWith("$");
    while (good && at < trimmed.length()) {
      if (FILTER_OR_METHOD.matcher(trimmed).region(at, trimmed.length()).lookingAt()) {
        throw FunctionTable.error(
            SqlState.FEATURE_NOT_SUPPORTED, "filters and methods in JSON paths are not supported");
      }
      good = matcher.region(at, trimmed.length()).lookingAt();
      if (good) {
        steps.add(step(matcher));
        at = matcher.end();
      }
    }
    if (!good) {
      throw FunctionTable.error(
          SqlState.INVALID_PARAMETER,
          "invalid JSON path at character " + Math.min(at, trimmed.length()));
    }
    return List.copyOf(steps);
  }

  private static Step step(Matcher matcher) {
    if (matcher.group(1) != null) {
      return new Step(Kind.ALL_FIELDS, "", 0);
    }
    if (matcher.group(2) != null) {
      return new Step(Kind.FIELD, JsonText.read(matcher.group(2)).textValue(), 0);
    }
    if (matcher.group(3) != null) {
      return new Step(Kind.FIELD, matcher.group(3), 0);
    }
    if (matcher.group(4) != null) {
      return new Step(Kind.ALL_ITEMS, "", 0);
    }
    if (matcher.group(5) != null) {
      return new Step(Kind.ITEM, "", Integer.parseInt(matcher.group(5)));
    }
    String back = matcher.group(6);
    return new Step(Kind.ITEM_FROM_END, "", back == null ? 0 : Integer.parseInt(back));
  }

  List<Step> steps() {
    return steps;
  }

  boolean isMany() {
    return many;
  }

  /**
   * What it leads to, in order.
   *
   * @throws io.mosql.core.error.MosqlException class 22 where a strict path does not fit
   */
  List<JsonNode> in(JsonNode root) {
    List<JsonNode> found = List.of(root);
    for (Step step : steps) {
      List<JsonNode> next = new ArrayList<>();
      for (JsonNode node : found) {
        follow(step, node, next);
      }
      found = next;
    }
    return found;
  }

  private void follow(Step step, JsonNode node, List<JsonNode> found) {
    boolean ofFields = step.kind == Kind.FIELD || step.kind == Kind.ALL_FIELDS;
    if (mode == Mode.STRICT) {
      checkFits(step, node, ofFields);
    }
    if (ofFields && mode == Mode.LAX && node.isArray()) {
      node.forEach(item -> field(step, item, found));
    } else if (ofFields) {
      field(step, node, found);
    } else if (step.kind != Kind.ALL_ITEMS) {
      add(item(node, step), found);
    } else if (node.isArray()) {
      node.forEach(found::add);
    } else if (mode == Mode.LAX) {
      found.add(node);
    }
  }

  private static void checkFits(Step step, JsonNode node, boolean ofFields) {
    if (ofFields && (!node.isObject() || step.kind == Kind.FIELD && !node.has(step.key))) {
      throw FunctionTable.error(
          SqlState.JSON_MEMBER_NOT_FOUND,
          node.isObject()
              ? "JSON object does not contain key \"" + step.key + "\""
              : "JSON path: a key of what is no object");
    }
    if (!ofFields && !node.isArray()) {
      throw FunctionTable.error(
          SqlState.JSON_ARRAY_NOT_FOUND, "JSON path: an item of what is no array");
    }
    if (!ofFields && step.kind != Kind.ALL_ITEMS && item(node, step) == null) {
      throw FunctionTable.error(
          SqlState.INVALID_JSON_SUBSCRIPT, "JSON path: array subscript is out of bounds");
    }
  }

  private static void field(Step step, JsonNode node, List<JsonNode> found) {
    if (!node.isObject()) {
      return;
    }
    if (step.kind == Kind.FIELD) {
      add(node.get(step.key), found);
    } else {
      node.forEach(found::add);
    }
  }

  /** An item; what is no array counts as one of one item. */
  private static @Nullable JsonNode item(JsonNode node, Step step) {
    int size = node.isArray() ? node.size() : 1;
    int index = step.kind == Kind.ITEM ? step.index : size - 1 - step.index;
    return node.isArray() ? node.get(index) : index == 0 ? node : null;
  }

  private static void add(@Nullable JsonNode node, List<JsonNode> found) {
    if (node != null) {
      found.add(node);
    }
  }
}
