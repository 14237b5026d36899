package io.mosql.jdbc.remote;

import io.mosql.core.error.MosqlException;
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
import io.mosql.jdbc.base.DriverErrorMessage;
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
 * next one that waits for its response; this is a flight: one write and the responses to all its
 * requests.
 *
 * <p>A failure of the transport breaks the pipeline permanently: all later calls fail with 08006,
 * or 08003 after close. Used by one thread at a time, apart from {@link #close}.
 */
final class RequestPipeline {
  /** Time limit for the rollback of the open transaction by the server at close. */
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

  /** Sets the detector that decides whether an unresponsive server is abandoned. */
  void watch(StallDetector watch) {
    stalls = watch;
  }

  /** Whether the pipeline broke because of its owner's response timeout. */
  boolean isTimedOut() {
    return timedOut;
  }

  /** The session state in the last response. */
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

  /** See {@link FramedSocket#hasLargeObjects}. */
  boolean hasLargeObjects() {
    return link.hasLargeObjects();
  }

  boolean isClosed() {
    return closed;
  }

  int timeoutMillis() {
    return timeoutMillis;
  }

  /**
   * @param millis time without a response after which the pipeline is broken, 0 for never
   */
  void setTimeoutMillis(int millis) {
    timeoutMillis = millis;
  }

  /** Throws 08003 after close, 08006 when broken. */
  void check() {
    if (closed) {
      throw DriverErrorMessage.CONNECTION_CLOSED.error();
    }
    if (broken) {
      throw lost(null);
    }
  }

  private static MosqlException lost(@Nullable Throwable cause) {
    return DriverErrorMessage.CONNECTION_LOST.causedBy(cause);
  }

  /** Adds a request without a response to the next flight. */
  void post(Request request) {
    write(request, false);
  }

  /**
   * Adds a request to the next flight.
   *
   * @param skippable whether it is skipped if the previous one failed
   * @param columns columns of rows in the response; null for none
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
        throw DriverErrorMessage.REQUEST_TOO_LARGE.error(out.frameBytes(), frameBytesMax);
      }
      written = true;
    } finally {
      if (!written) {
        out.discardFrame();
      }
    }
  }

  /**
   * Sets whether requests posted from now on are repeatable; see {@link
   * StallDetector#isUnresponsive}.
   */
  void setRepeatable(boolean value) {
    repeatable = value;
  }

  /** Whether a posted request has no response yet. */
  boolean hasPendingRequests() {
    return !awaited.isEmpty();
  }

  /**
   * Sends the posted requests, and receives all responses.
   *
   * @throws MosqlException the first failure; only the requests before it have taken effect
   */
  void flush() {
    flush(timeoutMillis);
  }

  /**
   * @param millis time without a response after which the pipeline is broken, 0 for never
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

  /** Runs an action during which no flight begins. Any thread. */
  void withFlushBlocked(Runnable work) {
    heldBack.lock();
    try {
      work.run();
    } finally {
      heldBack.unlock();
    }
  }

  @SuppressWarnings("LockNotBeforeTry") // empty: acquiring the lock waits for the running action
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
      // The server may have sent a reason before it closed the connection.
      receive();
      throw e;
    }
  }

  @SuppressWarnings("try") // the resource is only closed
  private void sendGuarded(StallDetector watch) throws IOException {
    try (SendWatchdog guard = new SendWatchdog(link, watch.copy())) {
      link.send(out);
    }
  }

  /** Sends the posted requests without waiting; their responses are received by {@link #next}. */
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

  /** Receives the next response of any type. */
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

  /** Sets the timeout of each response, 0 for none. */
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
      throw new WireException("unexpected response");
    }
    awaited.remove();
    expected.complete(answer);
    return answer;
  }

  /** Handles the end of the session by the server. */
  private MosqlException sessionEnded(Response.Failed failed) {
    markBroken();
    return ServerErrors.of(failed);
  }

  private MosqlException connectionBroken(Exception e) {
    markBroken();
    if (closed) {
      return DriverErrorMessage.CONNECTION_CLOSED.causedBy(e);
    }
    if (e instanceof WireException wire) {
      return DriverErrorMessage.PROTOCOL_VIOLATION.causedBy(wire);
    }
    if (e instanceof SocketTimeoutException) {
      return DriverErrorMessage.RESPONSE_TIMEOUT.causedBy(e);
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
   * Closes the pipeline. A thread that waits for a response fails; otherwise the server is
   * notified, and the open transaction has been rolled back on return, unless the time is over. Any
   * thread.
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
        // The connection is closed already.
        broken = true;
      }
    }
    closeLink();
  }

  /**
   * Closes the connection without a message; the server rolls back when it detects that. Any
   * thread.
   */
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
      // The socket is unusable even if its close fails.
      broken = true;
    }
  }
}
