package io.mosql.engine.anomalies;

import io.mosql.testkit.Rotation;
import io.mosql.testkit.script.ScriptRunner;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Plays the scripts of {@code src/test/resources/anomalies}. */
final class AnomalyScriptsTest {
  private static final Path FOLDER = Path.of("src/test/resources/anomalies");

  /** Number of scripts played. */
  private static final int SAMPLE = 6;

  /** A script that is played differently where rows are read ahead, as over the network. */
  private static final String EXCEPT = System.getProperty("mosql.test.door.except", "");

  @TestFactory
  Stream<DynamicTest> scripts() {
    return Rotation.sample(ScriptRunner.scripts(FOLDER), SAMPLE).stream()
        .filter(path -> !path.endsWith(EXCEPT))
        .map(
            path ->
                DynamicTest.dynamicTest(
                    String.valueOf(path.getFileName()),
                    () -> ScriptFile.check(path, ScriptFile.read(path).play())));
  }
}
