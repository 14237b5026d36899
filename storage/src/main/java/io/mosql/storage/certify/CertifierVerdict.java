package io.mosql.storage.certify;

import io.mosql.storage.version.Effect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Result of certifying a request. */
public sealed interface CertifierVerdict {
  record Accepted(List<Effect> effects) implements CertifierVerdict {}

  /**
   * @param key of the failing check, or a range's start; null for a whole tree
   */
  record Rejected(Reason reason, long tree, byte @Nullable [] key) implements CertifierVerdict {}

  /** Why a request is rejected. */
  enum Reason {
    POINT("point read"),
    RANGE("range read"),
    COUNT("count"),
    TABLE("table read"),
    KEY_PRESENT("key to insert is present"),
    KEY_ABSENT("key to change is absent"),
    OUT_OF_RANGE("number out of range"),
    BOUND("bound of a column"),
    TREE("tree was made or dropped"),
    EPOCH("leader changed"),
    COMMITTED("it has committed"),
    FENCED("its outcome was asked for before"),
    FORGOTTEN("submitted too long ago"),
    PREPARED("held by a prepared transaction");

    private final String text;

    Reason(String text) {
      this.text = text;
    }

    /** A description for error messages. */
    public String text() {
      return text;
    }
  }
}
