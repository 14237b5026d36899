package io.mosql.server;

import io.mosql.core.error.MosqlException;
import io.mosql.engine.DatabaseImport;
import io.mosql.engine.options.InitialAdministrator;
import io.mosql.engine.options.NodeOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that turns an embedded database into a database of a server. */
@Command(
    name = "adopt",
    description = {
      "Imports a database of an embedded application into a server by copying its files. Neither"
          + " the database nor the server may be open. The server may then become the first node of"
          + " a cluster."
    },
    mixinStandardHelpOptions = true)
final class ClusterAdoptCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "DIR", description = "Directory of jdbc:mosql:file:DIR.")
  private Path database;

  @Option(
      names = "--as",
      paramLabel = "NAME",
      required = true,
      description = "name of the database in the server")
  private String name;

  @Option(
      names = "--into",
      paramLabel = "DIR",
      required = true,
      description = "data directory of the server; created if absent")
  private Path server;

  @Spec private CommandSpec spec;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  ClusterAdoptCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try {
      InitialAdministrator made =
          DatabaseImport.adopt(database, name, server, NodeOptions.defaults());
      if (made != null) {
        out.println("New data directory; administrator " + made.name());
        out.println("Password of " + made.name() + ": " + made.password() + "   (shown once)");
      }
      out.println("Database " + name + " imported into " + server);
      return 0;
    } catch (MosqlException e) {
      PrintWriter err = spec.commandLine().getErr();
      err.println("mosql cluster adopt: " + e.state().code() + ": " + e.getMessage());
      err.flush();
      return 1;
    } finally {
      out.flush();
    }
  }
}
