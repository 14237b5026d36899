package io.mosql.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.integrations.testkit.SampleDatabase;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The calls of metadata that DBeaver's generic driver makes ({@code GenericMetaModel}), and
 * DataGrip for a driver that it does not know: catalogs first, then what is in each, by the names
 * that the call before returned. Wildcards in names of schemas and tables are escaped, as they do
 * it.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(SampleDatabase.Place.class)
final class DatabaseBrowserTest {
  private static final String ALL = "%";

  private final SampleDatabase database;
  private Connection connection;
  private DatabaseMetaData metadata;

  DatabaseBrowserTest(SampleDatabase.Place place) {
    database = place.create();
  }

  @BeforeEach
  void create() throws SQLException {
    connection = database.connect();
    metadata = connection.getMetaData();
    try (Statement statement = connection.createStatement()) {
      statement.execute("create schema my_shop");
      statement.execute("create schema myxshop");
      statement.execute(
          "create table my_shop.cust_1 (id int primary key, name varchar(20) unique)");
      statement.execute("create table my_shop.custx1 (id int primary key)");
      statement.execute("create table myxshop.other (id int)");
      statement.execute(
          "create table my_shop.\"Order\" (id bigint generated always as identity primary key,"
              + " cust int not null references my_shop.cust_1 on delete cascade, note text,"
              + " price decimal(8, 2) default 0)");
      statement.execute("create index by_cust on my_shop.\"Order\" (cust, price desc)");
      statement.execute("create view my_shop.names as select name from my_shop.cust_1");
      statement.execute("comment on table my_shop.cust_1 is 'who buys'");
      statement.execute("comment on column my_shop.cust_1.name is 'full name'");
    }
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    database.close();
  }

  /** The values of some columns of each row, joined by blanks. */
  private static List<String> rows(ResultSet rows, String... columns) throws SQLException {
    List<String> all = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        StringBuilder line = new StringBuilder();
        for (String column : columns) {
          line.append(line.length() == 0 ? "" : " ").append(rows.getString(column));
        }
        all.add(line.toString());
      }
    }
    return all;
  }

  /** As DBeaver's {@code JDBCUtils.escapeWildCards} does. */
  private String escaped(String name) throws SQLException {
    String escape = metadata.getSearchStringEscape();
    return name.replace("_", escape + "_").replace("%", escape + "%");
  }

  private String catalog() throws SQLException {
    List<String> catalogs = rows(metadata.getCatalogs(), "TABLE_CAT");
    assertThat(catalogs).containsExactly(connection.getCatalog());
    return catalogs.get(0);
  }

  @Test
  void schemasOfTheCatalog() throws SQLException {
    assertThat(rows(metadata.getSchemas(catalog(), ALL), "TABLE_SCHEM"))
        .contains("information_schema", "my_shop", "myxshop", "public");
    assertThat(rows(metadata.getSchemas(null, ALL), "TABLE_SCHEM"))
        .isEqualTo(rows(metadata.getSchemas(), "TABLE_SCHEM"));
    assertThat(connection.getSchema()).isEqualTo("public");
  }

  @Test
  void tablesOfOneSchema() throws SQLException {
    assertThat(
            rows(
                metadata.getTables(catalog(), escaped("my_shop"), ALL, null),
                "TABLE_TYPE",
                "TABLE_NAME",
                "REMARKS"))
        .containsExactlyInAnyOrder(
            "TABLE Order null", "TABLE cust_1 who buys", "TABLE custx1 null", "VIEW names null");
    assertThat(
            rows(
                metadata.getTables(catalog(), escaped("my_shop"), escaped("cust_1"), null),
                "TABLE_NAME"))
        .containsExactly("cust_1");
    assertThat(rows(metadata.getTableTypes(), "TABLE_TYPE")).contains("TABLE", "VIEW");
  }

  @Test
  void columnsOfAllTablesAtOnce() throws SQLException {
    assertThat(
            rows(
                metadata.getColumns(catalog(), escaped("my_shop"), ALL, ALL),
                "TABLE_NAME",
                "COLUMN_NAME",
                "TYPE_NAME",
                "NULLABLE",
                "IS_AUTOINCREMENT",
                "REMARKS"))
        .containsExactly(
            "Order id BIGINT 0 YES null",
            "Order cust INTEGER 0 NO null",
            "Order note TEXT 1 NO null",
            "Order price DECIMAL 1 NO null",
            "cust_1 id INTEGER 0 NO null",
            "cust_1 name VARCHAR 1 NO full name",
            "custx1 id INTEGER 0 NO null",
            "names name VARCHAR 1 NO null");
    assertThat(
            rows(
                metadata.getColumns(catalog(), escaped("my_shop"), escaped("cust_1"), ALL),
                "COLUMN_NAME"))
        .containsExactly("id", "name");
  }

  @Test
  void keysAndIndexesOfEachTable() throws SQLException {
    assertThat(
            rows(
                metadata.getPrimaryKeys(catalog(), "my_shop", "Order"),
                "COLUMN_NAME",
                "KEY_SEQ",
                "PK_NAME"))
        .containsExactly("id 1 Order_pkey");
    assertThat(
            rows(
                metadata.getImportedKeys(catalog(), "my_shop", "Order"),
                "PKTABLE_NAME",
                "PKCOLUMN_NAME",
                "FKCOLUMN_NAME",
                "DELETE_RULE",
                "FK_NAME",
                "PK_NAME"))
        .containsExactly("cust_1 id cust 0 Order_cust_fkey cust_1_pkey");
    assertThat(rows(metadata.getExportedKeys(catalog(), "my_shop", "cust_1"), "FKTABLE_NAME"))
        .containsExactly("Order");
    assertThat(
            rows(
                metadata.getIndexInfo(catalog(), "my_shop", "Order", false, true),
                "INDEX_NAME",
                "NON_UNIQUE",
                "ORDINAL_POSITION",
                "COLUMN_NAME",
                "ASC_OR_DESC"))
        .contains("by_cust TRUE 1 cust A", "by_cust TRUE 2 price D", "Order_pkey FALSE 1 id A");
  }

  /** DBeaver asks for the keys of a whole schema so, and for each table when there are none. */
  @Test
  void keysOfAllTablesAtOnceAreNotAnError() throws SQLException {
    assertThat(rows(metadata.getPrimaryKeys(catalog(), "my_shop", ALL), "PK_NAME")).isEmpty();
    assertThat(rows(metadata.getImportedKeys(catalog(), "my_shop", ALL), "FK_NAME")).isEmpty();
    assertThat(rows(metadata.getIndexInfo(catalog(), "my_shop", ALL, false, true), "INDEX_NAME"))
        .isEmpty();
  }

  @Test
  void routinesAndTypes() throws SQLException {
    assertThat(rows(metadata.getProcedures(catalog(), escaped("my_shop"), ALL), "PROCEDURE_NAME"))
        .isEmpty();
    assertThat(rows(metadata.getFunctions(catalog(), escaped("my_shop"), ALL), "FUNCTION_NAME"))
        .isEmpty();
    assertThat(rows(metadata.getProcedureColumns(catalog(), "my_shop", ALL, ALL), "COLUMN_NAME"))
        .isEmpty();
    assertThat(rows(metadata.getFunctionColumns(catalog(), "my_shop", ALL, ALL), "COLUMN_NAME"))
        .isEmpty();
    assertThat(rows(metadata.getUDTs(catalog(), "my_shop", ALL, null), "TYPE_NAME")).isEmpty();
    assertThat(rows(metadata.getTypeInfo(), "TYPE_NAME")).contains("BIGINT", "VARCHAR", "JSONB");
    assertThat(rows(metadata.getClientInfoProperties(), "NAME")).contains("ApplicationName");
  }

  /** What the dialect of an editor is made of. */
  @Test
  void wordsAndSigns() throws SQLException {
    assertThat(metadata.getIdentifierQuoteString()).isEqualTo("\"");
    assertThat(metadata.storesLowerCaseIdentifiers()).isTrue();
    assertThat(metadata.supportsMixedCaseQuotedIdentifiers()).isTrue();
    assertThat(metadata.getCatalogSeparator()).isEqualTo(".");
    assertThat(metadata.isCatalogAtStart()).isTrue();
    assertThat(metadata.getSchemaTerm()).isEqualTo("schema");
    assertThat(metadata.getExtraNameCharacters()).isNotNull();
    assertThat(metadata.getSQLKeywords()).isNotEmpty();
    assertThat(metadata.getNumericFunctions()).contains("ABS");
    assertThat(metadata.getStringFunctions()).contains("CONCAT");
    assertThat(metadata.getSystemFunctions()).contains("USER");
    assertThat(metadata.getTimeDateFunctions()).contains("NOW");
    assertThat(metadata.supportsTransactionIsolationLevel(Connection.TRANSACTION_SERIALIZABLE))
        .isTrue();
    assertThat(metadata.supportsSchemasInDataManipulation()).isTrue();
  }

  /** Rows of a grid that is edited: their table and key are known from the result. */
  @Test
  void resultsNameTheirTable() throws SQLException {
    connection.setSchema("my_shop");
    try (Statement statement = connection.createStatement()) {
      statement.setMaxRows(200);
      try (ResultSet rows = statement.executeQuery("select * from cust_1")) {
        assertThat(rows.getMetaData().getCatalogName(1)).isEqualTo(connection.getCatalog());
        assertThat(rows.getMetaData().getSchemaName(1)).isEqualTo("my_shop");
        assertThat(rows.getMetaData().getTableName(1)).isEqualTo("cust_1");
        assertThat(rows.getMetaData().getColumnName(2)).isEqualTo("name");
      }
    }
  }
}
