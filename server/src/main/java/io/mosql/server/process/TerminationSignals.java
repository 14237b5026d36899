package io.mosql.server.process;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * Delivery of SIGTERM and SIGINT as callbacks. The JVM's own reaction, its shutdown hooks, runs
 * only once, but a second signal must be able to end a drain. Uses {@code sun.misc.Signal} by
 * reflection: every supported JDK exports it, but builds with --release cannot refer to it. Where
 * it is missing, the JVM's own reaction remains.
 */
final class TerminationSignals {
  private TerminationSignals() {}

  /**
   * @param received called on a JVM thread for each signal
   * @return whether signals are delivered
   */
  static boolean deliverTo(Runnable received) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      InvocationHandler calls =
          (proxy, method, arguments) ->
              switch (method.getName()) {
                case "handle" -> {
                  received.run();
                  yield null;
                }
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "mosql";
              };
      Object ours =
          Proxy.newProxyInstance(
              TerminationSignals.class.getClassLoader(), new Class<?>[] {handler}, calls);
      for (String name : new String[] {"TERM", "INT"}) {
        signal
            .getMethod("handle", signal, handler)
            .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
      }
      return true;
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      return false;
    }
  }
}
