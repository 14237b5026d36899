package io.mosql.jdbc.remote;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.Session.Notice;
import io.mosql.core.session.Session.TransactionStatus;
import io.mosql.core.wire.LoginResponse;
import io.mosql.core.wire.Request;
import io.mosql.core.wire.RequestCodec;
import io.mosql.core.wire.Response;
import io.mosql.core.wire.ResponseReader;
import io.mosql.core.wire.SessionState;
import io.mosql.core.wire.WireException;
import io.mosql.core.wire.WireReader;
import io.mosql.core.wire.WireWriter;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The pipeline of requests and responses of one session. Requests are collected, and sent with the
 * next one that waits for its answer: that is a flight, one write and as many answers as were asked
 * for.
 *
 * <p>What goes wrong on the way breaks the conversation for good: everything after it fails with
 * 08006, or 08003 once it is closed. Used by one thread at a time, but for {@link #close}.
 */
final class RequestPipeline {
  /** Time that a server may take to roll back what is open when its client leaves. */
  private static final int GOODBYE_MILLIS = 2_000;

  private final FramedSocket link;
  private final ResponseReader answers;
  private final int frameBytesMax;
  private final WireWriter out = new WireWriter();
  private final ArrayDeque<PendingResponse> awaited = new ArrayDeque<>();
  private final List<Notice> notices = new ArrayList<>();
  private final AtomicBoolean speaking = new AtomicBoolean();
  private final ReentrantLock heldBack = new ReentrantLock();
  private volatile int timeoutMillis;
  private @Nullable StallDetector stalls;
  private boolean repeatable = true;
  private int waitMillis;
  private int sliceMillis;
  private volatile boolean timedOut;
  private volatile boolean closed;
  private volatile boolean broken;

  RequestPipeline(FramedSocket link, LoginResponse.Welcome welcome, int timeoutMillis)
      throws IOException {
    this.link = link;
    this.answers = new ResponseReader(welcome.state());
    this.frameBytesMax = welcome.frameBytesMax();
    this.notices.addAll(welcome.state().notices());
    this.timeoutMillis = timeoutMillis;
    link.setTimeout(timeoutMillis);
  }

  /** Whether a silent server is to be given up is asked of this from now on. */
  void watch(StallDetector watch) {
    stalls = watch;
  }

  /** Whether it broke because the time was over that its owner allows for an answer. */
  boolean isTimedOut() {
    return timedOut;
  }

  /** As the last answer told it. */
  SessionState state() {
    return answers.state();
  }

  List<Notice> takeNotices() {
    if (notices.isEmpty()) {
      return List.of();
    }
    List<Notice> taken = List.copyOf(notices);
    notices.clear();
    return taken;
  }

  boolean isBroken() {
    return broken;
  }

  /** See {@link FramedSocket#knowsKinds}. */
  boolean knowsKinds() {
    return link.knowsKinds();
  }

  boolean isClosed() {
    return closed;
  }

  int timeoutMillis() {
    return timeoutMillis;
  }

  /**
   * @param millis without an answer after which the conversation is broken, 0 for never
   */
  void setTimeoutMillis(int millis) {
    timeoutMillis = millis;
  }

  /** 08003 once closed, 08006 once broken. */
  void check() {
    if (closed) {
      throw new MosqlException(SqlState.CONNECTION_CLOSED, "The connection is closed");
    }
    if (broken) {
      throw lost(null);
    }
  }

  private static MosqlException lost(@Nullable Throwable cause) {
    return new MosqlException(
        SqlState.CONNECTION_LOST, "The connection to the server is lost", cause);
  }

  /** Puts a request that is not answered into the next flight. */
  void post(Request request) {
    write(request, false);
  }

  /**
   * Puts a request into the next flight.
   *
   * @param skippable whether it is void if the one before it failed
   * @param columns of rows that the answer may bring; null for none
   */
  PendingResponse post(
      Request request, boolean skippable, @Nullable Supplier<List<ColumnInfo>> columns) {
    write(request, skippable);
    PendingResponse answer = new PendingResponse(columns);
    awaited.add(answer);
    return answer;
  }

  private void write(Request request, boolean skippable) {
    check();
    boolean written = false;
    try {
      RequestCodec.write(out, request, skippable, link.minor());
      if (out.frameBytes() > frameBytesMax) {
        throw new MosqlException(
            SqlState.PROGRAM_LIMIT_EXCEEDED,
            "a request of "
                + out.frameBytes()
                + " bytes; the server takes at most "
                + frameBytesMax);
      }
      written = true;
    } finally {
      if (!written) {
        out.discardFrame();
      }
    }
  }

  /**
   * Whether what is posted from now on may be lost: as {@link StallDetector#isUnresponsive} has it.
   */
  void setRepeatable(boolean value) {
    repeatable = value;
  }

  /** Whether something was posted that is still to be answered. */
  boolean hasPendingRequests() {
    return !awaited.isEmpty();
  }

  /**
   * Sends what was posted, and takes all answers.
   *
   * @throws MosqlException of the first that failed; of the others only those count that came
   *     before it
   */
  void flush() {
    flush(timeoutMillis);
  }

  /**
   * @param millis without an answer after which the conversation is broken, 0 for never
   */
  void flush(int millis) {
    Response.Failed failure = null;
    enter();
    try {
      setResponseTimeout(millis);
      send();
      while (!awaited.isEmpty()) {
        if (receive() instanceof Response.Failed failed && failure == null) {
          failure = failed;
        }
      }
    } catch (IOException | WireException e) {
      throw connectionBroken(e);
    } finally {
      speaking.set(false);
    }
    if (failure != null) {
      throw ServerErrors.of(failure);
    }
  }

  /** Does something, any thread, before which no further flight begins. */
  void withFlushBlocked(Runnable work) {
    heldBack.lock();
    try {
      work.run();
    } finally {
      heldBack.unlock();
    }
  }

  @SuppressWarnings("LockNotBeforeTry") // nothing is done in it: to have had it is to have waited
  private void awaitFlushAllowed() {
    heldBack.lock();
    heldBack.unlock();
  }

  private void enter() {
    if (heldBack.isLocked()) {
      awaitFlushAllowed();
    }
    speaking.set(true);
    if (closed || broken) {
      speaking.set(false);
      check();
    }
  }

  private void send() throws IOException {
    StallDetector watch = stalls;
    try {
      if (watch == null || out.length() < SendWatchdog.BYTES) {
        link.send(out);
      } else {
        sendGuarded(watch);
      }
    } catch (SocketException e) {
      // The server may have said why it went before it went.
      receive();
      throw e;
    }
  }

  @SuppressWarnings("try") // it is there to be closed
  private void sendGuarded(StallDetector watch) throws IOException {
    try (SendWatchdog guard = new SendWatchdog(link, watch.copy())) {
      link.send(out);
    }
  }

  /** Sends what was posted without waiting; its answers are to be taken by {@link #next}. */
  void sendOnly() {
    enter();
    try {
      setResponseTimeout(timeoutMillis);
      send();
    } catch (IOException | WireException e) {
      throw connectionBroken(e);
    } finally {
      speaking.set(false);
    }
  }

  /** Takes the next answer, whatever it is. */
  Response next() {
    enter();
    try {
      return receive();
    } catch (IOException | WireException e) {
      throw connectionBroken(e);
    } finally {
      speaking.set(false);
    }
  }

  /** Time for each answer from now on, 0 for as long as it takes. */
  private void setResponseTimeout(int millis) throws SocketException {
    waitMillis = millis;
    sliceMillis = stalls == null ? millis : slice(StallDetector.FIRST_MILLIS, millis);
    link.setTimeout(sliceMillis);
  }

  private static int slice(int millis, int left) {
    return left == 0 ? millis : Math.min(millis, left);
  }

  private WireReader frame() throws IOException {
    int waited = 0;
    while (true) {
      try {
        return link.receive(frameBytesMax);
      } catch (SocketTimeoutException e) {
        StallDetector watch = stalls;
        waited += sliceMillis;
        if (watch == null || waitMillis != 0 && waited >= waitMillis) {
          timedOut = true;
          throw e;
        }
        if (watch.isUnresponsive(repeatable)) {
          throw new EOFException("the server stands still, or another one leads");
        }
        int longer = Math.min(2 * sliceMillis, StallDetector.LONGEST_MILLIS);
        sliceMillis = slice(longer, waitMillis == 0 ? 0 : waitMillis - waited);
        link.setTimeout(sliceMillis);
      }
    }
  }

  private Response receive() throws IOException {
    PendingResponse expected = awaited.peek();
    Response answer = answers.read(frame(), expected == null ? null : expected.columns());
    List<Notice> news = answers.state().notices();
    if (!news.isEmpty()) {
      notices.addAll(news);
    }
    if (answer instanceof Response.Failed failed && failed.fatal()) {
      throw sessionEnded(failed);
    }
    if (expected == null) {
      throw new WireException("an answer that nobody asked for");
    }
    awaited.remove();
    expected.complete(answer);
    return answer;
  }

  /** The server ends the session. */
  private MosqlException sessionEnded(Response.Failed failed) {
    markBroken();
    return ServerErrors.of(failed);
  }

  private MosqlException connectionBroken(Exception e) {
    markBroken();
    if (closed) {
      return new MosqlException(SqlState.CONNECTION_CLOSED, "The connection was closed", e);
    }
    if (e instanceof WireException wire) {
      return new MosqlException(
          SqlState.PROTOCOL_VIOLATION, "The server does not speak as it should", wire);
    }
    if (e instanceof SocketTimeoutException) {
      return new MosqlException(
          SqlState.CONNECTION_LOST, "The server does not answer in time: socketTimeout", e);
    }
    return lost(e);
  }

  private void markBroken() {
    broken = true;
    awaited.clear();
    out.clear();
    closeLink();
  }

  /**
   * Any thread. Whoever waits for an answer fails; else the server is told, and what is open has
   * been rolled back when this returns, unless that takes long.
   */
  void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (!broken && speaking.compareAndSet(false, true)) {
      try {
        sendClose();
      } catch (IOException | WireException e) {
        // It is gone already, which is what was wanted.
        broken = true;
      }
    }
    closeLink();
  }

  /** Any thread. Closes without a word; the server rolls back when it notices. */
  void abandon() {
    closed = true;
    closeLink();
  }

  private void sendClose() throws IOException {
    WireWriter last = new WireWriter();
    boolean open = state().transactionStatus() == TransactionStatus.ACTIVE;
    if (open) {
      RequestCodec.write(last, new Request.Rollback(), false, link.minor());
    }
    RequestCodec.write(last, new Request.Terminate(), false, link.minor());
    link.send(last);
    if (open) {
      link.setTimeout(GOODBYE_MILLIS);
      link.receive(frameBytesMax);
    }
  }

  private void closeLink() {
    try {
      link.close();
    } catch (IOException e) {
      // Nothing can be read or written through it any more, whatever it says.
      broken = true;
    }
  }
}
