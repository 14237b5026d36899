package io.mosql.jdbc.metadata;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.type.SqlType;
import java.util.Arrays;
import java.util.List;

/** The columns of metadata results as prescribed by JDBC. */
public final class MetadataColumns {
  public static final List<ColumnInfo> TABLES =
      of(
          "TABLE_CAT TABLE_SCHEM TABLE_NAME TABLE_TYPE REMARKS TYPE_CAT TYPE_SCHEM TYPE_NAME"
              + " SELF_REFERENCING_COL_NAME REF_GENERATION");
  public static final List<ColumnInfo> COLUMNS =
      of(
          "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE:int TYPE_NAME COLUMN_SIZE:int"
              + " BUFFER_LENGTH:int DECIMAL_DIGITS:int NUM_PREC_RADIX:int NULLABLE:int REMARKS"
              + " COLUMN_DEF SQL_DATA_TYPE:int SQL_DATETIME_SUB:int CHAR_OCTET_LENGTH:int"
              + " ORDINAL_POSITION:int IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE"
              + " SOURCE_DATA_TYPE:short IS_AUTOINCREMENT IS_GENERATEDCOLUMN");
  public static final List<ColumnInfo> SCHEMAS = of("TABLE_SCHEM TABLE_CATALOG");
  public static final List<ColumnInfo> CATALOGS = of("TABLE_CAT");
  public static final List<ColumnInfo> TABLE_TYPES = of("TABLE_TYPE");
  public static final List<ColumnInfo> PRIMARY_KEYS =
      of("TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME KEY_SEQ:short PK_NAME");
  public static final List<ColumnInfo> INDEXES =
      of(
          "TABLE_CAT TABLE_SCHEM TABLE_NAME NON_UNIQUE:boolean INDEX_QUALIFIER INDEX_NAME"
              + " TYPE:short ORDINAL_POSITION:short COLUMN_NAME ASC_OR_DESC CARDINALITY:long"
              + " PAGES:long FILTER_CONDITION");
  public static final List<ColumnInfo> FOREIGN_KEYS =
      of(
          "PKTABLE_CAT PKTABLE_SCHEM PKTABLE_NAME PKCOLUMN_NAME FKTABLE_CAT FKTABLE_SCHEM"
              + " FKTABLE_NAME FKCOLUMN_NAME KEY_SEQ:short UPDATE_RULE:short DELETE_RULE:short"
              + " FK_NAME PK_NAME DEFERRABILITY:short");
  public static final List<ColumnInfo> TYPES =
      of(
          "TYPE_NAME DATA_TYPE:int PRECISION:int LITERAL_PREFIX LITERAL_SUFFIX CREATE_PARAMS"
              + " NULLABLE:short CASE_SENSITIVE:boolean SEARCHABLE:short"
              + " UNSIGNED_ATTRIBUTE:boolean FIXED_PREC_SCALE:boolean AUTO_INCREMENT:boolean"
              + " LOCAL_TYPE_NAME MINIMUM_SCALE:short MAXIMUM_SCALE:short SQL_DATA_TYPE:int"
              + " SQL_DATETIME_SUB:int NUM_PREC_RADIX:int");
  public static final List<ColumnInfo> ROW_IDENTIFIER =
      of(
          "SCOPE:short COLUMN_NAME DATA_TYPE:int TYPE_NAME COLUMN_SIZE:int BUFFER_LENGTH:int"
              + " DECIMAL_DIGITS:short PSEUDO_COLUMN:short");
  public static final List<ColumnInfo> CLIENT_INFO =
      of("NAME MAX_LEN:int DEFAULT_VALUE DESCRIPTION");
  public static final List<ColumnInfo> PROCEDURES =
      of(
          "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME RESERVED_1 RESERVED_2 RESERVED_3 REMARKS"
              + " PROCEDURE_TYPE:short SPECIFIC_NAME");
  public static final List<ColumnInfo> PROCEDURE_COLUMNS =
      of(
          "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME COLUMN_NAME COLUMN_TYPE:short"
              + " DATA_TYPE:int TYPE_NAME PRECISION:int LENGTH:int SCALE:short RADIX:short"
              + " NULLABLE:short REMARKS COLUMN_DEF SQL_DATA_TYPE:int SQL_DATETIME_SUB:int"
              + " CHAR_OCTET_LENGTH:int ORDINAL_POSITION:int IS_NULLABLE SPECIFIC_NAME");
  public static final List<ColumnInfo> FUNCTIONS =
      of("FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME REMARKS FUNCTION_TYPE:short SPECIFIC_NAME");
  public static final List<ColumnInfo> FUNCTION_COLUMNS =
      of(
          "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME COLUMN_NAME COLUMN_TYPE:short DATA_TYPE:int"
              + " TYPE_NAME PRECISION:int LENGTH:int SCALE:short RADIX:short NULLABLE:short"
              + " REMARKS CHAR_OCTET_LENGTH:int ORDINAL_POSITION:int IS_NULLABLE SPECIFIC_NAME");
  public static final List<ColumnInfo> COLUMN_PRIVILEGES =
      of("TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE");
  public static final List<ColumnInfo> TABLE_PRIVILEGES =
      of("TABLE_CAT TABLE_SCHEM TABLE_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE");
  public static final List<ColumnInfo> UDTS =
      of("TYPE_CAT TYPE_SCHEM TYPE_NAME CLASS_NAME DATA_TYPE:int REMARKS BASE_TYPE:short");
  public static final List<ColumnInfo> SUPER_TYPES =
      of("TYPE_CAT TYPE_SCHEM TYPE_NAME SUPERTYPE_CAT SUPERTYPE_SCHEM SUPERTYPE_NAME");
  public static final List<ColumnInfo> SUPER_TABLES =
      of("TABLE_CAT TABLE_SCHEM TABLE_NAME SUPERTABLE_NAME");
  public static final List<ColumnInfo> ATTRIBUTES =
      of(
          "TYPE_CAT TYPE_SCHEM TYPE_NAME ATTR_NAME DATA_TYPE:int ATTR_TYPE_NAME ATTR_SIZE:int"
              + " DECIMAL_DIGITS:int NUM_PREC_RADIX:int NULLABLE:int REMARKS ATTR_DEF"
              + " SQL_DATA_TYPE:int SQL_DATETIME_SUB:int CHAR_OCTET_LENGTH:int"
              + " ORDINAL_POSITION:int IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE"
              + " SOURCE_DATA_TYPE:short");
  public static final List<ColumnInfo> PSEUDO_COLUMNS =
      of(
          "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE:int COLUMN_SIZE:int"
              + " DECIMAL_DIGITS:int NUM_PREC_RADIX:int COLUMN_USAGE REMARKS"
              + " CHAR_OCTET_LENGTH:int IS_NULLABLE");

  private MetadataColumns() {}

  /** Parses a list of columns: names, with a type after a colon, or text without it. */
  private static List<ColumnInfo> of(String description) {
    return Arrays.stream(description.split(" ")).map(MetadataColumns::column).toList();
  }

  private static ColumnInfo column(String description) {
    int colon = description.indexOf(':');
    String name = colon < 0 ? description : description.substring(0, colon);
    SqlType type =
        switch (colon < 0 ? "text" : description.substring(colon + 1)) {
          case "int" -> SqlType.INTEGER;
          case "short" -> SqlType.SMALLINT;
          case "long" -> SqlType.BIGINT;
          case "boolean" -> SqlType.BOOLEAN;
          case "text" -> SqlType.TEXT;
          default -> throw new IllegalArgumentException(description);
        };
    return new ColumnInfo(name, type, true, false, "", "", "");
  }
}
