package io.mosql.server.network;

import io.mosql.core.port.NonBlockingThread;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FastThreadLocalThread;

/** Thread of an event loop, which must never block. */
final class EventLoopThread extends FastThreadLocalThread implements NonBlockingThread {
  private EventLoopThread(ThreadGroup group, Runnable target, String name) {
    super(group, target, name);
  }

  /** Factory of event loop threads. */
  static final class Factory extends DefaultThreadFactory {
    Factory() {
      super("mosql-net", true);
    }

    @Override
    protected Thread newThread(Runnable target, String name) {
      return new EventLoopThread(threadGroup, target, name);
    }
  }
}
