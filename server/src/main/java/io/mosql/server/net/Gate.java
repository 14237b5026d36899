package io.mosql.server.net;

import io.mosql.core.port.AuditLog;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.ServerEngine;
import io.mosql.core.wire.WireReader;
import io.mosql.core.wire.WireWriter;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** What all connections of a door share. Thread-safe. */
final class Gate {
  private static final int DELAYS_MAX = 10_000;

  final ServerEngine engine;
  final NetworkOptions options;
  final AuditLog audit;
  final Clock clock;
  final RandomSource random;
  final @Nullable TlsSide tls;
  final Workers workers;
  final Places places;
  final LoginDelays delays = new LoginDelays(DELAYS_MAX);
  final ScramServer scram;
  final DoorLog log;

  /** Of frames as they come. */
  final NetworkMemory input;

  /** Of what is read from frames, and of answers: requests that run are not kept up by others. */
  final NetworkMemory memory;

  private final Map<Long, SessionHandler> sessions = new ConcurrentHashMap<>();
  private final AtomicLong sessionIds = new AtomicLong();
  private final FastThreadLocal<LoopTools> tools =
      new FastThreadLocal<>() {
        @Override
        protected LoopTools initialValue() {
          return new LoopTools(memory);
        }
      };
  private volatile boolean draining;

  /** What an event loop reads and writes with; its connections share it. */
  static final class LoopTools {
    final WireReader reader;
    final WireWriter out;

    private LoopTools(NetworkMemory memory) {
      reader = new WireReader(memory);
      out = new WireWriter(memory);
    }
  }

  Gate(
      ServerEngine engine,
      NetworkOptions options,
      AuditLog audit,
      Clock clock,
      RandomSource random,
      @Nullable TlsSide tls,
      Logger logger) {
    this.engine = engine;
    this.options = options;
    this.audit = audit;
    this.clock = clock;
    this.random = random;
    this.tls = tls;
    this.workers = new Workers(options.connectionsMax() + options.unauthenticatedMax());
    this.places = new Places(options);
    this.scram = new ScramServer(random);
    this.log = new DoorLog(logger, clock);
    this.input = new NetworkMemory(options.frameMemoryBytes(), engine.memory());
    this.memory = new NetworkMemory(2 * options.frameMemoryBytes(), engine.memory());
  }

  /** Those of the event loop that calls. */
  LoopTools loopTools() {
    return tools.get();
  }

  long nextSessionId() {
    return sessionIds.incrementAndGet();
  }

  void enter(SessionHandler session) {
    sessions.put(session.id(), session);
  }

  void leave(SessionHandler session) {
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

  /** Whether nobody comes in any more, and who is here is to leave. */
  boolean isDraining() {
    return draining;
  }
}
