package io.mosql.consensus.ratis.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogSnapshot.SnapshotFile;
import io.mosql.core.port.LogStamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Received checkpoints, with crashes at each point. */
final class CheckpointStorageTest {
  private static final LogStamp AT = new LogStamp(40, 2, 50);

  @TempDir private Path directory = Path.of(".");

  private Path database() {
    return directory.resolve("database");
  }

  private Path arriving() {
    return directory.resolve("beside/arriving/snapshot-1");
  }

  private Path carried() {
    return directory.resolve("beside/carried");
  }

  private CheckpointStorage checkpoints() throws IOException {
    CheckpointStorage checkpoints =
        new CheckpointStorage(directory.resolve("beside"), database(), CheckpointFiles.PLAIN);
    checkpoints.recover();
    return checkpoints;
  }

  @BeforeEach
  void oldDatabase() throws IOException {
    Files.createDirectories(database());
    Files.writeString(database().resolve("manifest"), "old");
  }

  /** Creates the files of a transfer by Ratis. */
  private void receive(String manifest) throws IOException {
    Path sent = Files.createDirectories(directory.resolve("sent"));
    Files.writeString(sent.resolve("manifest"), "new");
    Files.writeString(sent.resolve("segment"), "content");
    SnapshotFile first = file(sent, "segment");
    SnapshotFile second = file(sent, "manifest");
    Path out = Files.createDirectories(arriving().resolve("out-0000000001"));
    Files.copy(sent.resolve("segment"), out.resolve("segment"));
    Files.writeString(out.resolve("manifest"), manifest);
    new CheckpointManifest(AT, List.of(first, second)).write(out.resolve(CheckpointManifest.NAME));
  }

  private static SnapshotFile file(Path directory, String name) throws IOException {
    Path path = directory.resolve(name);
    return new SnapshotFile(name, Files.size(path), CheckpointFiles.md5(path));
  }

  private void assertNew() throws IOException {
    assertThat(database().resolve("manifest")).hasContent("new");
    assertThat(database().resolve("segment")).hasContent("content");
    assertThat(CheckpointFiles.directories(carried())).isEmpty();
    assertThat(CheckpointFiles.directories(directory.resolve("beside/arriving"))).isEmpty();
  }

  @Test
  void isVerifiedMarkedAndPutInPlace() throws IOException {
    CheckpointStorage checkpoints = checkpoints();
    receive("new");
    checkpoints.secureReceived();
    finish();
    assertThat(checkpoints.received()).isEqualTo(AT);
    checkpoints.install();
    assertNew();
    assertThat(checkpoints.latestStamp()).isEqualTo(AT);
  }

  /** The next call of Ratis. */
  private void finish() throws IOException {
    CheckpointFiles.PLAIN.delete(carried());
    Files.move(arriving(), carried());
  }

  @Test
  void aDamagedOneIsRefusedAndForgotten() throws IOException {
    CheckpointStorage checkpoints = checkpoints();
    receive("bad");
    assertThatThrownBy(checkpoints::secureReceived)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("manifest");
    assertThat(arriving()).doesNotExist();
    assertThat(database().resolve("manifest")).hasContent("old");
  }

  @Test
  void halfATransferIsForgotten() throws IOException {
    receive("new");
    Files.delete(arriving().resolve("out-0000000001").resolve(CheckpointManifest.NAME));
    CheckpointStorage checkpoints = checkpoints();
    assertThatThrownBy(checkpoints::secureReceived).isInstanceOf(IllegalStateException.class);
    assertThat(database().resolve("manifest")).hasContent("old");
    assertThat(database().resolve("segment")).doesNotExist();
  }

  @Test
  void anUnmarkedOneIsForgottenAtTheNextStart() throws IOException {
    checkpoints();
    receive("new");
    CheckpointStorage next = checkpoints();
    assertThat(next.latestStamp()).isEqualTo(LogStamp.START);
    assertThat(database().resolve("manifest")).hasContent("old");
  }

  @Test
  void aMarkedOneIsPutInPlaceAtTheNextStartWhereverItLies() throws IOException {
    CheckpointStorage checkpoints = checkpoints();
    receive("new");
    checkpoints.secureReceived();
    checkpoints();
    assertNew();
  }

  @Test
  void oneThatIsHalfInPlaceIsFinishedAtTheNextStart() throws IOException {
    CheckpointStorage checkpoints = checkpoints();
    receive("new");
    checkpoints.secureReceived();
    finish();
    Files.move(carried().resolve("out-0000000001/segment"), database().resolve("segment"));
    checkpoints();
    assertNew();
  }

  @Test
  void theNextOneWaitsUntilItIsInPlace() throws IOException {
    CheckpointStorage checkpoints = checkpoints();
    receive("new");
    checkpoints.secureReceived();
    finish();
    receive("new");
    assertThatThrownBy(checkpoints::secureReceived).hasMessageContaining("not yet in place");
  }

  @Test
  void isSentUnderSecondNamesThatOutliveTheFirst() throws IOException {
    CheckpointStorage checkpoints = checkpoints();
    LogStamp newer = new LogStamp(41, 2, 51);
    checkpoints.source(
        () -> {
          try {
            return new LogSnapshot(
                newer, database(), List.of(file(database(), "manifest")), () -> {});
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
    checkpoints.finished(AT);
    SnapshotInfo latest = Objects.requireNonNull(checkpoints.latest());
    assertThat(latest.getIndex()).isEqualTo(50);
    List<FileInfo> files = latest.getFiles();
    // It is the checkpoint that the database had at the request.
    assertThat(latest.getIndex()).isEqualTo(51);
    Files.delete(database().resolve("manifest"));
    assertThat(files).hasSize(2);
    assertThat(files.get(0).getPath()).hasContent("old");
    checkpoints.deleteSent(true);
    assertThat(files.get(0).getPath()).exists();
    checkpoints.deleteSent(false);
    assertThat(files.get(0).getPath()).doesNotExist();
  }

  @Test
  void noNameLeadsOutOfTheDirectory() throws IOException {
    for (String name : List.of("../x", "/x", "a/../../x", "", CheckpointManifest.NAME)) {
      CheckpointManifest manifest =
          new CheckpointManifest(AT, List.of(new SnapshotFile(name, 0, "00")));
      Path list = directory.resolve("list");
      assertThatThrownBy(() -> manifest.write(list)).isInstanceOf(IOException.class);
      Files.writeString(list, "mosql checkpoint 1\n40 2 50\n00 0 " + name + "\nend 1\n");
      assertThatThrownBy(() -> CheckpointManifest.read(list)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aListThatIsCutOffIsRefused() throws IOException {
    Path list = directory.resolve("list");
    new CheckpointManifest(AT, List.of(new SnapshotFile("a", 1, "00"))).write(list);
    assertThat(CheckpointManifest.read(list).at()).isEqualTo(AT);
    List<String> lines = Files.readAllLines(list);
    for (int i = 0; i < lines.size(); i++) {
      Files.write(list, lines.subList(0, i));
      assertThatThrownBy(() -> CheckpointManifest.read(list)).isInstanceOf(IOException.class);
    }
  }
}
