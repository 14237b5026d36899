package io.mosql.testkit;

import java.util.Map;

/**
 * The stacks of all threads of this process, as text for the message of a wait that was in vain.
 */
public final class ThreadDump {
  private ThreadDump() {}

  /** Returns one paragraph per thread: its name, its state, and its frames. */
  public static String text() {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
      Thread thread = each.getKey();
      text.append(thread.getName()).append(" (").append(thread.getState()).append(")\n");
      for (StackTraceElement frame : each.getValue()) {
        text.append("    at ").append(frame).append('\n');
      }
    }
    return text.toString();
  }
}
