package io.mosql.storage.tree;

import io.mosql.testkit.script.ScriptRunner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TreeScriptTest {
  static List<Arguments> scripts() {
    List<Arguments> all = new ArrayList<>();
    for (Path script : ScriptRunner.scripts(Path.of("src/test/resources/tree"))) {
      for (TreeScript.Storage storage : TreeScript.Storage.values()) {
        all.add(Arguments.of(script, storage));
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void plays(Path script, TreeScript.Storage storage) {
    ScriptRunner.fromProperties().run(script, new TreeScript(storage));
  }
}
