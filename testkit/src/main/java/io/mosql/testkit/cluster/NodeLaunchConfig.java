package io.mosql.testkit.cluster;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Settings for the command line of a node.
 *
 * <p>All nodes have the same list of names and ports: {@link #peerList}. The address of a name
 * differs from node to node, by {@link #hostsFile}: the node itself is {@code 127.0.0.1}, and any
 * other node is the proxy of the link from this node to it.
 *
 * @param id name of the node and of its host
 * @param directory data directory of the node; empty at first, and after a wipe
 * @param hostsFile for the JVM's property {@code jdk.net.hosts.file}
 * @param ports on which it listens, on 127.0.0.1, by purpose
 * @param peerPorts by the id of each member, including this node
 * @param links addresses of the proxies to the other nodes, by id
 * @param start number of this start, from 1
 */
public record NodeLaunchConfig(
    String id,
    Path directory,
    Path hostsFile,
    Map<String, Integer> ports,
    Map<String, Integer> peerPorts,
    Map<String, InetSocketAddress> links,
    int start) {
  public NodeLaunchConfig {
    ports = Map.copyOf(ports);
    peerPorts = Map.copyOf(peerPorts);
    links = Map.copyOf(links);
  }

  public int port(String name) {
    return Objects.requireNonNull(ports.get(name), () -> "no port is called " + name);
  }

  /** All members, in their order: {@code n1=n1:20100,n2=n2:20101}. */
  public String peerList() {
    return peerPorts.keySet().stream()
        .sorted()
        .map(peer -> peer + "=" + peer + ":" + peerPorts.get(peer))
        .collect(Collectors.joining(","));
  }

  /** Argument of a JVM, before the main class. */
  public String hostsOption() {
    return "-Djdk.net.hosts.file=" + hostsFile;
  }
}
