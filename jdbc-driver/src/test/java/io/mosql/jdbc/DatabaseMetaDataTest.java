package io.mosql.jdbc;

import static io.mosql.jdbc.FakeSession.column;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ProductVersion;
import io.mosql.core.type.SqlType;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DatabaseMetaDataTest {
  private final FakeSession session = new FakeSession("shop");
  private final DatabaseMetaData meta = metaData();

  private DatabaseMetaData metaData() {
    return new MosqlDatabaseMetaData(session.connect());
  }

  /** Numeric and boolean columns are detected from the rows. */
  private void view(MetadataView view, Object[]... rows) {
    List<ColumnInfo> columns = new ArrayList<>();
    for (int i = 0; i < view.columns().size(); i++) {
      Object value = rows[0][i];
      SqlType type =
          value instanceof Integer
              ? SqlType.INTEGER
              : value instanceof Long
                  ? SqlType.BIGINT
                  : value instanceof Boolean ? SqlType.BOOLEAN : SqlType.TEXT;
      columns.add(column(view.columns().get(i), type));
    }
    session.query(view.sql(), columns, rows);
  }

  private static Object[] row(Object... values) {
    return values;
  }

  @BeforeEach
  void fillTheViews() {
    view(MetadataView.SCHEMAS, row("public"), row("mosql"));
    view(
        MetadataView.TABLES,
        row("public", "orders", "TABLE", "what was sold", 5L),
        row("public", "item_1", "TABLE", "", 7L),
        row("public", "itemx1", "VIEW", "", 0L),
        row("mosql", "tables", "SYSTEM VIEW", "", 0L));
    view(
        MetadataView.COLUMNS,
        row(
            "public",
            "orders",
            "b",
            2,
            "VARCHAR",
            Types.VARCHAR,
            20,
            0,
            true,
            "'x'",
            false,
            "",
            true),
        row(
            "public",
            "orders",
            "a",
            1,
            "INTEGER",
            Types.INTEGER,
            10,
            0,
            false,
            "",
            true,
            "key",
            false),
        row(
            "public",
            "item_1",
            "i",
            1,
            "DECIMAL",
            Types.DECIMAL,
            12,
            2,
            false,
            "",
            false,
            "",
            false));
    view(
        MetadataView.INDEXES,
        row("public", "orders", "by_b", false, false, 1, "b", true),
        row("public", "orders", "orders_pk", true, true, 2, "b", false),
        row("public", "orders", "orders_pk", true, true, 1, "a", false));
    view(
        MetadataView.CONSTRAINTS,
        row("public", "orders", "orders_pk", "PRIMARY KEY", "NOT DEFERRABLE"),
        row("public", "orders", "orders_uq", "UNIQUE", "NOT DEFERRABLE"));
    view(
        MetadataView.KEY_COLUMNS,
        row("public", "orders", "orders_pk", 1, "b"),
        row("public", "orders", "orders_pk", 2, "a"),
        row("public", "orders", "orders_uq", 1, "b"));
    view(
        MetadataView.FOREIGN_KEYS,
        row(
            "public",
            "line",
            "fk_2",
            1,
            "o",
            "public",
            "orders",
            "orders_pk",
            "b",
            "CASCADE",
            "NO ACTION",
            "INITIALLY DEFERRED"),
        row(
            "public",
            "line",
            "fk_1",
            2,
            "y",
            "public",
            "item_1",
            "item_pk",
            "i2",
            "SET NULL",
            "SET DEFAULT",
            null),
        row(
            "public",
            "line",
            "fk_1",
            1,
            "x",
            "public",
            "item_1",
            "item_pk",
            "i",
            "SET NULL",
            "SET DEFAULT",
            null));
  }

  private static List<String> read(ResultSet rs, String... labels) throws SQLException {
    List<String> rows = new ArrayList<>();
    while (rs.next()) {
      List<String> values = new ArrayList<>();
      for (String label : labels) {
        values.add(rs.getString(label));
      }
      rows.add(String.join("|", values));
    }
    return rows;
  }

  @Test
  void tablesByPatternAndType() throws SQLException {
    assertThat(read(meta.getTables(null, null, "%", null), "TABLE_TYPE", "TABLE_NAME"))
        .containsExactly("SYSTEM VIEW|tables", "TABLE|item_1", "TABLE|orders", "VIEW|itemx1");
    assertThat(read(meta.getTables("shop", "public", "item\\_1", null), "TABLE_NAME"))
        .containsExactly("item_1");
    assertThat(read(meta.getTables(null, "pub%", "item_1", new String[] {"VIEW"}), "TABLE_NAME"))
        .containsExactly("itemx1");
    assertThat(read(meta.getTables("elsewhere", null, "%", null), "TABLE_NAME")).isEmpty();
    assertThat(read(meta.getTables(null, null, "orders", null), "TABLE_CAT", "REMARKS"))
        .containsExactly("shop|what was sold");
    assertThat(read(meta.getTableTypes(), "TABLE_TYPE"))
        .containsExactly("LOCAL TEMPORARY", "SYSTEM VIEW", "TABLE", "VIEW");
  }

  @Test
  void columnsInTheirOrder() throws SQLException {
    assertThat(
            read(
                meta.getColumns(null, null, "orders", null),
                "COLUMN_NAME",
                "DATA_TYPE",
                "TYPE_NAME",
                "COLUMN_SIZE",
                "NULLABLE",
                "IS_NULLABLE",
                "IS_AUTOINCREMENT",
                "IS_GENERATEDCOLUMN",
                "ORDINAL_POSITION"))
        .containsExactly("a|4|INTEGER|10|0|NO|YES|NO|1", "b|12|VARCHAR|20|1|YES|NO|YES|2");
    ResultSet rs = meta.getColumns(null, "public", "item%", "i");
    assertThat(rs.next()).isTrue();
    assertThat(rs.getInt("DECIMAL_DIGITS")).isEqualTo(2);
    assertThat(rs.getInt("NUM_PREC_RADIX")).isEqualTo(10);
    assertThat(rs.getObject("CHAR_OCTET_LENGTH")).isNull();
    assertThat(rs.getObject("SCOPE_TABLE")).isNull();
  }

  @Test
  void keysAndIndexes() throws SQLException {
    assertThat(
            read(
                meta.getPrimaryKeys(null, "public", "orders"), "COLUMN_NAME", "KEY_SEQ", "PK_NAME"))
        .containsExactly("a|2|orders_pk", "b|1|orders_pk");
    assertThat(
            read(
                meta.getIndexInfo(null, null, "orders", false, true),
                "INDEX_NAME",
                "NON_UNIQUE",
                "TYPE",
                "ORDINAL_POSITION",
                "COLUMN_NAME",
                "ASC_OR_DESC"))
        .containsExactly("orders_pk|FALSE|1|1|a|A", "orders_pk|FALSE|1|2|b|A", "by_b|TRUE|3|1|b|D");
    assertThat(read(meta.getIndexInfo(null, null, "orders", true, true), "CARDINALITY"))
        .containsExactly("5", "5");
    assertThat(
            read(
                meta.getBestRowIdentifier(
                    null, "public", "orders", DatabaseMetaData.bestRowSession, true),
                "COLUMN_NAME",
                "TYPE_NAME"))
        .containsExactly("b|VARCHAR", "a|INTEGER");
  }

  @Test
  void foreignKeysFromEverySide() throws SQLException {
    int setNull = DatabaseMetaData.importedKeySetNull;
    int setDefault = DatabaseMetaData.importedKeySetDefault;
    int cascade = DatabaseMetaData.importedKeyCascade;
    int noAction = DatabaseMetaData.importedKeyNoAction;
    String[] labels = {"PKTABLE_NAME", "PKCOLUMN_NAME", "FKCOLUMN_NAME", "KEY_SEQ", "FK_NAME"};
    assertThat(read(meta.getImportedKeys(null, null, "line"), labels))
        .containsExactly("item_1|i|x|1|fk_1", "item_1|i2|y|2|fk_1", "orders|b|o|1|fk_2");
    assertThat(read(meta.getImportedKeys(null, null, "line"), "DELETE_RULE", "UPDATE_RULE"))
        .containsExactly(
            setNull + "|" + setDefault, setNull + "|" + setDefault, cascade + "|" + noAction);
    assertThat(read(meta.getExportedKeys(null, "public", "orders"), labels))
        .containsExactly("orders|b|o|1|fk_2");
    assertThat(read(meta.getCrossReference(null, null, "item_1", null, "public", "line"), labels))
        .hasSize(2);
    assertThat(
            read(meta.getCrossReference(null, null, "item_1", "elsewhere", null, "line"), labels))
        .isEmpty();
  }

  @Test
  void schemasCatalogsAndTypes() throws SQLException {
    assertThat(read(meta.getSchemas(), "TABLE_SCHEM", "TABLE_CATALOG"))
        .containsExactly("mosql|shop", "public|shop");
    assertThat(read(meta.getSchemas(null, "p%"), "TABLE_SCHEM")).containsExactly("public");
    assertThat(read(meta.getCatalogs(), "TABLE_CAT")).containsExactly("shop");
    ResultSet types = meta.getTypeInfo();
    int last = Integer.MIN_VALUE;
    List<String> names = new ArrayList<>();
    while (types.next()) {
      names.add(types.getString("TYPE_NAME"));
      assertThat(types.getInt("DATA_TYPE")).isGreaterThanOrEqualTo(last);
      last = types.getInt("DATA_TYPE");
    }
    assertThat(names)
        .hasSize(22)
        .contains("BLOB", "CLOB", "DECIMAL", "TIMESTAMP", "TIMESTAMPTZ", "UUID", "NUMERIC")
        .containsSubsequence("VARCHAR", "TEXT");
  }

  @Test
  void namesAndVersions() throws SQLException {
    assertThat(meta.getDatabaseProductName()).isEqualTo("MoSQL");
    assertThat(meta.getDatabaseMajorVersion()).isZero();
    assertThat(meta.getDatabaseMinorVersion()).isEqualTo(1);
    assertThat(meta.getDriverVersion()).isEqualTo(ProductVersion.NUMBER);
    assertThat(meta.getURL()).isEqualTo("jdbc:mosql:shop");
    assertThat(meta.storesLowerCaseIdentifiers()).isTrue();
    assertThat(meta.nullsAreSortedLow()).isTrue();
    for (int level :
        new int[] {
          Connection.TRANSACTION_READ_UNCOMMITTED,
          Connection.TRANSACTION_READ_COMMITTED,
          Connection.TRANSACTION_REPEATABLE_READ,
          Connection.TRANSACTION_SERIALIZABLE
        }) {
      assertThat(meta.supportsTransactionIsolationLevel(level)).isTrue();
    }
    assertThat(meta.supportsTransactionIsolationLevel(Connection.TRANSACTION_NONE)).isFalse();
    assertThat(
            meta.supportsResultSetConcurrency(
                ResultSet.TYPE_SCROLL_SENSITIVE, ResultSet.CONCUR_UPDATABLE))
        .isFalse();
  }

  @Test
  void whatThereIsNotIsEmptyWithTheRightColumns() throws SQLException {
    ResultSet rs = meta.getProcedures(null, null, null);
    ResultSetMetaData columns = rs.getMetaData();
    assertThat(columns.getColumnCount()).isEqualTo(9);
    assertThat(columns.getColumnLabel(3)).isEqualTo("PROCEDURE_NAME");
    assertThat(rs.next()).isFalse();
    assertThat(read(meta.getClientInfoProperties(), "NAME"))
        .containsExactly("ApplicationName", "ClientHostname", "ClientUser");
    assertThat(meta.getColumns(null, null, null, null).getMetaData().getColumnCount())
        .isEqualTo(24);
  }

  @Test
  void leavesNothingOpen() throws SQLException {
    meta.getTables(null, null, null, null);
    meta.getIndexInfo(null, null, "orders", false, false);
    assertThat(session.openHandles).isZero();
    assertThat(session.openCursors).isZero();
    meta.getConnection().close();
    assertThatThrownBy(() -> meta.getTables(null, null, null, null))
        .isInstanceOf(SQLException.class);
  }
}
