package io.mosql.sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.Collation;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.storage.Sequences;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Tests that catalog rows survive encoding, keep their stored format, and are rejected when
 * damaged.
 */
final class CatalogCodecTest {
  private static final TableDef TABLE =
      new TableDef(
          104,
          "public",
          "tä",
          List.of(
              new ColumnDef(0, "a", SqlType.INTEGER, false, null, 107, false, null),
              new ColumnDef(
                  3, "b", SqlType.decimal(5, 2), true, "1.5", 0, false, new byte[] {4, 2, 7}),
              new ColumnDef(4, "c", SqlType.varchar(9), true, "''", 0, false, new byte[0]),
              new ColumnDef(5, "$rowid", SqlType.BIGINT, false, null, 108, true, null)),
          6,
          new IndexDef(105, "t_rowid", true, true, List.of(new KeyColumn(3, false))),
          List.of(
              new IndexDef(
                  106, "i", false, true, List.of(new KeyColumn(1, true), new KeyColumn(0, false))),
              new IndexDef(112, "j", false, false, List.of(new KeyColumn(0, false)), true)),
          List.of(new ForeignKeyDef(109, "f", List.of(0, 1), 90, 91)),
          List.of(new CheckDef(110, "k", "a > 0")),
          0x1_0000_0000_6fL,
          List.of());

  private static final SequenceDef SEQUENCE = SequenceDef.plain(7, "s", "q", 1, 2, 3);

  private static final HexFormat HEX = HexFormat.of();

  private static final String SEQUENCE_FIELDS =
      "0000000173" + "0000000171" + "%016x%016x%016x".formatted(1, 2, 3);

  private static final String TABLE_FIELDS =
      "000000067075626c69630000000374c3a40000000400000000000000016100000007494e544547"
          + "4552ffffffff0000000000ffffffff000000000000006b00ffffffff000000030000000162000000"
          + "07444543494d414c00000005000000020100000003312e3500000000000000000000000003040207"
          + "00000004000000016300000007564152434841520000000900000000010000000227270000000000"
          + "0000000000000000000000050000000624726f77696400000006424947494e54ffffffff00000000"
          + "00ffffffff000000000000006c01ffffffff00000006000000000000006900000007745f726f7769"
          + "640101000000010000000300%s"
          + "00000001000000000000006d0000000166000000020000000000000001000000000000"
          + "005a000000000000005b00000001000000000000006e000000016b0000000561203e2030";

  private static final String INDEX = "000000000000006a000000016900010000000200000001010000000000";
  private static final String BUILDING = "0000000000000070000000016a0000000000010000000000";
  private static final String FIRST_FIELDS = TABLE_FIELDS.formatted("00000001" + INDEX);

  @Test
  void commentsAndSettingsComeBackAsTheyWere() {
    CommentTarget on = CommentTarget.index(104, "i ä");
    assertThat(CatalogCodec.commented(CatalogCodec.commentKey(on))).isEqualTo(on);
    assertThat(CatalogCodec.kind(CatalogCodec.commentKey(on))).isEqualTo(CatalogCodec.COMMENT);
    assertThat(CatalogCodec.id(CatalogCodec.commentKey(on))).isEqualTo(104);
    byte[] comment = CatalogCodec.encodeComment("it's");
    assertThat(HEX.formatHex(comment)).isEqualTo("030000000469742773");
    assertThat(CatalogCodec.decodeComment(comment)).isEqualTo("it's");
    SettingDef setting = new SettingDef(7, "n", "v", "b", 9);
    byte[] bytes = CatalogCodec.encode(setting);
    assertThat(HEX.formatHex(bytes))
        .isEqualTo("03" + "000000016e" + "0000000176" + "0000000162" + "%016x".formatted(9));
    assertThat(CatalogCodec.decodeSetting(7, bytes)).isEqualTo(setting);
    assertThat(CatalogCodec.kind(CatalogCodec.settingKey(7))).isEqualTo(CatalogCodec.SETTING);
  }

  @Test
  void tablesWithFeaturesComeBackAsTheyWere() {
    ForeignKeyDef key = TABLE.foreignKeys().get(0);
    TableDef acting =
        TABLE.withForeignKeys(
            List.of(
                key.withActions(KeyAction.CASCADE, KeyAction.NO_ACTION),
                new ForeignKeyDef(111, "g", List.of(1), 90, 92)
                    .withActions(KeyAction.SET_DEFAULT, KeyAction.SET_NULL)));
    List<ColumnDef> columns = new java.util.ArrayList<>(acting.columns());
    columns.set(0, columns.get(0).withAlways(true));
    columns.set(1, columns.get(1).withGenerated("a * 2"));
    acting = acting.withColumns(columns);
    byte[] bytes = CatalogCodec.encode(acting);
    assertThat(bytes[0]).isEqualTo((byte) 4);
    assertThat(CatalogCodec.decodeTable(104, bytes)).usingRecursiveComparison().isEqualTo(acting);
    assertThatThrownBy(() -> CatalogCodec.decodeTable(104, Arrays.copyOf(bytes, bytes.length - 1)))
        .isInstanceOf(MosqlException.class);
  }

  @Test
  void collationsComeBackAndThoseOfLaterReleasesAreRefused() {
    List<ColumnDef> columns = new java.util.ArrayList<>(TABLE.columns());
    SqlType nocase = SqlType.varchar(7).withCollation(Collation.NOCASE);
    columns.set(1, columns.get(1).withType(nocase));
    TableDef collated = TABLE.withColumns(columns);
    byte[] bytes = CatalogCodec.encode(collated);
    assertThat(CatalogCodec.decodeTable(104, bytes).columns().get(1).type()).isEqualTo(nocase);
    assertThat(HEX.formatHex(bytes))
        .endsWith(
            "00000001"
                + "00000008"
                + "0000000c"
                + "00000001"
                + "%08x".formatted(columns.get(1).ordinal())
                + "00000001");
    bytes[bytes.length - 1] = 2;
    assertThatThrownBy(() -> CatalogCodec.decodeTable(104, bytes))
        .isInstanceOf(MosqlException.class)
        .hasMessageContaining("newer release");
  }

  @Test
  void invertedIndexesComeBackAsTheyWere() {
    List<IndexDef> indexes = new java.util.ArrayList<>(TABLE.indexes());
    for (OperatorClass items : OperatorClass.values()) {
      int number = indexes.size();
      indexes.add(
          new IndexDef(
              113 + number,
              items.sql(),
              false,
              false,
              List.of(new KeyColumn(2, false)),
              false,
              new IndexDef.Extent(0, number % 2 - 1, items)));
    }
    TableDef table = TABLE.withIndexes(indexes);
    byte[] bytes = CatalogCodec.encode(table);
    assertThat(CatalogCodec.decodeTable(104, bytes)).usingRecursiveComparison().isEqualTo(table);
    // an operator class of a later release
    bytes[bytes.length - 1] = 99;
    assertThatThrownBy(() -> CatalogCodec.decodeTable(104, bytes))
        .isInstanceOf(MosqlException.class)
        .hasMessageContaining("newer release");
  }

  @Test
  void deferrableKeysComeBackAsTheyWere() {
    List<IndexDef> indexes = new java.util.ArrayList<>(TABLE.indexes());
    IndexDef plain = new IndexDef(113, "k", false, true, List.of(new KeyColumn(0, false)));
    for (Deferrability timing :
        List.of(Deferrability.INITIALLY_IMMEDIATE, Deferrability.INITIALLY_DEFERRED)) {
      long id = 113 + 2L * indexes.size();
      boolean primary = timing == Deferrability.INITIALLY_DEFERRED;
      indexes.add(plain.withId(id).withDeferrable(new DeferrableKey(id + 1, primary, timing)));
    }
    TableDef table = TABLE.withIndexes(indexes);
    byte[] bytes = CatalogCodec.encode(table);
    assertThat(CatalogCodec.decodeTable(104, bytes)).usingRecursiveComparison().isEqualTo(table);
    assertThat(table.primaryKey()).isEqualTo(indexes.get(indexes.size() - 1));
  }

  @Test
  void indexesOverExpressionsComeBackAsTheyWere() {
    List<ColumnDef> columns = new java.util.ArrayList<>(TABLE.columns());
    columns.add(ColumnDef.virtual(6, SqlType.TEXT, "lower(c)", List.of(4)));
    columns.add(ColumnDef.virtual(7, SqlType.BOOLEAN, "a > 0", List.of(0)));
    IndexDef over =
        new IndexDef(
            113,
            "k",
            false,
            false,
            List.of(new KeyColumn(4, true), new KeyColumn(2, false)),
            true,
            new IndexDef.Extent(1, 5, null));
    List<IndexDef> indexes = new java.util.ArrayList<>(TABLE.indexes());
    indexes.add(over);
    TableDef table = TABLE.withColumns(columns).withIndexes(indexes);
    byte[] bytes = CatalogCodec.encode(table);
    assertThat(bytes[0]).isEqualTo((byte) 4);
    assertThat(CatalogCodec.decodeTable(104, bytes)).usingRecursiveComparison().isEqualTo(table);
    assertThat(table.stored(4)).containsExactly(2);
    assertThat(table.stored(2)).containsExactly(2);
    // A filter without a column is rejected, since the index would have other rows.
    bytes[bytes.length - 1] = 99;
    assertThatThrownBy(() -> CatalogCodec.decodeTable(104, bytes))
        .isInstanceOf(MosqlException.class)
        .hasMessageContaining("damaged");
    assertThatThrownBy(() -> CatalogCodec.decodeTable(104, Arrays.copyOf(bytes, bytes.length - 9)))
        .isInstanceOf(MosqlException.class);
  }

  @Test
  void featuresOfLaterReleasesAreRefused() {
    TableDef acting =
        TABLE.withForeignKeys(
            List.of(TABLE.foreignKeys().get(0).withActions(KeyAction.CASCADE, KeyAction.RESTRICT)));
    byte[] bytes = CatalogCodec.encode(acting);
    // The feature comes last: a tag, a length, and a list of one key's 10 bytes.
    bytes[bytes.length - 14 - 8 + 3] = 99;
    assertThatThrownBy(() -> CatalogCodec.decodeTable(104, bytes))
        .isInstanceOf(MosqlException.class)
        .hasMessageContaining("newer release");
  }

  @Test
  void intervalsAreAFeatureOfTablesAndAVersionOfViews() {
    List<ColumnDef> columns = new java.util.ArrayList<>(TABLE.columns());
    columns.set(2, columns.get(2).withType(SqlType.INTERVAL));
    TableDef table = TABLE.withColumns(columns);
    byte[] bytes = CatalogCodec.encode(table);
    assertThat(bytes[0]).isEqualTo((byte) 4);
    assertThat(new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1))
        .contains("VARBINARY")
        .doesNotContain("INTERVAL");
    // tag, length, one ordinal
    assertThat(HEX.formatHex(Arrays.copyOfRange(bytes, bytes.length - 20, bytes.length)))
        .isEqualTo("00000001" + "00000010" + "00000008" + "00000001" + "00000004");
    assertThat(CatalogCodec.decodeTable(104, bytes)).usingRecursiveComparison().isEqualTo(table);

    ViewDef view =
        new ViewDef(
            9,
            "s",
            "v",
            List.of(new ViewDef.Column("a", SqlType.INTERVAL, true)),
            "select",
            List.of(),
            ViewDef.CheckOption.NONE);
    byte[] row = CatalogCodec.encode(view);
    assertThat(row[0]).isEqualTo((byte) 5);
    assertThat(CatalogCodec.decodeView(9, row)).isEqualTo(view);
  }

  @Test
  void jsonbIsAFeatureOfTablesAndAVersionOfViews() {
    List<ColumnDef> columns = new java.util.ArrayList<>(TABLE.columns());
    columns.set(2, columns.get(2).withType(SqlType.JSONB));
    TableDef table = TABLE.withColumns(columns);
    byte[] bytes = CatalogCodec.encode(table);
    assertThat(bytes[0]).isEqualTo((byte) 4);
    assertThat(new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1))
        .doesNotContain("JSONB");
    // tag, length, one ordinal
    assertThat(HEX.formatHex(Arrays.copyOfRange(bytes, bytes.length - 16, bytes.length)))
        .isEqualTo("00000012" + "00000008" + "00000001" + "00000004");
    assertThat(CatalogCodec.decodeTable(104, bytes)).usingRecursiveComparison().isEqualTo(table);

    ViewDef view =
        new ViewDef(
            9,
            "s",
            "v",
            List.of(new ViewDef.Column("a", SqlType.JSONB, true)),
            "select",
            List.of(),
            ViewDef.CheckOption.NONE);
    byte[] row = CatalogCodec.encode(view);
    assertThat(row[0]).isEqualTo((byte) 7);
    assertThat(CatalogCodec.decodeView(9, row)).isEqualTo(view);
  }

  @Test
  void fieldsOfIntervalsAreAFeatureOfTheirOwn() {
    List<ColumnDef> columns = new java.util.ArrayList<>(TABLE.columns());
    SqlType type = SqlType.interval(io.mosql.core.type.IntervalFields.DAY_TO_SECOND, 3);
    columns.set(2, columns.get(2).withType(type));
    TableDef table = TABLE.withColumns(columns);
    byte[] bytes = CatalogCodec.encode(table);
    // tag, length, one column: ordinal, digits, code
    assertThat(HEX.formatHex(Arrays.copyOfRange(bytes, bytes.length - 24, bytes.length)))
        .isEqualTo("00000011" + "00000010" + "00000001" + "00000004" + "00000003" + "0000000a");
    assertThat(CatalogCodec.decodeTable(104, bytes)).usingRecursiveComparison().isEqualTo(table);
    bytes[bytes.length - 1] = 99;
    assertThatThrownBy(() -> CatalogCodec.decodeTable(104, bytes))
        .isInstanceOf(MosqlException.class)
        .hasMessageContaining("damaged");
  }

  @Test
  void viewsComeBackAsTheyWere() {
    ViewDef view =
        new ViewDef(
            9,
            "s",
            "v",
            List.of(
                new ViewDef.Column("a", SqlType.decimal(5, 2), true),
                new ViewDef.Column("ä", SqlType.TEXT, false)),
            "SELECT 1",
            List.of(
                new ViewDef.Source("s", "t", 4, List.of(new ViewDef.Part(3, "x"))),
                new ViewDef.Source("mosql", "tables", 0, List.of())),
            ViewDef.CheckOption.NONE);
    byte[] bytes = CatalogCodec.encode(view);
    assertThat(bytes[0]).isEqualTo((byte) 3);
    assertThat(CatalogCodec.decodeView(9, bytes)).isEqualTo(view);
    for (ViewDef.CheckOption option : ViewDef.CheckOption.values()) {
      ViewDef checked = view.withCheckOption(option);
      assertThat(CatalogCodec.decodeView(9, CatalogCodec.encode(checked))).isEqualTo(checked);
    }
    assertThatThrownBy(() -> CatalogCodec.decodeView(9, Arrays.copyOf(bytes, bytes.length - 1)))
        .isInstanceOf(MosqlException.class);
  }

  @Test
  void tablesComeBack() {
    TableDef read = CatalogCodec.decodeTable(104, CatalogCodec.encode(TABLE));
    assertThat(read).usingRecursiveComparison().isEqualTo(TABLE);
    assertThat(read.columns().get(2).missingField()).isEmpty();
    assertThat(read.columns().get(0).missingField()).isNull();
  }

  @Test
  void allTypesComeBack() {
    for (TypeKind kind : TypeKind.values()) {
      SqlType type =
          switch (kind) {
            case DECIMAL -> SqlType.decimal(38, 38);
            case ARRAY -> SqlType.arrayOf(SqlType.decimal(8, 2));
            default -> SqlType.of(kind);
          };
      TableDef table =
          new TableDef(
              1,
              "s",
              "t",
              List.of(new ColumnDef(0, "a", type, true, null, 0, false, null)),
              1,
              TABLE.primary(),
              List.of(),
              List.of(),
              List.of(),
              0,
              List.of());
      assertThat(CatalogCodec.decodeTable(1, CatalogCodec.encode(table))).isEqualTo(table);
    }
  }

  @Test
  void schemasSequencesAndKeysComeBack() {
    assertThat(CatalogCodec.decodeSchema(CatalogCodec.encodeSchema("Größe"))).isEqualTo("Größe");
    SequenceDef sequence = SequenceDef.plain(7, "s", "q", -5, 3, 104);
    assertThat(CatalogCodec.decodeSequence(7, CatalogCodec.encode(sequence))).isEqualTo(sequence);
    SequenceDef other =
        new SequenceDef(
            7, "s", "q", SqlType.SMALLINT, 10, -2, -20, 20, true, 50, 104, 3, 1L << 40, 12);
    assertThat(CatalogCodec.decodeSequence(7, CatalogCodec.encode(other))).isEqualTo(other);
    byte[] key = CatalogCodec.tableKey(1L << 40);
    assertThat(CatalogCodec.kind(key)).isEqualTo(CatalogCodec.TABLE);
    assertThat(CatalogCodec.id(key)).isEqualTo(1L << 40);
    assertThat(CatalogCodec.kind(CatalogCodec.schemaKey(1))).isEqualTo(CatalogCodec.SCHEMA);
    assertThat(CatalogCodec.kind(CatalogCodec.sequenceKey(1))).isEqualTo(CatalogCodec.SEQUENCE);
  }

  @Test
  void bytesStayThoseOfTheFormat() {
    assertThat(HEX.formatHex(CatalogCodec.encodeSchema("ab"))).isEqualTo("03000000026162");
    assertThat(HEX.formatHex(CatalogCodec.encode(SEQUENCE))).isEqualTo("03" + SEQUENCE_FIELDS);
    assertThat(HEX.formatHex(CatalogCodec.encode(TABLE)))
        .isEqualTo(
            "03"
                + TABLE_FIELDS.formatted("00000002" + INDEX + BUILDING)
                + "000000010000000000000070"
                + "000001000000006f");
  }

  /** Sequences of earlier releases keep their current value and their bounds. */
  @Test
  void sequencesOfVersionThreeKeepTheirCounter() {
    SequenceDef read = CatalogCodec.decodeSequence(7, HEX.parseHex("03" + SEQUENCE_FIELDS));
    assertThat(read).isEqualTo(SEQUENCE);
    assertThat(read.counter()).isEqualTo(7);
    assertThat(read.rule()).isEqualTo(new Sequences.Rule(1, 2, 1, Long.MAX_VALUE, false));
    assertThat(SequenceDef.plain(7, "s", "q", -5, 3, 0).rule())
        .isEqualTo(new Sequences.Rule(-5, 3, Long.MIN_VALUE, Long.MAX_VALUE, false));
    assertThat(SequenceDef.plain(7, "s", "q", -5, -3, 0).rule())
        .isEqualTo(new Sequences.Rule(-5, -3, Long.MIN_VALUE, -1, false));
  }

  @Test
  void versionOneIsRead() {
    assertThat(CatalogCodec.decodeSchema(HEX.parseHex("01000000026162"))).isEqualTo("ab");
    assertThat(CatalogCodec.decodeSequence(7, HEX.parseHex("01" + SEQUENCE_FIELDS)))
        .isEqualTo(SEQUENCE);
    TableDef read = CatalogCodec.decodeTable(104, HEX.parseHex("01" + FIRST_FIELDS));
    assertThat(read.overflowTree()).isZero();
    assertThat(read.indexes()).isEqualTo(List.of(TABLE.indexes().get(0)));
    assertThat(HEX.formatHex(CatalogCodec.encode(read)))
        .isEqualTo("03" + FIRST_FIELDS + "00000000" + "0000000000000000");
    assertThatThrownBy(
            () ->
                CatalogCodec.decodeTable(104, HEX.parseHex("05" + FIRST_FIELDS + "00".repeat(12))))
        .hasMessageContaining("newer release");
  }

  @Test
  void versionTwoIsRead() {
    byte[] older = CatalogCodec.encode(TABLE);
    older[0] = 2;
    assertThat(CatalogCodec.decodeTable(104, older)).usingRecursiveComparison().isEqualTo(TABLE);
    assertThat(CatalogCodec.decodeSchema(HEX.parseHex("02000000026162"))).isEqualTo("ab");
  }

  @Test
  void damageIsTold() {
    Random random = new Random(5);
    byte[] whole = CatalogCodec.encode(TABLE);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> CatalogCodec.decodeTable(104, cut))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.state()).isEqualTo(SqlState.DATA_CORRUPTED));
    }
    assertThatThrownBy(() -> CatalogCodec.decodeTable(1, Arrays.copyOf(whole, whole.length + 1)))
        .isInstanceOf(MosqlException.class);
    for (int i = 0; i < 5_000; i++) {
      byte[] damaged = whole.clone();
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        CatalogCodec.decodeTable(104, damaged);
      } catch (MosqlException e) {
        assertThat(e.state()).isEqualTo(SqlState.DATA_CORRUPTED);
      }
    }
  }
}
