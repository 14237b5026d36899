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
 * over the old one also when writing the new one has failed, and it is empty then. Who does not
 * know how it voted must not vote again in that term; so it goes on in one so high that it cannot
 * have voted there, and the others follow.
 *
 * <p>The vote that could not be written was never given. Every other one was given in a term that
 * follows the last entry's by as many as there were elections since; at one in a millisecond that
 * is less than the leap for as long as a process lives. Only an empty file is mended: one that says
 * something wrong is damage.
 */
public final class VoteFileRepair {
  static final long LEAP = 1L << 40;

  private VoteFileRepair() {}

  /**
   * Mends the file if it is empty. To be called before the group starts.
   *
   * @param raftDirectory of the node
   * @param termMin of anything that this node has of the group besides its log
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
