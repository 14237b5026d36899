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
      "Makes a database that an application had in its process one of a server's, without a dump:"
          + " its files are copied. Nobody has the database or the server's data directory open."
          + " The server may then become the first node of a cluster."
    },
    mixinStandardHelpOptions = true)
final class ClusterAdoptCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "DIR", description = "Directory of jdbc:mosql:file:DIR.")
  private Path database;

  @Option(
      names = "--as",
      paramLabel = "NAME",
      required = true,
      description = "What the server is to call it.")
  private String name;

  @Option(
      names = "--into",
      paramLabel = "DIR",
      required = true,
      description = "Data directory of a server; made when there is none.")
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
        out.println("Password of " + made.name() + ": " + made.password() + "   (told only now)");
      }
      out.println("Database " + name + " is in " + server);
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
