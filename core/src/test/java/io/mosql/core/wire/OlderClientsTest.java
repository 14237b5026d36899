package io.mosql.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ParameterInfo;
import io.mosql.core.type.Collation;
import io.mosql.core.type.Interval;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Values of types from 1.2 and 1.3 as sent to older clients. */
final class OlderClientsTest {
  private static final UUID VALUE = UUID.fromString("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");
  private static final List<ColumnInfo> COLUMNS =
      List.of(
          new ColumnInfo("id", SqlType.UUID, false, false, "public", "t", "id"),
          new ColumnInfo("n", SqlType.INTEGER, true, false, "public", "t", "n"));

  @Test
  void newTypesAreTextToThem() {
    Response read =
        encoded(new Response.Rows(COLUMNS, List.<Object[]>of(new Object[] {VALUE, 7}), true));
    Response.Rows rows = (Response.Rows) read;
    List<ColumnInfo> columns = Objects.requireNonNull(rows.columns());
    assertThat(columns.get(0).type()).isEqualTo(SqlType.TEXT);
    assertThat(columns.get(0).table()).isEqualTo("t");
    assertThat(columns.get(1)).isEqualTo(COLUMNS.get(1));
    assertThat(rows.rows().get(0)).containsExactly(VALUE.toString(), 7);
  }

  @Test
  void parametersToo() {
    Response read =
        encoded(
            new Response.Prepared(
                true,
                COLUMNS,
                List.of(
                    new ParameterInfo(SqlType.UUID, true),
                    new ParameterInfo(SqlType.BIGINT, true))));
    Response.Prepared prepared = (Response.Prepared) read;
    assertThat(prepared.columns().get(0).type().kind()).isEqualTo(TypeKind.TEXT);
    assertThat(prepared.parameters())
        .containsExactly(
            new ParameterInfo(SqlType.TEXT, true), new ParameterInfo(SqlType.BIGINT, true));
  }

  @Test
  void generatedKeysToo() {
    Response read =
        encoded(new Response.Updated(1, COLUMNS, List.<Object[]>of(new Object[] {VALUE, 7})));
    assertThat(((Response.Updated) read).generatedKeys().get(0))
        .containsExactly(VALUE.toString(), 7);
  }

  @Test
  void intervalsAreTextToThoseOfVersionTwo() {
    List<ColumnInfo> columns =
        List.of(
            new ColumnInfo("i", SqlType.INTERVAL, true, false, "", "", ""),
            new ColumnInfo("u", SqlType.UUID, true, false, "", "", ""));
    Response read =
        encoded(
            new Response.Rows(
                columns, List.<Object[]>of(new Object[] {Interval.parse("1 day 5"), VALUE}), true),
            columns,
            ClientPreface.MINOR_OF_NEW_TYPES);
    Response.Rows rows = (Response.Rows) read;
    assertThat(Objects.requireNonNull(rows.columns()))
        .extracting(ColumnInfo::type)
        .containsExactly(SqlType.TEXT, SqlType.UUID);
    assertThat(rows.rows().get(0)).containsExactly("1 day 00:00:05", VALUE);
  }

  /** An older server supports a moment and a UUID as the text that was always sent. */
  @Test
  void parametersOfNewTypesAreText() {
    WireWriter out = new WireWriter();
    Object[] tuple = {VALUE, OffsetDateTime.parse("2026-01-02T03:04:05Z"), OffsetDateTime.MIN};
    out.beginFrame(Frames.EXECUTE);
    ParameterCodec.write(out, tuple, ClientPreface.MINOR_OF_KINDS);
    out.endFrame(0);
    assertThat(ParameterCodec.read(frame(out)))
        .containsExactly(VALUE.toString(), "2026-01-02T03:04:05Z", "-infinity");
    WireWriter newer = new WireWriter();
    newer.beginFrame(Frames.EXECUTE);
    ParameterCodec.write(newer, tuple, ClientPreface.MINOR);
    newer.endFrame(0);
    assertThat(ParameterCodec.read(frame(newer))).containsExactly(tuple);
  }

  @Test
  void jsonbIsTextToThoseOfVersionFive() {
    List<ColumnInfo> columns = List.of(new ColumnInfo("j", SqlType.JSONB, true, false, "", "", ""));
    Jsonb value = Jsonb.parse("{\"b\":1,\"a\":[]}");
    Response.Rows older =
        (Response.Rows)
            encoded(
                new Response.Rows(columns, List.<Object[]>of(new Object[] {value}), true),
                columns,
                ClientPreface.MINOR_OF_KINDS);
    assertThat(Objects.requireNonNull(older.columns()))
        .extracting(ColumnInfo::type)
        .containsExactly(SqlType.TEXT);
    assertThat(older.rows().get(0)).containsExactly("{\"a\": [], \"b\": 1}");
    Response.Rows same =
        (Response.Rows)
            encoded(
                new Response.Rows(columns, List.<Object[]>of(new Object[] {value}), true),
                columns,
                ClientPreface.MINOR);
    assertThat(same.rows().get(0)).containsExactly(value);
  }

  @Test
  void numericIsTextToThoseOfVersionSix() {
    List<ColumnInfo> columns =
        List.of(new ColumnInfo("n", SqlType.NUMERIC, true, false, "", "", ""));
    Response rows =
        new Response.Rows(columns, List.<Object[]>of(new Object[] {new BigDecimal("1.50")}), true);
    Response.Rows older = (Response.Rows) encoded(rows, columns, ClientPreface.MINOR_OF_JSONB);
    assertThat(Objects.requireNonNull(older.columns()))
        .extracting(ColumnInfo::type)
        .containsExactly(SqlType.TEXT);
    assertThat(older.rows().get(0)).containsExactly("1.50");
    Response.Rows same = (Response.Rows) encoded(rows, columns, ClientPreface.MINOR);
    assertThat(same.rows().get(0)).containsExactly(new BigDecimal("1.50"));
  }

  @Test
  void arraysAreTextToThoseOfVersionSeven() {
    SqlType type = SqlType.arrayOf(SqlType.INTEGER);
    List<ColumnInfo> columns = List.of(new ColumnInfo("a", type, true, false, "", "", ""));
    SqlArray value = SqlArray.of(SqlType.INTEGER, Arrays.asList(1, null, 3));
    Response rows = new Response.Rows(columns, List.<Object[]>of(new Object[] {value}), true);
    Response.Rows older = (Response.Rows) encoded(rows, columns, ClientPreface.MINOR_OF_NUMERIC);
    assertThat(Objects.requireNonNull(older.columns()))
        .extracting(ColumnInfo::type)
        .containsExactly(SqlType.TEXT);
    assertThat(older.rows().get(0)).containsExactly("{1,NULL,3}");
    Response.Rows same = (Response.Rows) encoded(rows, columns, ClientPreface.MINOR);
    assertThat(same.rows().get(0)).containsExactly(value);
    assertThat(Objects.requireNonNull(same.columns()))
        .extracting(ColumnInfo::type)
        .containsExactly(type);
    for (int minor : new int[] {ClientPreface.MINOR_OF_NUMERIC, ClientPreface.MINOR}) {
      WireWriter out = new WireWriter();
      out.beginFrame(Frames.EXECUTE);
      ParameterCodec.write(out, new Object[] {value}, minor);
      out.endFrame(0);
      assertThat(ParameterCodec.read(frame(out)))
          .containsExactly(minor == ClientPreface.MINOR ? value : "{1,NULL,3}");
    }
  }

  @Test
  void collationsOfColumnsComeBackAndStandInBitsThatOlderClientsSkip() {
    List<ColumnInfo> columns =
        List.of(
            new ColumnInfo(
                "c", SqlType.TEXT.withCollation(Collation.NOCASE), true, false, "", "", ""));
    Response.Rows rows =
        (Response.Rows)
            encoded(
                new Response.Rows(columns, List.<Object[]>of(new Object[] {"x"}), true),
                columns,
                ClientPreface.MINOR);
    assertThat(rows.columns()).isEqualTo(columns);
  }

  private static Response encoded(Response response) {
    return encoded(response, COLUMNS, ClientPreface.MINOR_OF_CLUSTERS);
  }

  private static Response encoded(Response response, List<ColumnInfo> columns, int minor) {
    WireWriter out = new WireWriter();
    new ResponseWriter(Letters.IDLE, minor).write(out, response, columns, Letters.IDLE);
    return new ResponseReader(Letters.IDLE).read(frame(out), columns);
  }

  private static WireReader frame(WireWriter out) {
    byte[] bytes = Arrays.copyOf(out.array(), out.length());
    return new WireReader().frame(bytes, Frames.LENGTH_BYTES, bytes.length - Frames.LENGTH_BYTES);
  }
}
