package io.mosql.server.net;

import io.mosql.core.port.NeverWaits;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FastThreadLocalThread;

/** A thread of an event loop, which serves many connections and must never wait. */
final class LoopThread extends FastThreadLocalThread implements NeverWaits {
  private LoopThread(ThreadGroup group, Runnable target, String name) {
    super(group, target, name);
  }

  /** Makes them. */
  static final class Factory extends DefaultThreadFactory {
    Factory() {
      super("mosql-net", true);
    }

    @Override
    protected Thread newThread(Runnable target, String name) {
      return new LoopThread(threadGroup, target, name);
    }
  }
}
