package io.mosql.consensus.ratis.files;

import io.mosql.consensus.ratis.error.RatisErrorMessage;
import io.mosql.core.error.MosqlException;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.jspecify.annotations.Nullable;

/**
 * A reader of one segment file of a Raft log, in the format of Ratis 3:
 *
 * <pre>
 * "RaftLog1"
 * for each entry   length (varint), entry (protobuf), CRC32C of both (4 bytes, high byte first)
 * zeros            up to the end of the file
 * </pre>
 *
 * <p>An incomplete entry ends the file, as does a zero. Changes nothing. Not thread-safe.
 */
final class RaftSegmentReader implements Closeable {
  private static final byte[] HEAD = "RaftLog1".getBytes(StandardCharsets.US_ASCII);
  private static final int VARINT_BYTES_MAX = 5;
  private static final int ENTRY_BYTES_MAX = 64 << 20;
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path file;
  private final DataInputStream in;
  private boolean ended;

  RaftSegmentReader(Path file) throws IOException {
    this.file = file;
    InputStream stream = Files.newInputStream(file);
    this.in = new DataInputStream(new BufferedInputStream(stream, BUFFER_BYTES));
    byte[] head = in.readNBytes(HEAD.length);
    boolean begun = head.length == HEAD.length && head[0] != 0;
    if (begun && !Arrays.equals(head, HEAD)) {
      in.close();
      throw damaged("does not begin like one");
    }
    this.ended = !begun;
  }

  /**
   * The next entry, or null at the end.
   *
   * @throws MosqlException XX001 when it is complete and its checksum is wrong
   */
  @Nullable LogEntryProto next() throws IOException {
    if (ended) {
      return null;
    }
    try {
      byte[] length = new byte[VARINT_BYTES_MAX];
      int bytes = 0;
      int value = 0;
      do {
        if (bytes == VARINT_BYTES_MAX) {
          throw damaged("has an entry without a length");
        }
        length[bytes] = in.readByte();
        value |= (length[bytes] & 0x7f) << (7 * bytes);
        bytes++;
      } while (length[bytes - 1] < 0);
      if (value == 0) {
        ended = true;
        return null;
      }
      return LogEntryProto.parseFrom(body(length, bytes, value));
    } catch (EOFException e) {
      ended = true;
      return null;
    }
  }

  private byte[] body(byte[] length, int lengthBytes, int bytes) throws IOException {
    if (bytes < 0 || bytes > ENTRY_BYTES_MAX) {
      throw damaged("has an entry of " + bytes + " bytes");
    }
    byte[] body = in.readNBytes(bytes);
    if (body.length < bytes) {
      throw new EOFException();
    }
    CRC32C sum = new CRC32C();
    sum.update(length, 0, lengthBytes);
    sum.update(body);
    if (in.readInt() != (int) sum.getValue()) {
      throw damaged("has an entry that is not as it was written");
    }
    return body;
  }

  private MosqlException damaged(String how) {
    return RatisErrorMessage.DAMAGED_SEGMENT.error(file.getFileName(), how);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
