package io.mosql.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.pages.DocumentedCommand;
import io.mosql.testkit.pages.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Test that each call of a benchmark in the documentation is valid for the command line. */
final class DocumentedCommandsTest {
  private static final Set<String> COMMANDS =
      Set.of("tpcc", "tpcb", "tpch", "compare", "bench", "slt");

  @Test
  void callsInTheDocumentationAreUnderstood() throws IOException {
    List<String> problems = new ArrayList<>();
    int calls = 0;
    for (Path path : Page.all(Path.of(".."))) {
      for (DocumentedCommand command : DocumentedCommand.in(Page.read(path))) {
        if (isBenchmark(command.words())) {
          calls++;
          check(command, problems);
        }
      }
    }
    assertThat(problems).isEmpty();
    assertThat(calls).isGreaterThan(50);
  }

  private static boolean isBenchmark(List<String> words) {
    return !words.isEmpty()
        && (COMMANDS.contains(words.get(0))
            || words.size() > 1 && words.subList(0, 2).equals(List.of("cluster", "demo")));
  }

  private static void check(DocumentedCommand command, List<String> problems) {
    try {
      Benchmarks.commandLine().parseArgs(command.words().toArray(String[]::new));
    } catch (CommandLine.MissingParameterException e) {
      // A sentence may name a command without arguments.
      if (!command.named() || command.words().stream().anyMatch(word -> word.startsWith("-"))) {
        problems.add(command.where() + ": " + e.getMessage());
      }
    } catch (CommandLine.ParameterException e) {
      problems.add(command.where() + ": " + e.getMessage());
    }
  }
}
