package io.mosql.server.network;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command that generates certificates for testing TLS. */
@Command(
    name = "certs",
    description = {
      "Makes a test certificate authority and a server's certificate, as PEM files:",
      "ca.pem for clients to trust, server.pem and server-key.pem for the server.",
      "With --node: NODE.pem and NODE-key.pem for each node of a cluster, good for its clients and",
      "for the other nodes. Each node gets its own two and ca.pem, and nothing of the others.",
      "For tests and closed networks; a public server's certificate comes from its authority."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:The files are there.",
      "1:They could not be made, or are there already.",
      "2:The command line is wrong."
    })
public final class CertsCommand implements Callable<Integer> {
  private static final int DAYS_MAX = 3650;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "certs",
      description = "Directory for the files; default certs.")
  private Path directory;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "localhost,127.0.0.1,::1",
      split = ",",
      description =
          "Name or address that clients call the server by; several with commas, or by repeating"
              + " it. Default localhost,127.0.0.1,::1.")
  private List<String> hosts;

  @Option(
      names = "--node",
      paramLabel = "NODE=HOST[,HOST..]",
      description =
          "A node of a cluster, and the names and addresses that it is reached by; once for each"
              + " node. Not together with --host.")
  private Map<String, String> nodes = new LinkedHashMap<>();

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "365",
      description = "Days that they are good for; default 365.")
  private int days;

  @Spec private CommandSpec spec;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  public CertsCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    if (days < 1 || days > DAYS_MAX) {
      throw new ParameterException(spec.commandLine(), "--days must be 1 to " + DAYS_MAX);
    }
    PrintWriter err = spec.commandLine().getErr();
    try {
      List<TlsFiles> made = make();
      PrintWriter out = spec.commandLine().getOut();
      String whose = nodes.isEmpty() ? "for the server   " : "for a node       ";
      out.println("for clients      " + directory.resolve(CertificateGenerator.CA));
      for (TlsFiles files : made) {
        out.println(whose + files.certificate());
        out.println("                 " + files.key() + "   (keep it to yourself)");
      }
      out.flush();
      return 0;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    } catch (FileAlreadyExistsException e) {
      err.println("mosql: " + e.getFile() + " is there already: choose another directory");
      return 1;
    } catch (IOException e) {
      err.println("mosql: " + e.getMessage());
      return 1;
    }
  }

  private List<TlsFiles> make() throws IOException, InterruptedException {
    if (nodes.isEmpty()) {
      return List.of(CertificateGenerator.make(directory, hosts, days));
    }
    if (spec.commandLine().getParseResult().hasMatchedOption("--host")) {
      throw new ParameterException(spec.commandLine(), "--node and --host exclude each other");
    }
    Map<String, List<String>> hostsOfNodes = new LinkedHashMap<>();
    nodes.forEach((node, names) -> hostsOfNodes.put(node, List.of(names.split(",", -1))));
    return CertificateGenerator.makeCluster(directory, hostsOfNodes, days);
  }
}
