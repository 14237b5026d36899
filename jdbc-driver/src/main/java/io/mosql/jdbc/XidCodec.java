package io.mosql.jdbc;

import java.util.Base64;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The global identifier of a branch of a distributed transaction, as PREPARE TRANSACTION takes it:
 * the format, the global transaction and the branch, separated by dots. Pure.
 *
 * <pre>
 * gid := format . base64(global transaction) . base64(branch)      base64 of URLs, without padding
 * </pre>
 */
final class XidCodec {
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private XidCodec() {}

  private record Branch(int getFormatId, byte[] getGlobalTransactionId, byte[] getBranchQualifier)
      implements Xid {}

  static String encode(Xid xid) {
    return xid.getFormatId()
        + "."
        + ENCODER.encodeToString(xid.getGlobalTransactionId())
        + "."
        + ENCODER.encodeToString(xid.getBranchQualifier());
  }

  /** The branch of an identifier; null for one that was not made by {@link #encode}. */
  static @Nullable Xid decode(String gid) {
    String[] parts = gid.split("\\.", -1);
    if (parts.length != 3) {
      return null;
    }
    try {
      return new Branch(
          Integer.parseInt(parts[0]),
          Base64.getUrlDecoder().decode(parts[1]),
          Base64.getUrlDecoder().decode(parts[2]));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
