package io.mosql.consensus.ratis.checkpoint;

import io.mosql.core.port.LogSnapshot.SnapshotFile;
import io.mosql.core.port.LogStamp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The list of the files of a checkpoint that is sent to another node. Ratis transfers its own term
 * and entry, but not the index of the record, and does not detect a missing file. UTF-8 text:
 *
 * <pre>
 * mosql checkpoint 1
 * index term entry
 * md5 bytes name          one line for each file
 * end number-of-files
 * </pre>
 */
record CheckpointManifest(LogStamp at, List<SnapshotFile> files) {
  static final String NAME = "checkpoint.list";

  private static final String HEAD = "mosql checkpoint 1";
  private static final String END = "end ";
  private static final int PARTS = 3;

  CheckpointManifest {
    files = List.copyOf(files);
  }

  void write(Path file) throws IOException {
    StringBuilder text = new StringBuilder(HEAD).append('\n');
    text.append(at.index()).append(' ').append(at.term()).append(' ').append(at.entry());
    text.append('\n');
    for (SnapshotFile each : files) {
      requireInside(each.name());
      text.append(each.md5()).append(' ').append(each.bytes()).append(' ').append(each.name());
      text.append('\n');
    }
    text.append(END).append(files.size()).append('\n');
    Files.writeString(file, text);
  }

  static CheckpointManifest read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    int end = lines.size() - 1;
    if (end < 2 || !lines.get(0).equals(HEAD) || !lines.get(end).equals(END + (end - 2))) {
      throw new IOException("the list of a received checkpoint is of another format");
    }
    try {
      String[] stamp = split(lines.get(1));
      List<SnapshotFile> files = new ArrayList<>();
      for (String line : lines.subList(2, end)) {
        String[] parts = split(line);
        requireInside(parts[2]);
        files.add(new SnapshotFile(parts[2], Long.parseLong(parts[1]), parts[0]));
      }
      return new CheckpointManifest(
          new LogStamp(
              Long.parseLong(stamp[0]), Long.parseLong(stamp[1]), Long.parseLong(stamp[2])),
          files);
    } catch (IllegalArgumentException e) {
      throw new IOException("the list of a received checkpoint is damaged", e);
    }
  }

  private static String[] split(String line) throws IOException {
    String[] parts = line.split(" ", PARTS);
    if (parts.length != PARTS) {
      throw new IOException("the list of a received checkpoint is damaged");
    }
    return parts;
  }

  private static void requireInside(String name) throws IOException {
    Path path = Path.of(name);
    boolean inside = !name.isEmpty() && name.indexOf('\n') < 0 && !path.isAbsolute();
    for (Path part : path) {
      inside &= !part.toString().equals("..") && !part.toString().equals(".");
    }
    if (!inside || name.equals(NAME)) {
      throw new IOException("a checkpoint has no file of the name '" + name + "'");
    }
  }
}
