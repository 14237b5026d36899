package io.mosql.consensus.ratis.checkpoint;

import io.mosql.core.port.LogStamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file with the last purged record of a log whose state machine keeps no stamp. An absent file
 * means that nothing was purged.
 */
public final class PurgeMarkerFile {
  private static final String NAME = "purged";
  private static final int PARTS = 3;

  private final Path directory;

  public PurgeMarkerFile(Path directory) {
    this.directory = directory;
  }

  public LogStamp read() throws IOException {
    Path file = directory.resolve(NAME);
    if (!Files.exists(file)) {
      return LogStamp.START;
    }
    String[] parts = Files.readString(file).strip().split(" ");
    if (parts.length != PARTS) {
      throw new IOException("file " + NAME + " is damaged");
    }
    try {
      return new LogStamp(
          Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    } catch (IllegalArgumentException e) {
      throw new IOException("file " + NAME + " is damaged", e);
    }
  }

  public void write(LogStamp stamp) throws IOException {
    Path beside = directory.resolve(NAME + ".new");
    Files.writeString(beside, stamp.index() + " " + stamp.term() + " " + stamp.entry() + "\n");
    CheckpointFiles.PLAIN.sync(beside);
    CheckpointFiles.PLAIN.move(beside, directory.resolve(NAME));
    CheckpointFiles.PLAIN.syncDirectory(directory);
  }
}
