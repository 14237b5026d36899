package io.mosql.consensus.ratis.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Repairs a vote file that a full disk has left empty. Ratis renames its new file of term and vote
 * over the old one even when writing the new one has failed, and it is empty then. A member without
 * a record of its vote must not vote again in that term, so it continues in a term so high that it
 * cannot have voted there, and the other members adopt it.
 *
 * <p>The vote that could not be written was never sent. Every earlier vote belongs to a term that
 * exceeds the term of the last entry by the number of elections since; even with an election every
 * millisecond that is less than the increment during the lifetime of a process. Only an empty file
 * is repaired: a file with invalid contents is damage.
 */
public final class VoteFileRepair {
  static final long LEAP = 1L << 40;

  private VoteFileRepair() {}

  /**
   * Repairs the file if it is empty. To be called before the group starts.
   *
   * @param raftDirectory directory of the node's logs
   * @param termMin highest term in this node's state of the group outside of its log
   */
  public static void repair(Path raftDirectory, UUID group, long termMin) throws IOException {
    Path file = raftDirectory.resolve(group.toString()).resolve("current").resolve("raft-meta");
    if (!Files.exists(file) || Files.size(file) > 0) {
      return;
    }
    long term = Math.max(termMin, GroupLogReader.of(raftDirectory, group).lastTerm()) + LEAP;
    Path mended = file.resolveSibling("raft-meta.mended");
    byte[] text = ("votedFor=\nterm=" + term + "\n").getBytes(StandardCharsets.UTF_8);
    try (FileChannel out =
        FileChannel.open(
            mended,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer rest = ByteBuffer.wrap(text);
      while (rest.hasRemaining()) {
        out.write(rest);
      }
      out.force(true);
    }
    Files.move(mended, file, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel folder = FileChannel.open(file.resolveSibling("."))) {
      folder.force(true);
    }
  }
}
