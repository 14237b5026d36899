package io.mosql.storage.object;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The state of the large objects of a database in this process, beside the committed data: the ones
 * that its sessions have written and not used yet, the readers of each, and the ones that may have
 * become garbage. Lost with the process, as the sessions are. Thread-safe.
 */
public final class LargeObjectRegistry {
  private static final Runnable NO_SWEEPER = () -> {};

  /** The objects that sessions and transactions hold, with the number of holders. */
  private final Map<Long, Integer> held = new ConcurrentHashMap<>();

  /** Numbers the readers and the suspects in the order of their arrival. */
  private final AtomicLong arrivals = new AtomicLong();

  private final ConcurrentSkipListSet<Long> readers = new ConcurrentSkipListSet<>();
  private final Queue<Suspect> suspects = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean all = new AtomicBoolean(true);
  private volatile Runnable sweeper = NO_SWEEPER;

  /**
   * An object that may have become garbage.
   *
   * @param since when it was found to be garbage: readers before this number may still read it; 0
   *     before it was found
   */
  public record Suspect(long id, long since) {
    /** The same one, found to be garbage now if it was not before. */
    public Suspect since(LargeObjectRegistry registry) {
      return since == 0 ? new Suspect(id, registry.arrivals.incrementAndGet()) : this;
    }
  }

  /** Holds a new object, or one that is held already. */
  public void hold(long id) {
    held.merge(id, 1, Integer::sum);
  }

  /** Whether the object may be claimed: a session of this process has written it and holds it. */
  public boolean isHeld(long id) {
    return held.containsKey(id);
  }

  /** Ends a hold. When it was the last one and no row refers to the object, it is garbage. */
  public void release(long id) {
    held.computeIfPresent(id, (key, count) -> count == 1 ? null : count - 1);
    suspect(id);
  }

  /** Records that the object may have become garbage. */
  public void suspect(long id) {
    add(id);
    sweeper.run();
  }

  /** The same, without the start of a sweep. */
  public void add(long id) {
    suspects.add(new Suspect(id, 0));
  }

  /** Records that any object may have become garbage. */
  public void suspectAll() {
    all.set(true);
    sweeper.run();
  }

  /** Forgets which objects are suspect: all are to be examined, when there is a next suspect. */
  public void forget() {
    all.set(true);
    suspects.clear();
  }

  /** Whether any object may have become garbage; resets it. */
  public boolean takeAll() {
    return all.getAndSet(false);
  }

  /** The next suspect; null when there is none. */
  public @Nullable Suspect poll() {
    return suspects.poll();
  }

  /** Returns a suspect whose readers have not ended. */
  public void postpone(Suspect suspect) {
    suspects.add(suspect);
  }

  /** A reader that has references to large objects; returns its number. */
  public long enter() {
    long number = arrivals.incrementAndGet();
    readers.add(number);
    return number;
  }

  public void leave(long reader) {
    readers.remove(reader);
    if (!suspects.isEmpty()) {
      sweeper.run();
    }
  }

  /** Whether a reader from before a number has not ended. */
  public boolean hasReadersBefore(long number) {
    Long first = readers.isEmpty() ? null : readers.ceiling(0L);
    return first != null && first < number;
  }

  /** Sets what runs when there is work for a sweep; it must return at once. */
  public void onSuspects(Runnable action) {
    sweeper = action;
  }
}
