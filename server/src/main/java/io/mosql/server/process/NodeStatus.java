package io.mosql.server.process;

import io.mosql.engine.Node;
import io.mosql.server.admin.ServerStatus;
import io.mosql.storage.version.ContentDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Status of a node for the admin port. It is queried every few seconds, so it opens no sessions and
 * executes no statements, which would be counted with those of clients. Thread-safe.
 */
final class NodeStatus implements ServerStatus {
  private final Node node;
  private final Supplier<@Nullable String> unready;

  /**
   * @param unready supplier of the reason to use another server, null when the node is ready
   */
  NodeStatus(Node node, Supplier<@Nullable String> unready) {
    this.node = node;
    this.unready = unready;
  }

  @Override
  public @Nullable String notReadyReason() {
    return unready.get();
  }

  @Override
  public Map<String, Map<String, Long>> metrics() {
    return node.figures();
  }

  @Override
  public @Nullable Content content(String database) {
    if (!node.databases().contains(database)) {
      return null;
    }
    ContentDigest digest = node.content(database);
    return new Content(digest.position(), HexFormat.of().toHexDigits(digest.hash()));
  }

  @Override
  public Map<String, Long> sessions() {
    return node.sessionsByState();
  }
}
