package io.mosql.core.wire;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.CommitOutcome;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.ParameterInfo;
import io.mosql.core.session.Session;
import io.mosql.core.session.Session.Isolation;
import io.mosql.core.session.Session.Notice;
import io.mosql.core.session.Session.TransactionStatus;
import io.mosql.core.session.StatementKind;
import io.mosql.core.session.Topology;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.type.Interval;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** At least one message of every kind, as recorded in the golden file. */
final class Letters {
  static final SessionState IDLE =
      new SessionState(
          TransactionStatus.IDLE,
          true,
          false,
          Isolation.SERIALIZABLE,
          "public",
          new TransactionToken(1, 2, 3),
          List.of());

  private static final SessionState ACTIVE =
      new SessionState(
          TransactionStatus.ACTIVE,
          false,
          true,
          Isolation.REPEATABLE_READ,
          "shop",
          new TransactionToken(1, 0x1234_5678_9ABCL, 5_000),
          List.of(new Notice("01000", "look here")));

  private static final SessionState CLUSTERED = in(7, "n1", 5_001);

  private static final SessionState LEADERLESS = in(8, null, 5_002);

  private static final byte[] KEY = new byte[CancelRequest.KEY_BYTES];

  static {
    for (int i = 0; i < KEY.length; i++) {
      KEY[i] = (byte) (0xF0 + i);
    }
  }

  private Letters() {}

  private static SessionState in(long term, @Nullable String leader, long position) {
    return new SessionState(
        TransactionStatus.IDLE,
        true,
        false,
        Isolation.SERIALIZABLE,
        "public",
        new TransactionToken(1, 2, 3),
        List.of(),
        new Topology(
            "n2",
            leader,
            term,
            List.of(
                new Topology.NodeAddress("n1", "db1.example.com", 7433, true),
                new Topology.NodeAddress("n2", "::1", 65_535, false))),
        position,
        null);
  }

  private static SessionState zoned(String zone) {
    return new SessionState(
        TransactionStatus.IDLE,
        true,
        false,
        Isolation.SERIALIZABLE,
        "public",
        new TransactionToken(1, 2, 3),
        List.of(),
        null,
        0,
        zone);
  }

  static Map<String, Letter> all() {
    Map<String, Letter> letters = new LinkedHashMap<>();
    logins(letters);
    requests(letters);
    answers(letters);
    return letters;
  }

  private static void logins(Map<String, Letter> letters) {
    letters.put(
        "preface of a client that wants TLS",
        new Letter.FromClient(new ClientPreface(1, 0, true, ClientPreface.Kind.SESSION)));
    letters.put(
        "preface of a client that cancels",
        new Letter.FromClient(new ClientPreface(1, 0, false, ClientPreface.Kind.CANCEL)));
    letters.put(
        "preface of a server with TLS",
        new Letter.FromServer(new ServerPreface(1, 0, true, true, ServerPreface.Reason.WELCOME)));
    letters.put(
        "preface of a full server",
        new Letter.FromServer(
            new ServerPreface(1, 0, false, false, ServerPreface.Reason.TOO_MANY_CONNECTIONS)));
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("currentSchema", "shop");
    properties.put("ApplicationName", "caf\u00E9");
    letters.put(
        "hello",
        new Letter.Login(
            new LoginRequest.Hello(
                "ann",
                "mosql",
                properties,
                LoginRequest.SCRAM,
                "n,,n=,r=fyko+d2lbbFgONRv9qkxdawL")));
    letters.put("proof", new Letter.Login(new LoginRequest.Proof("c=biws,r=fyko,p=dHzbZapWIk4=")));
    letters.put(
        "challenge",
        new Letter.LoginAnswer(new LoginResponse.Challenge("r=fyko,s=QSXCR+Q6sek8bf92,i=4096")));
    letters.put(
        "welcome",
        new Letter.LoginAnswer(
            new LoginResponse.Welcome(
                77,
                KEY,
                "v=rmF9pqV8S7suAoZWja4dJRkFsKQ=",
                64 * 1024 * 1024,
                new Session.DatabaseInfo("MoSQL", "0.1.0", "mosql", "ann"),
                IDLE)));
    letters.put(
        "refused",
        new Letter.LoginAnswer(new LoginResponse.Refused("28P01", "wrong user or password")));
    letters.put(
        "hello of a client that has seen something",
        new Letter.Login(
            new LoginRequest.Hello(
                "ann", "mosql", Map.of(), LoginRequest.SCRAM, "n,,n=,r=fyko", 5_001)));
    letters.put(
        "welcome in a cluster",
        new Letter.LoginAnswer(
            new LoginResponse.Welcome(
                78,
                KEY,
                "v=rmF9pqV8S7suAoZWja4dJRkFsKQ=",
                64 * 1024 * 1024,
                new Session.DatabaseInfo("MoSQL", "0.1.0", "mosql", "ann"),
                CLUSTERED)));
    letters.put(
        "refused, for another node leads",
        new Letter.LoginAnswer(
            new LoginResponse.Refused("57P05", "n1 leads", CLUSTERED.topology())));
    letters.put("cancel", new Letter.Cancel(new CancelRequest(77, KEY)));
  }

  private static void requests(Map<String, Letter> letters) {
    asked(letters, "prepare", new Request.Prepare(7, "select 1", List.of()));
    asked(
        letters,
        "prepare with types",
        new Request.Prepare(
            8, "select ?, ?", Arrays.asList(null, SqlType.decimal(12, 2), SqlType.varchar(10))));
    asked(
        letters,
        "point select",
        new Request.Execute(
            7, 9, new Object[] {42}, ExecutionOptions.DEFAULT, Request.Expectation.ROWS, 0));
    asked(
        letters,
        "execute with options",
        new Request.Execute(
            7,
            9,
            new Object[0],
            new ExecutionOptions(100, 30_000, List.of("id", "made")),
            Request.Expectation.COUNT,
            500));
    asked(
        letters,
        "execute with every kind of parameter",
        new Request.Execute(
            -1,
            Integer.MAX_VALUE,
            everyParameter(),
            new ExecutionOptions(0, 0, List.of()),
            Request.Expectation.ANYTHING,
            0));
    asked(
        letters,
        "execute with moments and a UUID",
        new Request.Execute(
            7,
            9,
            new Object[] {
              OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 6_000, ZoneOffset.UTC),
              OffsetDateTime.MAX,
              new UUID(0x0011_2233_4455_6677L, 0x8899_AABB_CCDD_EEFFL)
            },
            ExecutionOptions.DEFAULT,
            Request.Expectation.ROWS,
            0));
    asked(
        letters,
        "batch",
        new Request.ExecuteBatch(
            7, List.of(new Object[] {1, "a"}, new Object[] {2, null}), ExecutionOptions.DEFAULT));
    asked(letters, "fetch", new Request.Fetch(9, 1_000));
    asked(letters, "close cursor", new Request.CloseCursor(9));
    asked(letters, "close statement", new Request.CloseStatement(7));
    asked(letters, "manual commit", new Request.SetAutoCommit(false));
    letters.put("commit unless that failed", new Letter.Asked(new Request.Commit(), true));
    asked(letters, "rollback", new Request.Rollback());
    asked(letters, "savepoint", new Request.Savepoint("here"));
    asked(letters, "rollback to savepoint", new Request.RollbackTo("here"));
    asked(letters, "release savepoint", new Request.Release("here"));
    asked(letters, "isolation", new Request.SetIsolation(Isolation.READ_COMMITTED));
    asked(letters, "read only", new Request.SetReadOnly(true));
    asked(letters, "schema", new Request.SetSchema("\u00DCbung"));
    asked(letters, "ping", new Request.Ping());
    asked(letters, "ask for a fate", new Request.QueryOutcome(new TransactionToken(-1, 2, 3)));
    asked(letters, "terminate", new Request.Terminate());
    asked(
        letters,
        "first piece of a large object",
        new Request.WriteLargeObject(true, true, false, new byte[] {'a', 'b'}));
    asked(
        letters,
        "last piece of a large object",
        new Request.WriteLargeObject(true, false, true, new byte[] {'c'}));
    asked(letters, "read a large object", new Request.ReadLargeObject(OBJECT, 1, 1_000));
    asked(
        letters,
        "execute with a large object",
        new Request.Execute(
            7, 9, new Object[] {OBJECT}, ExecutionOptions.DEFAULT, Request.Expectation.COUNT, 0));
  }

  private static final LargeObject OBJECT = new LargeObject(true, 3, 3, 258, 0x0102, -1, null);

  private static void asked(Map<String, Letter> letters, String name, Request request) {
    letters.put(name, new Letter.Asked(request, false));
  }

  static @Nullable Object[] everyParameter() {
    return new @Nullable Object[] {
      null,
      true,
      false,
      -2,
      Long.MIN_VALUE,
      new BigDecimal("-1234.50"),
      new BigDecimal("123456789012345678901234567890E5"),
      1.5f,
      -0.1,
      "na\u00EFve \uD83D\uDE00",
      new byte[] {0, (byte) 0xFF},
      LocalDate.of(1969, 7, 20),
      LocalTime.of(23, 59, 59, 999_999_999),
      LocalDateTime.of(2026, 1, 2, 3, 4, 5, 6_000)
    };
  }

  static List<ColumnInfo> everyColumn() {
    List<ColumnInfo> columns = new ArrayList<>();
    for (TypeKind kind : TypeKind.values()) {
      SqlType type =
          switch (kind) {
            case DECIMAL -> SqlType.decimal(12, 2);
            case CHAR -> SqlType.charOf(3);
            case VARCHAR -> SqlType.varchar(20);
            case ARRAY -> SqlType.arrayOf(SqlType.TEXT);
            default -> SqlType.of(kind);
          };
      columns.add(new ColumnInfo("c" + kind, type, true, false, "", "", ""));
    }
    return List.copyOf(columns);
  }

  private static @Nullable Object[] everyValue() {
    return new @Nullable Object[] {
      true,
      -7,
      42,
      1L << 40,
      new BigDecimal("12.34"),
      1.5f,
      -2.25,
      "abc",
      "text",
      "\u20AC",
      new byte[] {1, 2, 3},
      -165,
      86_399_999_999L,
      -1L,
      new UUID(0x0011_2233_4455_6677L, 0x8899_AABB_CCDD_EEFFL),
      1L,
      new Interval(14, -3, 3_600_000_001L),
      Jsonb.parse("{\"aa\": [1.50, null], \"b\": \"\u20AC\"}"),
      new BigDecimal("0.00000000000000000000000000000000000000120"),
      SqlArray.of(SqlType.TEXT, Arrays.asList("a", null, "\u20AC")),
      new byte[] {4, 5},
      "short"
    };
  }

  private static void answers(Map<String, Letter> letters) {
    ColumnInfo id = new ColumnInfo("Id", SqlType.INTEGER, false, true, "shop", "orders", "id");
    List<ColumnInfo> known = List.of(id);
    answer(
        letters,
        "prepared",
        new Response.Prepared(true, known, List.of(new ParameterInfo(SqlType.BIGINT, true))));
    answer(
        letters,
        "prepared, and nothing to execute",
        new Response.Prepared(
            true,
            List.of(),
            List.of(),
            new Response.Failed("42P01", "table \"x\" does not exist", 15, null, false),
            StatementKind.UNKNOWN,
            ""));
    answer(
        letters,
        "prepared, with its kind",
        new Response.Prepared(
            false, List.of(), List.of(), null, StatementKind.SESSION, "lock_timeout"));
    letters.put(
        "answer to a point select",
        new Letter.Answer(
            new Response.Rows(null, List.<Object[]>of(new Object[] {42}), true),
            known,
            IDLE,
            IDLE));
    List<ColumnInfo> columns = everyColumn();
    letters.put(
        "rows of every type, and more to come",
        new Letter.Answer(
            new Response.Rows(
                columns, List.of(everyValue(), new @Nullable Object[columns.size()]), false),
            known,
            IDLE,
            IDLE));
    answer(letters, "updated", new Response.Updated(1, List.of(), List.of()));
    answer(
        letters,
        "updated, with keys",
        new Response.Updated(2, known, List.<Object[]>of(new Object[] {1}, new Object[] {2})));
    answer(letters, "batch done", new Response.BatchDone(new long[] {1, 0, 300}));
    letters.put(
        "done, and much has changed", new Letter.Answer(new Response.Done(), null, IDLE, ACTIVE));
    letters.put(
        "done, and changed back", new Letter.Answer(new Response.Done(), null, ACTIVE, IDLE));
    letters.put(
        "done, and the position advanced",
        new Letter.Answer(new Response.Done(), null, CLUSTERED, in(7, "n1", 5_009)));
    letters.put(
        "done, and the leader is gone",
        new Letter.Answer(new Response.Done(), null, CLUSTERED, LEADERLESS));
    letters.put(
        "done, and nothing is new in the cluster",
        new Letter.Answer(new Response.Done(), null, CLUSTERED, CLUSTERED));
    letters.put(
        "done, and the time zone is another one",
        new Letter.Answer(
            new Response.Done(), null, zoned("Europe/Berlin"), zoned("Asia/Kolkata")));
    letters.put(
        "done, and the time zone is the same",
        new Letter.Answer(new Response.Done(), null, zoned("UTC"), zoned("UTC")));
    answer(letters, "fate with a count", new Response.OutcomeReport(CommitOutcome.COMMITTED, 300));
    for (CommitOutcome fate : CommitOutcome.values()) {
      answer(letters, "fate " + fate, new Response.OutcomeReport(fate));
    }
    answer(
        letters,
        "failed",
        new Response.Failed("42601", "syntax error at \"selct\"", 1, null, false));
    answer(
        letters,
        "batch failed",
        new Response.Failed("23505", "duplicate key", 0, new long[] {1, 1}, false));
    answer(
        letters,
        "going away",
        new Response.Failed("57P01", "the server is going away", 0, null, true));
    answer(letters, "skipped", new Response.Skipped());
    answer(letters, "large object created", new Response.LargeObjectCreated(OBJECT));
    answer(letters, "piece of a large object", new Response.Piece(new byte[] {'b', 'c'}));
    List<ColumnInfo> large =
        List.of(
            new ColumnInfo("b", SqlType.BLOB, true, false, "", "t", "b"),
            new ColumnInfo("c", SqlType.CLOB, true, false, "", "t", "c"));
    answer(
        letters,
        "rows with large objects and short values of their types",
        new Response.Rows(
            large,
            List.of(new Object[] {new byte[] {1}, OBJECT}, new Object[] {null, "short"}),
            true));
  }

  private static void answer(Map<String, Letter> letters, String name, Response response) {
    letters.put(name, new Letter.Answer(response, null, IDLE, IDLE));
  }
}
