package io.mosql.sql.exec.batch;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Interrupts;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.ParallelRestrictedException;
import io.mosql.sql.exec.runtime.Parallelism;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An aggregation by several threads. The thread of the session and the workers that it gets take
 * parts of the scan below, one after the other, and each of them groups the rows of its parts; the
 * thread of the session joins the groups in the end.
 *
 * <p>Nothing depends on which thread took which part: groups come in the order of their first
 * appearance in the scan, only functions whose results do not depend on the order of the rows are
 * computed this way, and of several errors that of the first part is thrown. When memory does not
 * suffice for the groups of all threads, or an expression needs the thread of the session, the
 * aggregation begins again without workers.
 *
 * <p>Used once, by the thread of the session, which does not return before all workers have ended.
 */
final class Gather {
  private final PlanNode node;
  private final SharedInput input;
  private final ScanParts parts;
  private final Parallelism limits;
  private final ExecutionContext context;
  private final Function<ExecutionContext, Grouping> groupings;
  private final @Nullable BatchMeter meter;
  private final Member caller;
  private final List<Member> workers = new ArrayList<>();

  /** The part of the caller for which workers were last asked for; below -1 before. */
  private int asked = -2;

  /** Whether memory does not even suffice for what each group needs on one thread. */
  private boolean exhausted;

  /** Number of workers that are working; guarded by this. */
  private int working;

  Gather(
      PlanNode node,
      SharedInput input,
      Parallelism limits,
      ExecutionContext context,
      Function<ExecutionContext, Grouping> groupings,
      @Nullable BatchMeter meter) {
    this.node = node;
    this.input = input;
    this.parts = input.parts();
    this.limits = limits;
    this.context = context;
    this.groupings = groupings;
    this.meter = meter;
    this.caller = new Member(context, meter, () -> !limits.leader() && isHelped());
  }

  /** Groups all rows; null when the aggregation has to begin again without workers. */
  @Nullable Grouping run() {
    long before = context.charged();
    Grouping all = null;
    try {
      all = grouped();
    } catch (MosqlException e) {
      if (workers.isEmpty() || !isOutOfMemory(e)) {
        throw e;
      }
    } finally {
      workers.forEach(worker -> worker.participant.context().end());
      input.close();
    }
    if (all == null) {
      context.release(context.charged() - before);
    }
    return all;
  }

  private @Nullable Grouping grouped() {
    do {
      try {
        groupHere();
      } catch (RuntimeException | Error e) {
        caller.fail(e);
      } finally {
        awaitWorkers();
      }
    } while (parts.isLeft());
    if (parts.isAbandoned()) {
      return null;
    }
    Throwable failure = parts.failure();
    if (failure instanceof Error error) {
      throw error;
    } else if (failure != null) {
      throw (RuntimeException) failure;
    }
    measureWorkers();
    return joined();
  }

  /** Whether memory does not suffice for what each group needs, with or without workers. */
  boolean isExhausted() {
    return exhausted;
  }

  private static boolean isOutOfMemory(Throwable e) {
    return e instanceof MosqlException failure
        && failure.sqlState().equals(SqlState.OUT_OF_MEMORY.code());
  }

  private void groupHere() {
    BatchStream stream = input.open(caller.participant);
    askForWorkers();
    for (Batch batch = stream.next(); batch != null; batch = stream.next()) {
      Grouping groups = caller.groups;
      if (groups.aside() == null && !groups.fits(batch.count())) {
        exhausted = workers.isEmpty() && groups.growsWithRows();
        if (exhausted || !workers.isEmpty()) {
          parts.abandon();
          return;
        }
        groups.putNewGroupsAside();
      }
      caller.add(batch);
      askForWorkers();
    }
  }

  /** Lets as many workers as there are help, once in each part. */
  private void askForWorkers() {
    if (asked == caller.participant.part()
        || !input.isReady()
        || caller.groups.aside() != null
        || !parts.isLeft()) {
      return;
    }
    asked = caller.participant.part();
    for (int number = 0; number < limits.most(); number++) {
      if (number == workers.size()) {
        workers.add(new Member(context.forWorker(), forWorker(), this::isCrowded));
      }
      Member worker = workers.get(number);
      if (worker.begin()
          && !limits.pool().tryRun(limits.workers(), limits.forced(), worker, worker::ended)) {
        worker.ended();
        if (!worker.hasBegun) {
          workers.remove(worker);
        }
        return;
      }
      worker.hasBegun = true;
    }
  }

  private @Nullable BatchMeter forWorker() {
    return meter == null ? null : meter.forWorker();
  }

  private boolean isCrowded() {
    return !limits.forced() && limits.pool().isCrowded();
  }

  private synchronized boolean isHelped() {
    return working > 0;
  }

  /** Waits until no worker works; an interrupt is kept for later. */
  private synchronized void awaitWorkers() {
    boolean interrupted = false;
    while (working > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void measureWorkers() {
    BatchMeter all = meter;
    if (all != null) {
      all.addWorkers(node, workers.stream().map(Member::work).toList());
    }
  }

  /** The groups of all members; null when memory does not suffice. */
  private @Nullable Grouping joined() {
    List<Member> helpers = workers.stream().filter(worker -> worker.rows > 0).toList();
    if (helpers.isEmpty()) {
      return caller.groups;
    }
    List<Member> members = new ArrayList<>(helpers);
    members.add(caller);
    if (!caller.groups.isKeyed()) {
      helpers.forEach(worker -> caller.groups.addAccumulated(worker.groups, new int[1]));
      return caller.groups;
    }
    if (context.shouldSpill(2 * members.stream().mapToLong(m -> m.groups.bytes()).sum())) {
      return null;
    }
    Grouping all = groupings.apply(context);
    members.stream()
        .flatMap(member -> member.begun.stream())
        .sorted(Comparator.comparingInt(BegunPart::part))
        .forEach(part -> part.addTo(all));
    for (Member member : members) {
      all.addAccumulated(member.groups, member.here());
    }
    caller.groups.release();
    return all;
  }

  /** A part, and the number of groups that its member had before it. */
  private record BegunPart(Member member, int part, int index, int from) {
    /** Adds the groups that the member first met in the part. */
    void addTo(Grouping all) {
      int to =
          index + 1 < member.begun.size() ? member.begun.get(index + 1).from : member.groups.size();
      all.addGroups(member.groups, from, to, member.here());
    }
  }

  /** A thread that takes part, with the groups of the rows that it has read. */
  private final class Member implements Runnable {
    private final ScanParticipant participant;
    private final Grouping groups;
    private final Interrupts interrupts;
    private final List<BegunPart> begun = new ArrayList<>();
    private long rows;

    /** Whether its worker has ever worked; used by the caller. */
    private boolean hasBegun;

    /** Whether its worker works; guarded by the gather. */
    private boolean works;

    /** The number in the result of each of its groups, once there is one. */
    private int[] here = {};

    Member(ExecutionContext own, @Nullable BatchMeter measures, BooleanSupplier leaves) {
      this.participant = new ScanParticipant(own, measures, leaves);
      this.groups = groupings.apply(own);
      this.interrupts = own.workerInterrupts();
    }

    private BatchMeter.Work work() {
      return new BatchMeter.Work(Objects.requireNonNull(participant.meter()), rows, groups.bytes());
    }

    private int[] here() {
      if (here.length == 0) {
        here = new int[groups.size()];
      }
      return here;
    }

    /** Whether it was idle, and works from now on. */
    boolean begin() {
      synchronized (Gather.this) {
        boolean idle = !works;
        working += idle ? 1 : 0;
        works = true;
        return idle;
      }
    }

    void ended() {
      synchronized (Gather.this) {
        works = false;
        working--;
        Gather.this.notifyAll();
      }
    }

    @Override
    public void run() {
      Interrupts before = interrupts.begin();
      try {
        BatchStream stream = input.open(participant);
        for (Batch batch = stream.next(); batch != null; batch = stream.next()) {
          if (!groups.fits(batch.count())) {
            parts.abandon();
            return;
          }
          add(batch);
        }
      } catch (RuntimeException | Error e) {
        fail(e);
      } finally {
        Interrupts.end(before);
      }
    }

    void add(Batch batch) {
      if (begun.isEmpty() || begun.get(begun.size() - 1).part != participant.part()) {
        begun.add(new BegunPart(this, participant.part(), begun.size(), groups.size()));
      }
      rows += batch.count();
      groups.add(batch);
    }

    void fail(Throwable e) {
      if (e instanceof ParallelRestrictedException || isOutOfMemory(e) && !workers.isEmpty()) {
        parts.abandon();
      } else {
        parts.fail(participant.part(), e);
      }
    }
  }
}
