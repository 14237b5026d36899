package io.mosql.consensus.ratis.transport;

import java.io.ObjectInputFilter;
import java.util.Set;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.util.IOUtils;

/**
 * The deserialization filter for Java objects received by Ratis. Ratis servers exchange exceptions
 * as serialized objects and read them without a filter, so this filter is installed for the
 * process. It decides only about streams read by Ratis; for all others it returns UNDECIDED.
 *
 * <p>Allowed are exceptions of the JDK and of Ratis, and the classes of the fields of {@link
 * Throwable}.
 */
public final class PeerSerialFilter implements ObjectInputFilter {
  private static final int DEPTH_MAX = 20;
  private static final int REFERENCES_MAX = 10_000;
  private static final int ARRAY_MAX = 5_000;
  private static final int BYTES_MAX = 4 << 20;

  /**
   * Name of the class in which Ratis reads objects; taken from the class, since a shaded jar
   * renames it.
   */
  private static final String READER = IOUtils.class.getName();

  private static final String RATIS_PROTOCOL = RaftPeerId.class.getPackageName() + '.';

  private static final Set<String> PARTS =
      Set.of(
          "java.lang.Throwable",
          "java.lang.StackTraceElement",
          "java.lang.String",
          "java.lang.Enum",
          "java.util.Collections$EmptyList",
          "java.util.Collections$UnmodifiableList",
          "java.util.Collections$UnmodifiableCollection",
          "java.util.ArrayList",
          "java.lang.Object");

  private static final StackWalker STACK = StackWalker.getInstance();

  PeerSerialFilter() {}

  /**
   * Installs the filter in the process, once. An existing filter of the process is kept, and is
   * then responsible for the accepted classes.
   */
  public static synchronized void install() {
    if (ObjectInputFilter.Config.getSerialFilter() == null) {
      ObjectInputFilter.Config.setSerialFilter(new PeerSerialFilter());
    }
  }

  @Override
  public Status checkInput(FilterInfo info) {
    boolean ofRatis =
        STACK.walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(READER)));
    return ofRatis ? judge(info) : Status.UNDECIDED;
  }

  static Status judge(FilterInfo info) {
    if (info.depth() > DEPTH_MAX
        || info.references() > REFERENCES_MAX
        || info.arrayLength() > ARRAY_MAX
        || info.streamBytes() > BYTES_MAX) {
      return Status.REJECTED;
    }
    Class<?> type = info.serialClass();
    if (type == null) {
      return Status.UNDECIDED;
    }
    while (type.isArray()) {
      type = type.getComponentType();
    }
    return type.isPrimitive() || PARTS.contains(type.getName()) || isException(type)
        ? Status.ALLOWED
        : Status.REJECTED;
  }

  private static boolean isException(Class<?> type) {
    String name = type.getName();
    if (name.startsWith(RATIS_PROTOCOL)) {
      // Exceptions, and the peers and ids contained in some of them.
      return true;
    }
    return Throwable.class.isAssignableFrom(type)
        && (name.startsWith("java.lang.")
            || name.startsWith("java.io.")
            || name.startsWith("java.nio.")
            || name.startsWith("java.net.")
            || name.startsWith("java.util.concurrent."));
  }
}
