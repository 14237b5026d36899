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
      "Generates a test certificate authority and a server certificate, as PEM files:",
      "ca.pem for clients, server.pem and server-key.pem for the server.",
      "With --node: NODE.pem and NODE-key.pem for each node of a cluster, valid for clients and",
      "peers. Copy ca.pem and the two files of a node to that node only.",
      "For tests and private networks."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:Success.",
      "1:Failure, or the files already exist.",
      "2:Invalid command line."
    })
public final class CertsCommand implements Callable<Integer> {
  private static final int DAYS_MAX = 3650;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "certs",
      description = "directory for the files (default: certs)")
  private Path directory;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "localhost,127.0.0.1,::1",
      split = ",",
      description =
          "host names and addresses of the server, separated by commas; repeatable (default:"
              + " localhost,127.0.0.1,::1)")
  private List<String> hosts;

  @Option(
      names = "--node",
      paramLabel = "NODE=HOST[,HOST..]",
      description =
          "node of a cluster with its host names and addresses; repeatable; excludes --host")
  private Map<String, String> nodes = new LinkedHashMap<>();

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "365",
      description = "validity in days (default: 365)")
  private int days;

  @Spec private CommandSpec spec;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  public CertsCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    if (days < 1 || days > DAYS_MAX) {
      throw new ParameterException(spec.commandLine(), "--days must be between 1 and " + DAYS_MAX);
    }
    PrintWriter err = spec.commandLine().getErr();
    try {
      List<TlsFiles> made = make();
      PrintWriter out = spec.commandLine().getOut();
      String whose = nodes.isEmpty() ? "for the server   " : "for a node       ";
      out.println("for clients      " + directory.resolve(CertificateGenerator.CA));
      for (TlsFiles files : made) {
        out.println(whose + files.certificate());
        out.println("                 " + files.key() + "   (secret)");
      }
      out.flush();
      return 0;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    } catch (FileAlreadyExistsException e) {
      err.println("mosql: " + "file exists: " + e.getFile());
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
