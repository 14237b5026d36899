package io.mosql.storage;

import io.mosql.storage.certify.CertifierScript;
import io.mosql.testkit.script.ScriptRunner;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CertifierScriptTest {
  static List<Path> scripts() {
    return ScriptRunner.scripts(Path.of("src/test/resources/certifier"));
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void plays(Path script) {
    ScriptRunner.fromProperties().run(script, new CertifierScript());
  }
}
