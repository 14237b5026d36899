package io.mosql.server.process;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.AuditLog;
import io.mosql.engine.Node;
import io.mosql.engine.options.NodeOptions;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Command that resets the password of an account, for an operator with access to the data
 * directory.
 */
@Command(
    name = "passwd",
    description = {
      "Sets the password of an account of a stopped server. Use ALTER USER while the server runs."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:Success.",
      "1:Unknown account, invalid password, or the server is running.",
      "2:Invalid command line or unreadable file."
    })
public final class PasswordCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "Data directory of the server.")
  private Path directory;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      defaultValue = "admin",
      description = "account (default: admin)")
  private String user;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      required = true,
      description = "file with the password")
  private Path file;

  @Spec private CommandSpec spec;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  public PasswordCommand() {}

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    try {
      String password = ServerConfig.secret(file);
      if (!Files.exists(directory.resolve("mosql.node"))) {
        err.println("mosql passwd: " + "\"" + directory + "\" is not a server data directory");
        return 2;
      }
      try (Node node = Node.open(directory, NodeOptions.defaults(), AuditLog.NONE)) {
        node.setPassword(user, password);
      }
      return 0;
    } catch (SettingsException e) {
      err.println("mosql passwd: " + e.getMessage());
      return 2;
    } catch (MosqlException e) {
      err.println("mosql passwd: " + e.state().code() + ": " + e.getMessage());
      return 1;
    } finally {
      err.flush();
    }
  }
}
