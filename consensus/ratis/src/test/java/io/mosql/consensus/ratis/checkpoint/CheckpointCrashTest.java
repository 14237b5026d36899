package io.mosql.consensus.ratis.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.LogSnapshot.SnapshotFile;
import io.mosql.core.port.LogStamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Crashes before each change of the disk during the installation of a checkpoint and during the
 * next start: the result is the old database with the old log, or the new one.
 */
final class CheckpointCrashTest {
  private static final LogStamp AT = new LogStamp(40, 2, 50);
  private static final LogStamp OLDER = new LogStamp(30, 1, 35);
  private static final int STEPS_MAX = 1000;

  @TempDir private Path root = Path.of(".");

  /** A simulated crash. */
  private static final class Crash extends Error {
    private static final long serialVersionUID = 1;
  }

  /** Crashes before a step. */
  private static final class Steps implements CheckpointFiles.Step {
    private final int crashBefore;
    private int steps;

    Steps(int crashBefore) {
      this.crashBefore = crashBefore;
    }

    @Override
    public void before(String what) {
      if (steps++ == crashBefore) {
        throw new Crash();
      }
    }
  }

  /** The disk of a member that receives a checkpoint. */
  private static final class Disk {
    final Path directory;
    final Path database;

    Disk(Path directory) throws IOException {
      this.directory = directory;
      this.database = Files.createDirectories(directory.resolve("database"));
      Files.writeString(database.resolve("old-segment"), "old content");
      Files.writeString(database.resolve("manifest"), "old");
      Files.writeString(directory.resolve("log"), "old");
    }

    private Path beside() {
      return directory.resolve("beside");
    }

    private Path arriving(int number) {
      return beside().resolve("arriving/snapshot-" + number);
    }

    void arrive(int number, LogStamp at, String contents) throws IOException {
      Path out = Files.createDirectories(arriving(number).resolve("out-0000000001"));
      List<SnapshotFile> files = new ArrayList<>();
      for (String name : List.of("segment-1", "segment-2", "manifest")) {
        Path file =
            Files.writeString(out.resolve(name), contents + (name.startsWith("m") ? "" : name));
        files.add(new SnapshotFile(name, Files.size(file), CheckpointFiles.md5(file)));
      }
      new CheckpointManifest(at, files).write(out.resolve(CheckpointManifest.NAME));
    }

    /** The calls of Ratis and the log after a checkpoint has been received. */
    void take(Steps steps) throws IOException {
      CheckpointFiles files = new CheckpointFiles(steps);
      CheckpointStorage checkpoints = new CheckpointStorage(beside(), database, files);
      checkpoints.secureReceived();
      files.delete(beside().resolve("carried"));
      steps.before("rename");
      Files.move(arriving(2), beside().resolve("carried"));
      steps.before("give up the log");
      Files.delete(directory.resolve("log"));
      checkpoints.install();
    }

    void recover(Steps steps) throws IOException {
      new CheckpointStorage(beside(), database, new CheckpointFiles(steps)).recover();
    }

    void assertWhole(String when) throws IOException {
      String manifest = Files.readString(database.resolve("manifest"));
      if (manifest.equals("old")) {
        assertThat(directory.resolve("log")).as(when).exists();
        assertThat(database.resolve("old-segment")).as(when).hasContent("old content");
      } else if (manifest.equals("older")) {
        // Also newer than the database, and from the same log.
        assertThat(directory.resolve("log")).as(when).exists();
        assertThat(database.resolve("segment-2")).as(when).hasContent("oldersegment-2");
      } else {
        assertThat(manifest).as(when).isEqualTo("new");
        assertThat(database.resolve("segment-1")).as(when).hasContent("newsegment-1");
        assertThat(database.resolve("segment-2")).as(when).hasContent("newsegment-2");
      }
      assertThat(CheckpointFiles.directories(beside().resolve("arriving"))).as(when).isEmpty();
      assertThat(CheckpointFiles.directories(beside().resolve("carried"))).as(when).isEmpty();
    }
  }

  private Disk disk(String name) throws IOException {
    Disk disk = new Disk(root.resolve(name));
    disk.recover(new Steps(-1));
    // A verified and marked checkpoint that Ratis then failed to install.
    disk.arrive(1, OLDER, "older");
    new CheckpointStorage(disk.beside(), disk.database, CheckpointFiles.PLAIN).secureReceived();
    disk.arrive(2, AT, "new");
    return disk;
  }

  /** Whether the crash happened before the end. */
  private static boolean crashes(Disk disk, int step) throws IOException {
    try {
      disk.take(new Steps(step));
      return false;
    } catch (Crash e) {
      return true;
    }
  }

  @Test
  void everyCrashLeavesTheOldOneOrTheNewOne() throws IOException {
    boolean sawOld = false;
    boolean sawNew = false;
    int step = 0;
    for (boolean goesOn = true; goesOn; step++) {
      assertThat(step).isLessThan(STEPS_MAX);
      boolean again = true;
      for (int next = 0; again; next++) {
        Disk disk = disk(step + "-" + next);
        goesOn = crashes(disk, step);
        again = recoverAfterCrash(disk, next);
        String when = "crash before step " + step + ", and " + next + " of the start";
        disk.assertWhole(when);
        boolean old = Files.exists(disk.directory.resolve("log"));
        sawOld |= old && Files.readString(disk.database.resolve("manifest")).equals("old");
        sawNew |= !old;
        CheckpointFiles.PLAIN.delete(disk.directory);
      }
    }
    assertThat(sawOld).isTrue();
    assertThat(sawNew).isTrue();
    assertThat(step).isGreaterThan(20);
  }

  /** Whether the first start crashed. */
  private static boolean recoverAfterCrash(Disk disk, int step) throws IOException {
    try {
      disk.recover(new Steps(step));
      return false;
    } catch (Crash e) {
      disk.recover(new Steps(-1));
      return true;
    }
  }
}
