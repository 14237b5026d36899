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
import io.mosql.core.type.IntervalFields;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Random messages with arbitrary valid contents. */
final class RandomLetters {
  private static final long DAY_NANOS = 86_400_000_000_000L;
  private final Random random;

  RandomLetters(long seed) {
    random = new Random(seed);
  }

  private <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private <T> List<T> some(int max, Supplier<T> each) {
    List<T> list = new ArrayList<>();
    for (int left = random.nextInt(max + 1); left > 0; left--) {
      list.add(each.get());
    }
    return list;
  }

  private String text() {
    int length = random.nextInt(20) == 0 ? random.nextInt(5_000) : random.nextInt(12);
    boolean ascii = random.nextBoolean();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(ascii ? random.nextInt(0x80) : character());
    }
    return text.toString();
  }

  /** Any character except an unpaired surrogate, including the replacement character. */
  private int character() {
    int c = one(List.of(random.nextInt(0x800), random.nextInt(0x10FFFF), 0xFFFD, 0x20AC));
    return Character.isDefined(c) && (c < 0xD800 || c > 0xDFFF) ? c : 'x';
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(30)];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Types of elements of which all random values are values. */
  private static final List<SqlType> ELEMENTS =
      List.of(
          SqlType.BOOLEAN,
          SqlType.INTEGER,
          SqlType.TEXT,
          SqlType.of(TypeKind.VARBINARY),
          SqlType.UUID,
          SqlType.INTERVAL,
          SqlType.JSONB,
          SqlType.TIMESTAMPTZ);

  private SqlType type() {
    TypeKind kind = one(List.of(TypeKind.values()));
    int precision = 1 + random.nextInt(38);
    if (kind == TypeKind.INTERVAL) {
      return SqlType.interval(one(List.of(IntervalFields.values())), random.nextInt(8) - 1);
    }
    if (kind == TypeKind.ARRAY) {
      return SqlType.arrayOf(one(ELEMENTS));
    }
    if (kind == TypeKind.TIME || kind == TypeKind.TIMESTAMP || kind == TypeKind.TIMESTAMPTZ) {
      return new SqlType(kind, random.nextInt(8) - 1, 0);
    }
    return kind == TypeKind.DECIMAL
        ? SqlType.decimal(precision, random.nextInt(precision + 1))
        : new SqlType(kind, random.nextBoolean() ? precision : SqlType.UNBOUNDED, 0);
  }

  private BigDecimal decimal() {
    return new BigDecimal(
        new BigInteger(random.nextInt(random.nextBoolean() ? 65 : 400), random)
            .multiply(BigInteger.valueOf(random.nextInt(3) - 1)),
        random.nextInt(200) - 100);
  }

  private LocalDate date() {
    return LocalDate.ofEpochDay(random.nextInt(4_000_000) - 2_000_000);
  }

  private LocalTime time() {
    return LocalTime.ofNanoOfDay((long) (random.nextDouble() * DAY_NANOS));
  }

  private @Nullable Object parameter() {
    return switch (random.nextInt(15)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> random.nextInt();
      case 3 -> random.nextLong();
      case 4 -> decimal();
      case 5 -> random.nextFloat();
      case 6 -> random.nextGaussian();
      case 7 -> bytes();
      case 8 -> date();
      case 9 -> time();
      case 10 -> LocalDateTime.of(date(), time());
      case 11 -> LocalDateTime.of(date(), time()).atOffset(ZoneOffset.UTC);
      case 12 -> new UUID(random.nextLong(), random.nextLong());
      case 13 -> largeObject(random.nextBoolean());
      default -> text();
    };
  }

  private @Nullable Object[] tuple() {
    return some(6, this::parameter).toArray();
  }

  private ExecutionOptions options() {
    return random.nextBoolean()
        ? ExecutionOptions.DEFAULT
        : new ExecutionOptions(
            random.nextInt(3),
            random.nextBoolean() ? Long.MAX_VALUE : 0,
            random.nextBoolean() ? some(3, this::text) : null);
  }

  private TransactionToken token() {
    return new TransactionToken(random.nextLong(), random.nextLong(), random.nextLong());
  }

  private Request request() {
    return switch (random.nextInt(20)) {
      case 0 -> new Request.Prepare(random.nextInt(), text(), some(4, this::typeOrNull));
      case 1 -> new Request.Fetch(random.nextInt(), random.nextInt(1_000));
      case 2 -> new Request.CloseCursor(random.nextInt());
      case 3 -> new Request.CloseStatement(random.nextInt());
      case 4 -> new Request.ExecuteBatch(random.nextInt(), some(5, this::tuple), options());
      case 5 -> new Request.SetAutoCommit(random.nextBoolean());
      case 6 -> new Request.Commit();
      case 7 -> new Request.Rollback();
      case 8 -> new Request.Savepoint(text());
      case 9 -> new Request.RollbackTo(text());
      case 10 -> new Request.Release(text());
      case 11 -> new Request.SetIsolation(one(List.of(Isolation.values())));
      case 12 -> new Request.SetReadOnly(random.nextBoolean());
      case 13 -> new Request.SetSchema(text());
      case 14 -> new Request.Ping();
      case 15 -> new Request.QueryOutcome(token());
      case 16 -> new Request.Terminate();
      case 17 ->
          new Request.WriteLargeObject(
              random.nextBoolean(), random.nextBoolean(), random.nextBoolean(), bytes());
      case 18 ->
          new Request.ReadLargeObject(
              largeObject(random.nextBoolean()), random.nextInt(1_000), random.nextInt(1_000));
      default ->
          new Request.Execute(
              random.nextInt(),
              random.nextInt(),
              tuple(),
              options(),
              one(List.of(Request.Expectation.values())),
              random.nextInt(100));
    };
  }

  private @Nullable SqlType typeOrNull() {
    return random.nextInt(4) == 0 ? null : type();
  }

  private ColumnInfo column() {
    return new ColumnInfo(
        text(), type(), random.nextBoolean(), random.nextBoolean(), text(), text(), text());
  }

  private @Nullable Object value(SqlType type) {
    if (random.nextInt(5) == 0) {
      return null;
    }
    return switch (type.kind()) {
      case BOOLEAN -> random.nextBoolean();
      case SMALLINT, INTEGER, DATE -> random.nextInt();
      case BIGINT, TIMESTAMP, TIMESTAMPTZ -> random.nextLong();
      case DECIMAL, NUMERIC -> decimal();
      case REAL -> random.nextFloat();
      case DOUBLE -> random.nextGaussian();
      case CHAR, VARCHAR, TEXT -> text();
      case VARBINARY -> bytes();
      case UUID -> new UUID(random.nextLong(), random.nextLong());
      case INTERVAL -> new Interval(random.nextInt(), random.nextInt(), random.nextLong());
      case JSONB -> Jsonb.parse("{\"a\": [" + random.nextInt() + ", null]}");
      case TIME -> (long) random.nextInt(Integer.MAX_VALUE);
      case ARRAY -> array(type.elementType());
      case BLOB -> random.nextBoolean() ? bytes() : largeObject(false);
      case CLOB -> random.nextBoolean() ? text() : largeObject(true);
    };
  }

  private SqlArray array(SqlType element) {
    return SqlArray.of(element, some(4, () -> value(element)));
  }

  private LargeObject largeObject(boolean text) {
    int bytes = random.nextInt(Integer.MAX_VALUE);
    return new LargeObject(
        text,
        bytes,
        text ? bytes / 2 : bytes,
        random.nextLong(),
        random.nextLong(),
        random.nextLong(),
        null);
  }

  private List<@Nullable Object[]> rows(List<ColumnInfo> columns) {
    return columns.isEmpty()
        ? List.of()
        : some(
            random.nextInt(20) == 0 ? 500 : 4,
            () -> columns.stream().map(column -> value(column.type())).toArray());
  }

  private String sqlState() {
    return one(List.of("00000", "42601", "57P01", "XX000"));
  }

  private long[] counts() {
    return some(20, () -> (long) random.nextInt(300)).stream().mapToLong(i -> i).toArray();
  }

  private SessionState state() {
    return new SessionState(
        one(List.of(TransactionStatus.values())),
        random.nextBoolean(),
        random.nextBoolean(),
        one(List.of(Isolation.values())),
        one(List.of("public", text())),
        one(List.of(token(), new TransactionToken(1, 2, 3))),
        random.nextInt(3) == 0 ? some(3, () -> new Notice(sqlState(), text())) : List.of(),
        random.nextBoolean() ? topology() : null,
        random.nextInt(3) == 0 ? random.nextLong() : 0,
        random.nextInt(3) == 0 ? text() : null);
  }

  private Topology topology() {
    return new Topology(
        text(), random.nextBoolean() ? text() : null, random.nextLong(), some(3, this::place));
  }

  private Topology.NodeAddress place() {
    return new Topology.NodeAddress(
        text(), text(), 1 + random.nextInt(65_535), random.nextBoolean());
  }

  private Response.Failed failed() {
    return new Response.Failed(
        sqlState(),
        text(),
        random.nextInt(50),
        random.nextBoolean() ? counts() : null,
        random.nextBoolean());
  }

  private Letter answer() {
    List<ColumnInfo> known = some(10, this::column);
    List<ColumnInfo> news = some(3, this::column);
    Response response =
        switch (random.nextInt(9)) {
          case 0 ->
              new Response.Prepared(
                  random.nextBoolean(),
                  known,
                  some(4, () -> new ParameterInfo(type(), random.nextBoolean())),
                  random.nextBoolean() ? failed() : null,
                  one(List.of(StatementKind.values())),
                  "");
          case 1 -> new Response.Rows(null, rows(known), random.nextBoolean());
          case 2 -> new Response.Rows(news, rows(news), random.nextBoolean());
          case 3 -> new Response.Updated(random.nextInt(1_000), news, rows(news));
          case 4 -> new Response.BatchDone(counts());
          case 5 -> new Response.Done();
          case 6 ->
              random.nextBoolean()
                  ? new Response.OutcomeReport(one(List.of(CommitOutcome.values())))
                  : new Response.OutcomeReport(CommitOutcome.COMMITTED, random.nextInt(1_000));
          case 7 -> failed();
          default -> new Response.Skipped();
        };
    return new Letter.Answer(response, known, state(), state());
  }

  private Letter login() {
    byte[] key = new byte[CancelRequest.KEY_BYTES];
    random.nextBytes(key);
    Map<String, String> properties = new LinkedHashMap<>();
    some(5, this::text).forEach(name -> properties.put(name, text()));
    return switch (random.nextInt(6)) {
      case 0 ->
          new Letter.Login(
              new LoginRequest.Hello(
                  text(),
                  text(),
                  properties,
                  text(),
                  text(),
                  random.nextBoolean() ? random.nextLong() : 0));
      case 1 -> new Letter.Login(new LoginRequest.Proof(text()));
      case 2 -> new Letter.LoginAnswer(new LoginResponse.Challenge(text()));
      case 3 ->
          new Letter.LoginAnswer(
              new LoginResponse.Welcome(
                  random.nextLong(),
                  key,
                  text(),
                  random.nextInt(Integer.MAX_VALUE),
                  new Session.DatabaseInfo(text(), text(), text(), text()),
                  state()));
      case 4 ->
          new Letter.LoginAnswer(
              new LoginResponse.Refused(
                  sqlState(), text(), random.nextBoolean() ? topology() : null));
      default -> new Letter.Cancel(new CancelRequest(random.nextLong(), key));
    };
  }

  Letter next() {
    return switch (random.nextInt(5)) {
      case 0 -> login();
      case 1, 2 -> new Letter.Asked(request(), random.nextBoolean());
      default -> answer();
    };
  }
}
