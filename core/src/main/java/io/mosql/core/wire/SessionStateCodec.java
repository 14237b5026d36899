package io.mosql.core.wire;

import io.mosql.core.session.Session.Isolation;
import io.mosql.core.session.Session.Notice;
import io.mosql.core.session.Session.TransactionStatus;
import io.mosql.core.session.Topology;
import io.mosql.core.session.TransactionToken;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The codec of the session state that follows each answer: flags of the frame, and at its end the
 * parts that changed.
 *
 * <pre>
 *  bit  7        6        5        4..3       2          1            0
 *       notices  token    schema   isolation  read-only  auto-commit  active
 * </pre>
 *
 * A schema is a text, a token three i64, notices a count and then SQLSTATE and message of each. The
 * parts of later versions come last: {@link StateExtension}.
 */
final class SessionStateCodec {
  private static final int ACTIVE = 1;
  private static final int AUTO_COMMIT = 1 << 1;
  private static final int READ_ONLY = 1 << 2;
  private static final int ISOLATION_SHIFT = 3;
  private static final int ISOLATION_MASK = 3;
  private static final int SCHEMA = 1 << 5;
  private static final int TOKEN = 1 << 6;
  private static final int NOTICES = 1 << 7;
  private static final int SCALARS = SCHEMA - 1;
  private static final int SQL_STATE_BYTES = 5;

  /** By code, which differs from the order of the declaration. */
  private static final Isolation[] ISOLATIONS = {
    Isolation.READ_COMMITTED, Isolation.REPEATABLE_READ, Isolation.SERIALIZABLE
  };

  /** A token that differs only in its position, by less than this, is not sent again. */
  private static final long POSITIONS_MAX = 4_096;

  private SessionStateCodec() {}

  static int code(Isolation isolation) {
    return switch (isolation) {
      case READ_COMMITTED -> 0;
      case REPEATABLE_READ -> 1;
      case SERIALIZABLE -> 2;
    };
  }

  static Isolation isolation(int code) {
    if (code >= ISOLATIONS.length) {
      throw new WireException("unknown isolation level");
    }
    return ISOLATIONS[code];
  }

  /**
   * Writes the changes and returns the flags of the frame.
   *
   * @param sent the state that the other side has
   */
  static int write(WireWriter out, SessionState state, @Nullable SessionState sent) {
    int flags =
        (state.transactionStatus() == TransactionStatus.ACTIVE ? ACTIVE : 0)
            | (state.autoCommit() ? AUTO_COMMIT : 0)
            | (state.readOnly() ? READ_ONLY : 0)
            | code(state.isolation()) << ISOLATION_SHIFT;
    if (sent == null || !sent.schema().equals(state.schema())) {
      flags |= SCHEMA;
      out.text(state.schema());
    }
    TransactionToken token = state.token();
    if (token != null && isChanged(token, sent == null ? null : sent.token())) {
      flags |= TOKEN;
      token(out, token);
    }
    List<Notice> notices = state.notices();
    if (!notices.isEmpty()) {
      flags |= NOTICES;
      out.var(notices.size());
      for (Notice notice : notices) {
        sqlState(out, notice.sqlState());
        out.text(notice.message());
      }
    }
    StateExtension.write(out, state, sent);
    return flags;
  }

  /** Whether the token must be sent to a client that has another one. */
  static boolean isChanged(TransactionToken token, @Nullable TransactionToken sent) {
    return sent == null
        || token.number() != sent.number()
        || token.boot() != sent.boot()
        || token.position() - sent.position() >= POSITIONS_MAX;
  }

  /** The state that a client has after a state was sent: unchanged tokens were not sent. */
  @SuppressWarnings("ReferenceEquality") // whether it is the shared constant
  static SessionState sentState(SessionState state, SessionState before) {
    TransactionToken token = state.token();
    TransactionToken known = before.token();
    boolean tokenSent =
        token == null ? known == null : isChanged(token, known) || token.equals(known);
    Topology topology = state.topology() != null ? state.topology() : before.topology();
    long position = state.position() != 0 ? state.position() : before.position();
    String zone = state.timeZone() != null ? state.timeZone() : before.timeZone();
    if (tokenSent
        && topology == state.topology()
        && position == state.position()
        && zone == state.timeZone()) {
      return state;
    }
    return new SessionState(
        state.transactionStatus(),
        state.autoCommit(),
        state.readOnly(),
        state.isolation(),
        state.schema(),
        tokenSent ? token : known,
        state.notices(),
        topology,
        position,
        zone);
  }

  static SessionState read(WireReader in, @Nullable SessionState known) {
    int flags = in.flags();
    if (known != null
        && in.left() == 0
        && flags == (flags & SCALARS)
        && known.notices().isEmpty()
        && same(known, flags)) {
      return known;
    }
    String schema = known == null ? null : known.schema();
    if ((flags & SCHEMA) != 0) {
      schema = in.text();
    }
    if (schema == null) {
      throw new WireException("session without a schema");
    }
    TransactionToken token = known == null ? null : known.token();
    if ((flags & TOKEN) != 0) {
      token = token(in);
    }
    Isolation isolation = isolation(flags >> ISOLATION_SHIFT & ISOLATION_MASK);
    List<Notice> notices = (flags & NOTICES) != 0 ? notices(in) : List.of();
    StateExtension news = StateExtension.read(in, known);
    return new SessionState(
        (flags & ACTIVE) != 0 ? TransactionStatus.ACTIVE : TransactionStatus.IDLE,
        (flags & AUTO_COMMIT) != 0,
        (flags & READ_ONLY) != 0,
        isolation,
        schema,
        token,
        notices,
        news.topology(),
        news.position(),
        news.timeZone());
  }

  private static boolean same(SessionState known, int flags) {
    return (known.transactionStatus() == TransactionStatus.ACTIVE) == ((flags & ACTIVE) != 0)
        && known.autoCommit() == ((flags & AUTO_COMMIT) != 0)
        && known.readOnly() == ((flags & READ_ONLY) != 0)
        && code(known.isolation()) == (flags >> ISOLATION_SHIFT & ISOLATION_MASK);
  }

  private static List<Notice> notices(WireReader in) {
    Notice[] notices = new Notice[in.count(SQL_STATE_BYTES + 1)];
    for (int i = 0; i < notices.length; i++) {
      notices[i] = new Notice(sqlState(in), in.text());
    }
    return List.of(notices);
  }

  static void token(WireWriter out, TransactionToken token) {
    out.i64(token.boot());
    out.i64(token.number());
    out.i64(token.position());
  }

  static TransactionToken token(WireReader in) {
    return new TransactionToken(in.i64(), in.i64(), in.i64());
  }

  /** Five digits or capital letters. */
  static void sqlState(WireWriter out, String code) {
    if (code.length() != SQL_STATE_BYTES) {
      throw new IllegalArgumentException("an SQLSTATE of " + code.length() + " characters");
    }
    for (int i = 0; i < SQL_STATE_BYTES; i++) {
      out.u8(code.charAt(i));
    }
  }

  static String sqlState(WireReader in) {
    char[] code = new char[SQL_STATE_BYTES];
    for (int i = 0; i < SQL_STATE_BYTES; i++) {
      int c = in.u8();
      if ((c < '0' || c > '9') && (c < 'A' || c > 'Z')) {
        throw new WireException("invalid SQLSTATE");
      }
      code[i] = (char) c;
    }
    return new String(code);
  }
}
