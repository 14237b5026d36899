package io.mosql.server.process;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * SIGTERM and SIGINT as calls. The JVM's own answer to them, its shutdown hooks, cannot be asked a
 * second time, and a second signal is to end a drain. Reaches {@code sun.misc.Signal} by
 * reflection: it is exported by every JDK that we run on, but not for --release builds; where it is
 * missing the JVM's answer stays.
 */
final class TerminationSignals {
  private TerminationSignals() {}

  /**
   * @param received called on a thread of the JVM's for each signal
   * @return whether signals will come
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
