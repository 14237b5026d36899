package io.mosql.consensus.ratis.group;

import io.mosql.consensus.ratis.error.RatisErrorMessage;
import io.mosql.core.error.MosqlException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.ratis.io.CorruptedFileException;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.exceptions.ChecksumException;
import org.apache.ratis.protocol.exceptions.LeaderNotReadyException;
import org.apache.ratis.protocol.exceptions.LeaderSteppingDownException;
import org.apache.ratis.protocol.exceptions.NotLeaderException;
import org.jspecify.annotations.Nullable;

/** Converts exceptions of Ratis. */
public final class RatisErrors {
  private RatisErrors() {}

  static Throwable unwrap(Throwable e) {
    Throwable cause = e.getCause();
    return (e instanceof CompletionException || e instanceof ExecutionException) && cause != null
        ? unwrap(cause)
        : e;
  }

  /** Converts a failure to start a group. */
  public static MosqlException ofStart(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof MosqlException own) {
        return own;
      }
      if (cause instanceof ChecksumException || cause instanceof CorruptedFileException) {
        return RatisErrorMessage.DAMAGED_LOG.causedBy(e, String.valueOf(cause.getMessage()));
      }
    }
    return RatisErrorMessage.LOG_NOT_OPENED.causedBy(e, String.valueOf(unwrap(e).getMessage()));
  }

  /** Whether a request was refused before anything was written, and may be tried again. */
  static boolean isRefusedForNow(@Nullable Throwable e) {
    return e instanceof LeaderSteppingDownException || e instanceof LeaderNotReadyException;
  }

  /** Converts the reply to a request about the group; null when it succeeded. */
  static @Nullable MosqlException ofReply(RaftClientReply reply) {
    Throwable e = reply.getException();
    if (reply.isSuccess()) {
      return null;
    }
    return e instanceof NotLeaderException
        ? RatisErrorMessage.NOT_GROUP_LEADER.causedBy(e)
        : RatisErrorMessage.GROUP_NOT_CHANGED.causedBy(e, e == null ? reply : e.getMessage());
  }
}
