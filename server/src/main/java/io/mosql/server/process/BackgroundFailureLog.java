package io.mosql.server.process;

import io.mosql.core.error.MosqlException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the failures of a node's background work, which is repeated until it succeeds: once for each
 * change of the text. Expected errors are logged with their message only. Not thread-safe.
 */
final class BackgroundFailureLog {
  private static final Logger LOG = LoggerFactory.getLogger(BackgroundFailureLog.class);

  private @Nullable String logged;

  /**
   * @param failure the failure at this moment; null while all work succeeds
   */
  void update(@Nullable Throwable failure) {
    String text = failure == null ? null : failure.toString();
    if (failure != null && !Objects.equals(text, logged)) {
      LOG.warn(
          "background work of the node failed: {}",
          failure.getMessage(),
          failure instanceof MosqlException ? null : failure);
    }
    logged = text;
  }
}
