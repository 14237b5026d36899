package io.mosql.consensus.ratis.files;

import io.mosql.consensus.ratis.error.RatisErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.LogStamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.jspecify.annotations.Nullable;

/**
 * Reads a group's log from its files: those of a closed or a running node, or a copy of them.
 * Changes nothing, and takes no lock.
 *
 * <p>The files do not contain the commit index, so the caller supplies the end: for an open group
 * {@code GroupStatus.committedEntry}; for a closed one, or a copy, the entry of a stamp that was
 * applied, or {@link #lastEntry} if the node was the only voter. Later entries may still be
 * replaced by others.
 *
 * <p>Thread-safe; no state is kept between calls.
 */
public final class GroupLogReader {
  private static final Pattern CLOSED = Pattern.compile("log_(\\d+)-(\\d+)");
  private static final Pattern OPEN = Pattern.compile("log_inprogress_(\\d+)");

  private final Path directory;

  /** Receives records. */
  @FunctionalInterface
  public interface RecordVisitor {
    /**
     * Receives the next record.
     *
     * @param at its index, term and entry
     */
    void record(LogStamp at, byte[] record) throws IOException;
  }

  private record Segment(Path file, long first, long last) {}

  private GroupLogReader(Path directory) {
    this.directory = directory;
  }

  /**
   * The log of a group.
   *
   * @param raftDirectory {@code RatisSettings.directory} of a node, or a copy of it
   */
  public static GroupLogReader of(Path raftDirectory, UUID group) {
    return new GroupLogReader(raftDirectory.resolve(group.toString()).resolve("current"));
  }

  /** The first entry of the log; 0 when it is empty. */
  public long firstEntry() throws IOException {
    List<Segment> segments = segments();
    return segments.isEmpty() ? 0 : segments.get(0).first;
  }

  /** The last complete entry, committed or not; -1 when there is none. */
  public long lastEntry() throws IOException {
    List<Segment> segments = segments();
    long last = segments.isEmpty() ? -1 : segments.get(0).first - 1;
    if (!segments.isEmpty()) {
      Segment newest = segments.get(segments.size() - 1);
      last = newest.first - 1;
      try (RaftSegmentReader entries = new RaftSegmentReader(newest.file)) {
        for (LogEntryProto entry = entries.next(); entry != null; entry = entries.next()) {
          last = entry.getIndex();
        }
      }
    }
    return last;
  }

  /**
   * Whether a node is the only voter of the last configuration that this node has applied; false
   * when there is no such configuration.
   */
  public boolean isOnlyVoter(String node) throws IOException {
    Path file = directory.resolve("raft-meta.conf");
    if (!Files.exists(file)) {
      return false;
    }
    RaftConfigurationProto applied =
        LogEntryProto.parseFrom(Files.readAllBytes(file)).getConfigurationEntry();
    return applied.getPeersCount() == 1
        && applied.getOldPeersCount() == 0
        && applied.getPeers(0).getId().toStringUtf8().equals(node);
  }

  /** The term of the last complete entry; 0 when there is none. */
  long lastTerm() throws IOException {
    List<Segment> segments = segments();
    for (int i = segments.size() - 1; i >= 0; i--) {
      long term = 0;
      try (RaftSegmentReader entries = new RaftSegmentReader(segments.get(i).file)) {
        for (LogEntryProto entry = entries.next(); entry != null; entry = entries.next()) {
          term = entry.getTerm();
        }
      }
      if (term > 0) {
        return term;
      }
    }
    return 0;
  }

  /**
   * Reads the records after a stamp, in order.
   *
   * @param after stamp of the record before the first one to read
   * @param upToEntry last entry to read
   * @return stamp of the last record read, or {@code after} when there was none
   * @throws MosqlException XX001 when the log is damaged, or the entry after {@code after} was
   *     purged; 0A000 when a record is of a newer release
   */
  public LogStamp read(LogStamp after, long upToEntry, RecordVisitor sink) throws IOException {
    // Entry 0 never holds a record, so a database without a stamp of the log can begin with 1.
    long next = after.entry() + 1;
    LogStamp last = after;
    for (Segment segment : segments()) {
      if (segment.last < next) {
        continue;
      }
      if (segment.first > upToEntry) {
        break;
      }
      if (segment.first > next) {
        throw gone(next, segment.first);
      }
      try (RaftSegmentReader entries = open(segment, next)) {
        last = read(entries, last, upToEntry, sink, next);
      }
      next = segment.last == Long.MAX_VALUE ? next : segment.last + 1;
    }
    return last;
  }

  private static RaftSegmentReader open(Segment segment, long next) throws IOException {
    try {
      return new RaftSegmentReader(segment.file);
    } catch (NoSuchFileException e) {
      throw gone(next, segment.last + 1);
    }
  }

  private static LogStamp read(
      RaftSegmentReader entries, LogStamp before, long upToEntry, RecordVisitor sink, long from)
      throws IOException {
    LogStamp last = before;
    long expected = from;
    for (LogEntryProto entry = entries.next();
        entry != null && entry.getIndex() <= upToEntry;
        entry = entries.next()) {
      if (entry.getIndex() < from) {
        continue;
      }
      if (entry.getIndex() != expected) {
        throw gone(expected, entry.getIndex());
      }
      expected++;
      if (entry.hasStateMachineLogEntry()) {
        last = new LogStamp(last.index() + 1, entry.getTerm(), entry.getIndex());
        sink.record(
            last,
            EntryFormat.decode(entry.getIndex(), entry.getStateMachineLogEntry().getLogData()));
      }
    }
    return last;
  }

  private static MosqlException gone(long wanted, long has) {
    return RatisErrorMessage.LOG_HAS_GAP.error(has, wanted);
  }

  /** The segments in order; the open segment is last, and its end is unknown. */
  private List<Segment> segments() throws IOException {
    List<Segment> segments = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Segment segment = segment(file);
        if (segment != null) {
          segments.add(segment);
        }
      }
    }
    segments.sort(Comparator.comparingLong(Segment::first).thenComparingLong(Segment::last));
    return segments;
  }

  private static @Nullable Segment segment(Path file) {
    String name = String.valueOf(file.getFileName());
    Matcher closed = CLOSED.matcher(name);
    if (closed.matches()) {
      return new Segment(file, Long.parseLong(closed.group(1)), Long.parseLong(closed.group(2)));
    }
    Matcher open = OPEN.matcher(name);
    return open.matches() ? new Segment(file, Long.parseLong(open.group(1)), Long.MAX_VALUE) : null;
  }
}
