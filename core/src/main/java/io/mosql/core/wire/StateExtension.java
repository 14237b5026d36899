package io.mosql.core.wire;

import io.mosql.core.session.Topology;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the session state that were added after protocol version 1.0: topology and position
 * in 1.1, time zone in 1.4. It follows the rest of the state, and is present only when a part has
 * changed.
 *
 * <pre>
 *  u8        bit 0: the position is news; bit 1: the topology is; bit 2: the time zone is; one of them at least
 *  i64       position
 *  topology  text node, bool leader known, text leader if so, i64 term, list of
 *            (text node, text host, i32 port, bool votes)
 *  text      time zone
 * </pre>
 *
 * @param topology null while none was sent
 * @param position 0 while none was sent
 * @param timeZone null while none was sent
 */
record StateExtension(@Nullable Topology topology, long position, @Nullable String timeZone) {
  private static final StateExtension NONE = new StateExtension(null, 0, null);
  private static final int POSITION = 1;
  private static final int TOPOLOGY = 1 << 1;
  private static final int TIME_ZONE = 1 << 2;

  /** Maximum number of nodes that a client accepts. */
  private static final int PLACES_MAX = 64;

  private static final int PORT_MAX = 65_535;

  /** Minimum bytes of a node: name, host, port and whether it votes, with empty texts. */
  private static final int PLACE_BYTES = 7;

  /**
   * Writes the changed parts.
   *
   * @param sent the parts that the other side has; null for none
   */
  static void write(WireWriter out, SessionState state, @Nullable SessionState sent) {
    Topology topology = state.topology();
    boolean moved = topology != null && isChanged(topology, sent == null ? null : sent.topology());
    boolean advanced =
        state.position() != 0 && (sent == null || sent.position() != state.position());
    String zone = state.timeZone();
    boolean zoned = zone != null && !zone.equals(sent == null ? null : sent.timeZone());
    if (!moved && !advanced && !zoned) {
      return;
    }
    out.u8((advanced ? POSITION : 0) | (moved ? TOPOLOGY : 0) | (zoned ? TIME_ZONE : 0));
    if (advanced) {
      out.i64(state.position());
    }
    if (moved && topology != null) {
      write(out, topology);
    }
    if (zoned && zone != null) {
      out.text(zone);
    }
  }

  @SuppressWarnings("ReferenceEquality") // the same object, nearly always: avoids the comparison
  private static boolean isChanged(Topology topology, @Nullable Topology sent) {
    return topology != sent && !topology.equals(sent == null ? Topology.ALONE : sent);
  }

  static StateExtension read(WireReader in, @Nullable SessionState known) {
    StateExtension before =
        known == null
            ? NONE
            : new StateExtension(known.topology(), known.position(), known.timeZone());
    if (in.left() == 0) {
      return before;
    }
    int news = in.u8();
    if (news == 0 || news > (POSITION | TOPOLOGY | TIME_ZONE)) {
      throw new WireException("unknown session event");
    }
    long position = (news & POSITION) != 0 ? in.i64() : before.position;
    Topology topology = (news & TOPOLOGY) != 0 ? topology(in) : before.topology;
    return new StateExtension(
        topology, position, (news & TIME_ZONE) != 0 ? in.text() : before.timeZone);
  }

  static void write(WireWriter out, Topology topology) {
    String leader = topology.leader();
    out.text(topology.node());
    out.bool(leader != null);
    if (leader != null) {
      out.text(leader);
    }
    out.i64(topology.term());
    out.var(topology.nodes().size());
    for (Topology.NodeAddress place : topology.nodes()) {
      out.text(place.node());
      out.text(place.host());
      out.i32(place.port());
      out.bool(place.votes());
    }
  }

  static Topology topology(WireReader in) {
    String node = in.text();
    String leader = in.bool() ? in.text() : null;
    long term = in.i64();
    int count = in.count(PLACE_BYTES);
    if (count > PLACES_MAX) {
      throw new WireException("too many nodes");
    }
    List<Topology.NodeAddress> places = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      places.add(place(in));
    }
    return new Topology(node, leader, term, places);
  }

  private static Topology.NodeAddress place(WireReader in) {
    String node = in.text();
    String host = in.text();
    int port = in.u31();
    if (port < 1 || port > PORT_MAX) {
      throw new WireException("port out of range");
    }
    return new Topology.NodeAddress(node, host, port, in.bool());
  }
}
