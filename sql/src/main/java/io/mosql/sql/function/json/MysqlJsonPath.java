package io.mosql.sql.function.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.mosql.sql.error.SqlErrorMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A JSON path of MySQL: {@code $}, then any number of {@code .key}, {@code ."any key"}, {@code .*},
 * {@code [n]}, {@code [last]}, {@code [last-n]} or {@code [*]}. A missing part selects nothing; an
 * index treats a value that is no array as an array of one item. Immutable.
 */
public final class MysqlJsonPath {
  private static final Pattern STEP =
      Pattern.compile(
          "\\s*(?:\\.\\s*(?:(\\*)|(\"(?:[^\"\\\\]|\\\\.)*\")|([\\p{L}_$][\\p{L}\\p{N}_$]*))"
              + "|\\[\\s*(?:(\\*)|([0-9]{1,9})|last(?:\\s*-\\s*([0-9]{1,9}))?)\\s*\\])\\s*");

  private final List<Step> steps;

  /** Whether it may select more than one value. */
  private final boolean many;

  private MysqlJsonPath(List<Step> steps) {
    this.steps = steps;
    this.many =
        steps.stream()
            .anyMatch(step -> step.kind == Kind.ALL_FIELDS || step.kind == Kind.ALL_ITEMS);
  }

  public enum Kind {
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
   * @param index index of an item, from the end for some kinds
   */
  public record Step(Kind kind, String key, int index) {}

  /**
   * Reads a path.
   *
   * @throws io.mosql.core.error.MosqlException 22023 for an invalid path
   */
  public static MysqlJsonPath of(String text) {
    return new MysqlJsonPath(steps(text.strip()));
  }

  private static List<Step> steps(String trimmed) {
    List<Step> steps = new ArrayList<>();
    Matcher matcher = STEP.matcher(trimmed);
    int at = 1;
    boolean good = trimmed.startsWith("$");
    while (good && at < trimmed.length()) {
      good = matcher.region(at, trimmed.length()).lookingAt();
      if (good) {
        steps.add(step(matcher));
        at = matcher.end();
      }
    }
    if (!good) {
      throw SqlErrorMessage.MYSQL_JSON_PATH_INVALID.error(Math.min(at, trimmed.length()));
    }
    return List.copyOf(steps);
  }

  private static Step step(Matcher matcher) {
    if (matcher.group(1) != null) {
      return new Step(Kind.ALL_FIELDS, "", 0);
    }
    if (matcher.group(2) != null) {
      return new Step(Kind.FIELD, JsonText.parse(matcher.group(2)).textValue(), 0);
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

  public List<Step> steps() {
    return steps;
  }

  public boolean isMultiple() {
    return many;
  }

  /** The selected values, in order. */
  public List<JsonNode> evaluate(JsonNode root) {
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

  private static void follow(Step step, JsonNode node, List<JsonNode> found) {
    if (step.kind == Kind.FIELD || step.kind == Kind.ALL_FIELDS) {
      field(step, node, found);
    } else if (step.kind != Kind.ALL_ITEMS) {
      add(item(node, step), found);
    } else if (node.isArray()) {
      node.forEach(found::add);
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

  /** An item; a value that is no array counts as an array of one item. */
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
