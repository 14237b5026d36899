package io.mosql.engine.anomalies;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A part of a script that begins with an empty database, and is played at each of its levels.
 *
 * <pre>
 * levels serializable, read committed
 * # A comment, kept where it is; so are empty lines.
 * &gt; s1: begin
 * &gt; s1: update t set v = 1 where id = 1
 * 1 row
 * &gt; s2: update t set v = 2 where id = 1
 * waits
 * &gt; s1: commit
 * s2: 1 row
 * &gt; s1: select sum(v) from t
 * &#64; serializable
 * 2
 * &#64; read committed
 * 3
 * </pre>
 *
 * <p>A command names a session, which is opened when it is first named, and after a colon SQL. The
 * lines after it are its output: rows, a count, {@code ERROR}, SQLSTATE and message, or {@code
 * waits}. The result of a statement that waited is printed, after the name of its session, under
 * the command that unblocked it. Levels with different output have a section each. Between session
 * and colon there may be
 *
 * <pre>
 * (1, 'a', 2.5e0)     parameters: the third one a double
 * batch (1) (2)       a batch of two tuples
 * await               wait for its end without a check for blocking; also without SQL
 * timeout 1           seconds, the statement's own; waits for its end
 * prepare p, execute p (1)
 * cursor c, fetch c 2
 * open lockTimeout=1  opens the session with properties
 * cancel, close       cancel waits for the end of the cancelled statement
 * </pre>
 *
 * @param title its own line {@code == title}, or empty
 * @param levels never empty
 * @param lines original lines, including outputs
 */
record Scene(String title, List<String> levels, List<String> lines) {
  static final String TITLE = "== ";
  static final String LEVELS = "levels ";
  private static final String SECTION = "@ ";

  /** The levels named in a line, whose first word is {@code levels}. */
  static List<String> levels(String line) {
    List<String> levels = List.of(line.substring(LEVELS.length()).split(",\\s*"));
    levels.forEach(Scene::property);
    return levels;
  }

  private static String property(String level) {
    return switch (level) {
      case "serializable" -> "serializable";
      case "repeatable read" -> "repeatableRead";
      case "read committed" -> "readCommitted";
      default -> throw new AssertionError("There is no level " + level);
    };
  }

  /** Plays the scene and returns its actual lines. */
  List<String> play() throws SQLException {
    List<Line> commands = lines.stream().filter(Line::isCommand).map(Line::parse).toList();
    Map<String, List<List<String>>> outputs = new LinkedHashMap<>();
    for (String level : levels) {
      outputs.put(level, play(level, commands));
    }
    List<String> actual = new ArrayList<>();
    int command = 0;
    boolean skipping = false;
    for (String line : lines) {
      if (Line.isCommand(line)) {
        actual.add(line);
        addOutput(actual, outputs, command++);
        skipping = true;
      } else if (line.isBlank() || line.startsWith("#") || line.startsWith(LEVELS)) {
        actual.add(line);
        skipping = false;
      } else if (!skipping) {
        throw new AssertionError("Output without a command: " + line);
      }
    }
    return actual;
  }

  private List<List<String>> play(String level, List<Line> commands) throws SQLException {
    List<List<String>> outputs = new ArrayList<>();
    try (Stage stage = new Stage("scene-" + UUID.randomUUID(), property(level))) {
      for (Line command : commands) {
        try {
          outputs.add(stage.play(command));
        } catch (AssertionError e) {
          throw new AssertionError(
              "%s, %s: %s: %s".formatted(title, level, command, e.getMessage()), e);
        }
      }
      stage.end();
    }
    return outputs;
  }

  private static void addOutput(
      List<String> actual, Map<String, List<List<String>>> outputs, int command) {
    Map<List<String>, List<String>> levelsOf = new LinkedHashMap<>();
    outputs.forEach(
        (level, all) ->
            levelsOf.computeIfAbsent(all.get(command), o -> new ArrayList<>()).add(level));
    levelsOf.forEach(
        (output, levels) -> {
          if (levelsOf.size() > 1) {
            actual.add(SECTION + String.join(", ", levels));
          }
          boolean bare = output.isEmpty() && levelsOf.size() > 1;
          actual.addAll(bare ? List.of("ok") : output);
        });
  }
}
