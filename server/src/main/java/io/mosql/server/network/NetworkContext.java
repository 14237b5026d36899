package io.mosql.server.network;

import io.mosql.core.port.AuditLog;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.ServerEngine;
import io.mosql.core.wire.WireReader;
import io.mosql.core.wire.WireWriter;
import io.mosql.server.authentication.LoginThrottle;
import io.mosql.server.authentication.ScramServer;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** State shared by all connections of a network server. Thread-safe. */
final class NetworkContext {
  final ServerEngine engine;
  final NetworkOptions options;
  final AuditLog audit;
  final Clock clock;
  final RandomSource random;
  final @Nullable ServerTls tls;
  final WorkerPool workers;
  final ConnectionLimits limits;
  final LoginThrottle loginThrottle;
  final ScramServer scram;
  final ConnectionLog log;

  /** Memory budget of frames as they are received. */
  final SharedFrameMemory inputMemory;

  /**
   * Memory budget of decoded frames and of responses, separate so that received frames cannot block
   * running requests.
   */
  final SharedFrameMemory outputMemory;

  private final Map<Long, SessionHandler> sessions = new ConcurrentHashMap<>();
  private final AtomicLong sessionIds = new AtomicLong();
  private final FastThreadLocal<EventLoopBuffers> tools =
      new FastThreadLocal<>() {
        @Override
        protected EventLoopBuffers initialValue() {
          return new EventLoopBuffers(outputMemory);
        }
      };
  private volatile boolean draining;

  /** Read and write buffers of an event loop, shared by its connections. */
  static final class EventLoopBuffers {
    final WireReader reader;
    final WireWriter out;

    private EventLoopBuffers(SharedFrameMemory memory) {
      reader = new WireReader(memory);
      out = new WireWriter(memory);
    }
  }

  NetworkContext(
      ServerEngine engine,
      NetworkOptions options,
      AuditLog audit,
      Clock clock,
      RandomSource random,
      LoginThrottle loginThrottle,
      @Nullable ServerTls tls,
      Logger logger) {
    this.engine = engine;
    this.options = options;
    this.audit = audit;
    this.clock = clock;
    this.random = random;
    this.loginThrottle = loginThrottle;
    this.tls = tls;
    this.workers = new WorkerPool(options.connectionsMax() + options.unauthenticatedMax());
    this.limits = new ConnectionLimits(options);
    this.scram = new ScramServer(random);
    this.log = new ConnectionLog(logger, clock);
    this.inputMemory = new SharedFrameMemory(options.frameMemoryBytes(), engine.memory());
    this.outputMemory = new SharedFrameMemory(2 * options.frameMemoryBytes(), engine.memory());
  }

  /** Returns the buffers of the calling event loop. */
  EventLoopBuffers eventLoopBuffers() {
    return tools.get();
  }

  long nextSessionId() {
    return sessionIds.incrementAndGet();
  }

  void register(SessionHandler session) {
    sessions.put(session.id(), session);
  }

  void unregister(SessionHandler session) {
    sessions.remove(session.id());
  }

  @Nullable SessionHandler session(long id) {
    return sessions.get(id);
  }

  Iterable<SessionHandler> sessions() {
    return sessions.values();
  }

  boolean isEmpty() {
    return sessions.isEmpty();
  }

  void drain() {
    draining = true;
  }

  /** Whether new connections are refused and existing sessions are to end. */
  boolean isDraining() {
    return draining;
  }
}
