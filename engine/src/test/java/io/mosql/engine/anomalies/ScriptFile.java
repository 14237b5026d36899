package io.mosql.engine.anomalies;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.script.ScriptRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A file of scenes, each of which begins with a line {@code == title}. */
final class ScriptFile {
  private static final String SERIALIZABLE = "serializable";

  private final List<String> head = new ArrayList<>();
  private final List<Scene> scenes = new ArrayList<>();

  /** Lines before the first title are kept; a line {@code levels} among them is for all scenes. */
  static ScriptFile read(Path path) throws IOException {
    ScriptFile file = new ScriptFile();
    List<String> levels = List.of(SERIALIZABLE);
    List<String> lines = file.head;
    String title = "";
    for (String line : Files.readAllLines(path)) {
      if (line.startsWith(Scene.TITLE)) {
        file.add(title, levels, lines);
        title = line;
        lines = new ArrayList<>();
      } else {
        if (title.isEmpty() && line.startsWith(Scene.LEVELS)) {
          levels = Scene.levels(line);
        }
        lines.add(line);
      }
    }
    file.add(title, levels, lines);
    assertThat(file.scenes).as("scenes of " + path).isNotEmpty();
    return file;
  }

  private void add(String title, List<String> levels, List<String> lines) {
    if (!title.isEmpty()) {
      scenes.add(scene(title, levels, lines));
    }
  }

  /** A scene that may name its own levels. */
  static Scene scene(String title, List<String> levels, List<String> lines) {
    List<String> own =
        lines.stream()
            .filter(line -> line.startsWith(Scene.LEVELS))
            .findFirst()
            .map(Scene::levels)
            .orElse(levels);
    assertThat(lines).as(title).anyMatch(Line::isCommand);
    return new Scene(title, own, lines);
  }

  /** The actual lines of the file. */
  List<String> play() throws SQLException {
    List<String> lines = new ArrayList<>(head);
    for (Scene scene : scenes) {
      lines.add(scene.title());
      lines.addAll(scene.play());
    }
    return lines;
  }

  /** Compares a file with the actual lines, or rewrites it if requested. */
  static void check(Path path, List<String> actual) throws IOException {
    if (Boolean.getBoolean(ScriptRunner.UPDATE_PROPERTY)) {
      Files.write(path, actual);
    } else {
      assertThat(String.join("\n", actual))
          .as("%s (-D%s=true writes it anew)", path, ScriptRunner.UPDATE_PROPERTY)
          .isEqualTo(String.join("\n", Files.readAllLines(path)));
    }
  }
}
