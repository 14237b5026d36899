package io.mosql.sql.parser.ast;

import org.jspecify.annotations.Nullable;

/**
 * What BEGIN or SET TRANSACTION says about a transaction.
 *
 * @param level or null when unsaid
 * @param readOnly or null when unsaid
 */
public record TransactionModes(@Nullable Level level, @Nullable Boolean readOnly) {
  /** Nothing said. */
  public static final TransactionModes NONE = new TransactionModes(null, null);

  /** Isolation levels of the standard. */
  public enum Level {
    READ_UNCOMMITTED,
    READ_COMMITTED,
    REPEATABLE_READ,
    SERIALIZABLE
  }

  void write(SqlText out) {
    if (level != null) {
      out.words("ISOLATION LEVEL " + level.name().replace('_', ' '));
    }
    if (readOnly != null) {
      out.wordsIf(level != null, ",").words(readOnly ? "READ ONLY" : "READ WRITE");
    }
  }
}
