package io.mosql.consensus.ratis.group;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.RandomSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * The appends of this node whose outcome is pending. Each has a number that is unique in this
 * process, since Ratis answers a repeated number from its retry cache.
 *
 * <p>Thread-safe.
 */
public final class PendingAppends {
  /** A pending append. */
  public record Append(long number, byte[] record, CompletableFuture<Long> result) {}

  private final ClientId client;
  private final ByteString clientBytes;
  private final AtomicLong numbers = new AtomicLong();
  private final Map<Long, Append> appends = new ConcurrentHashMap<>();

  public PendingAppends(RandomSource random) {
    this.client = ClientId.valueOf(new UUID(random.nextLong(), random.nextLong()));
    this.clientBytes = client.toByteString();
  }

  ClientId client() {
    return client;
  }

  /** Returns a unique number for a request. */
  long nextNumber() {
    return numbers.incrementAndGet();
  }

  Append add(byte[] record, CompletableFuture<Long> result) {
    Append append = new Append(nextNumber(), record, result);
    InvariantViolation.check(
        appends.put(append.number(), append) == null, "the number of a request is unique");
    return append;
  }

  /** Removes and returns the append that wrote an entry; null when it was not pending. */
  public @Nullable Append take(ByteString clientOfEntry, long number) {
    return clientOfEntry.equals(clientBytes) ? appends.remove(number) : null;
  }

  /**
   * @return false when it was no longer pending; the thread that took it completes it
   */
  boolean remove(Append append) {
    return appends.remove(append.number(), append);
  }

  /** Fails all pending appends, whose outcome remains unknown. */
  public void failAll(RuntimeException cause) {
    List<Append> all = List.copyOf(appends.values());
    for (Append append : all) {
      appends.remove(append.number());
      append.result().completeExceptionally(cause);
    }
  }
}
