package io.mosql.engine.fuzz;

import java.util.ArrayList;
import java.util.List;

/**
 * The result of a statement on one database.
 *
 * @param state SQLSTATE of the failure, or empty
 * @param message of the failure
 * @param rows sorted; empty for an update count
 * @param types names of the columns' types
 */
record Answer(
    String state, String message, List<List<String>> rows, List<String> types, int count) {
  static Answer failed(String state, String message) {
    return new Answer(state, message, List.of(), List.of(), -1);
  }

  boolean failed() {
    return !state.isEmpty();
  }

  String stateClass() {
    return state.length() < 2 ? state : state.substring(0, 2);
  }

  /** The rows that are not in the other result. */
  Answer without(Answer other) {
    if (failed() || other.failed() || rows.equals(other.rows)) {
      return this;
    }
    List<List<String>> left = new ArrayList<>(rows);
    other.rows.forEach(left::remove);
    return new Answer(state, message, left, types, count);
  }

  @Override
  public String toString() {
    if (failed()) {
      return state + " " + message;
    }
    String text = count >= 0 ? count + " changed " + rows : rows.size() + " rows " + rows;
    return text.length() > 400 ? text.substring(0, 400) + " .." : text;
  }
}
