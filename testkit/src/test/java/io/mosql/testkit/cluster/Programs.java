package io.mosql.testkit.cluster;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of the programs beside these tests. */
final class Programs {
  private Programs() {}

  static List<String> java(Class<?> main, List<String> options, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(options);
    command.add("-cp");
    command.add(place(main) + File.pathSeparator + place(TestProcess.class));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return command;
  }

  private static String place(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation().getPath();
  }
}
