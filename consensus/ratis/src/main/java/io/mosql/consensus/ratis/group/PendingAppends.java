package io.mosql.consensus.ratis.group;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * The appends of this node whose outcome is open. Each has a number that no other request of this
 * process ever had: Ratis answers a number that it knows from its memory of earlier requests.
 *
 * <p>Any thread.
 */
public final class PendingAppends {
  /** One of them. */
  public record Append(long number, byte[] record, CompletableFuture<Long> result) {}

  private final ClientId client = ClientId.randomId();
  private final ByteString clientBytes = client.toByteString();
  private final AtomicLong numbers = new AtomicLong();
  private final Map<Long, Append> appends = new ConcurrentHashMap<>();

  ClientId client() {
    return client;
  }

  /** A number for any request. */
  long nextNumber() {
    return numbers.incrementAndGet();
  }

  Append add(byte[] record, CompletableFuture<Long> result) {
    Append append = new Append(nextNumber(), record, result);
    appends.put(append.number(), append);
    return append;
  }

  /**
   * The append that wrote an entry, which is not pending any more; null when it was no pending one.
   */
  public @Nullable Append take(ByteString clientOfEntry, long number) {
    return clientOfEntry.equals(clientBytes) ? appends.remove(number) : null;
  }

  /**
   * @return false when it is not pending any more: whoever took it answers
   */
  boolean remove(Append append) {
    return appends.remove(append.number(), append);
  }

  /** Nobody will learn more of any of them. */
  public void failAll(RuntimeException cause) {
    List<Append> all = List.copyOf(appends.values());
    for (Append append : all) {
      appends.remove(append.number());
      append.result().completeExceptionally(cause);
    }
  }
}
