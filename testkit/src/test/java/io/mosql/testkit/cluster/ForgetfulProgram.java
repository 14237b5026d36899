package io.mosql.testkit.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Starts a process, prints its id, and ends without stopping it. */
final class ForgetfulProgram {
  private ForgetfulProgram() {}

  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    TestProcess forgotten =
        TestProcess.start(
            Programs.java(EchoProgram.class, List.of(), "forgotten", directory.toString(), "0"),
            Map.of(),
            directory,
            directory.resolve("forgotten.log"));
    forgotten.awaitLine(Pattern.compile("listening"), Duration.ofSeconds(30));
    System.out.println("started " + forgotten.pid());
    System.exit(0);
  }
}
