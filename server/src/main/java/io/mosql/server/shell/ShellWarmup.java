package io.mosql.server.shell;

import io.mosql.server.result.ResultFormat;
import io.mosql.server.shell.terminal.JlineConsole;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jline.terminal.impl.DumbTerminal;

/**
 * Warm-up run of the shell, which loads its classes and those of JLine for the launcher's
 * class-data archive. Produces no output and leaves no files.
 */
public final class ShellWarmup {
  private static final String TYPED = "select\n 1;\nsel\t1;\nselekt;\n\\d\n\\q\n";

  private ShellWarmup() {}

  /**
   * @param url of a database with a table {@code a}
   * @param directory used instead of the user's home directory
   */
  public static void run(String url, Path directory) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    ShellIo io =
        new ShellIo(
            InputStream.nullInputStream(), nowhere, nowhere, false, true, name -> null, directory);
    String script = "update a set n = n; select * from a; selekt";
    for (ResultFormat format : List.of(ResultFormat.ALIGNED, ResultFormat.PLAIN)) {
      Shell.run(options(url, List.of(script), format), io, question -> null);
    }
    Shell.runInteractively(
        options(url, List.of(), ResultFormat.ALIGNED),
        io,
        (history, completion, interrupts) ->
            new JlineConsole(
                new DumbTerminal(
                    "warmup",
                    "xterm",
                    new ByteArrayInputStream(TYPED.getBytes(StandardCharsets.UTF_8)),
                    OutputStream.nullOutputStream(),
                    StandardCharsets.UTF_8),
                history,
                completion,
                interrupts));
  }

  private static ShellOptions options(String url, List<String> commands, ResultFormat format) {
    return new ShellOptions(
        url, null, false, commands, List.of(), format, null, false, false, false);
  }
}
