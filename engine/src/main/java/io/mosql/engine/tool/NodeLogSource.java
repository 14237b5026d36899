package io.mosql.engine.tool;

import io.mosql.consensus.ratis.files.GroupLogReader;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.StateMachine;
import io.mosql.engine.database.ExistingDirectories;
import io.mosql.engine.error.EngineErrorMessage;
import io.mosql.storage.Restoration;
import io.mosql.storage.page.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The replicated logs of a node as a log source; the log of the backup's timeline is selected. It
 * is read up to the last complete entry; entries stored on a minority of the nodes may be included,
 * but were never acknowledged as committed.
 *
 * @param raft directory of the logs
 */
record NodeLogSource(Path raft) implements LogSource {
  private static final String GROUP = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

  @Override
  public Restoration.ReplaySource after(Manifest backup) throws IOException {
    LogStamp stamp = backup.log();
    long kept = 0;
    for (UUID group : groups()) {
      GroupLogReader reader = GroupLogReader.of(raft, group);
      long first = reader.firstEntry();
      byte[] record = firstFrom(reader, Math.max(stamp.entry(), first));
      if (record != null && Restoration.isOfSameTimeline(backup, record)) {
        if (first <= stamp.entry() + 1) {
          return (after, machine) -> read(reader, after, machine);
        }
        kept = first;
      }
    }
    throw kept == 0
        ? EngineErrorMessage.LOGS_DO_NOT_CONTINUE_BACKUP.error(raft)
        : EngineErrorMessage.LOG_ENTRIES_NOT_RETAINED.error(raft, kept, stamp.entry());
  }

  private List<UUID> groups() throws IOException {
    List<UUID> groups = new ArrayList<>();
    try (Stream<Path> all = Files.list(raft)) {
      for (Path path : all.toList()) {
        String name = String.valueOf(path.getFileName());
        if (name.matches(GROUP) && Files.isDirectory(path.resolve("current"))) {
          groups.add(UUID.fromString(name));
        }
      }
    }
    return groups;
  }

  /** Ends the reading after the first record. */
  private static final class FirstRecordFound extends IOException {
    private static final long serialVersionUID = 1;

    private final transient byte[] record;

    FirstRecordFound(byte[] record) {
      this.record = record;
    }
  }

  /** The first record at or after an entry; null when there is none. */
  private static byte @Nullable [] firstFrom(GroupLogReader reader, long entry) throws IOException {
    try {
      reader.read(
          new LogStamp(0, 0, Math.max(0, entry - 1)),
          reader.lastEntry(),
          (at, record) -> {
            throw new FirstRecordFound(record);
          });
      return null;
    } catch (FirstRecordFound found) {
      return found.record;
    }
  }

  private static void read(GroupLogReader reader, LogStamp after, StateMachine machine) {
    try {
      reader.read(after, reader.lastEntry(), (at, record) -> machine.deliver(at.index(), record));
    } catch (IOException e) {
      throw ExistingDirectories.failed("cannot read the replicated log", e);
    }
  }

  @Override
  public void close() {}
}
