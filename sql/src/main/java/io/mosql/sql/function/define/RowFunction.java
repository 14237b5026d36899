package io.mosql.sql.function.define;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.JsonType;
import io.mosql.sql.algebra.JsonbType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.error.SqlErrorMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlTableFunction;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import org.jspecify.annotations.Nullable;

/**
 * A set-returning function. A scalar function with the same arguments returns its rows as a list.
 * Immutable, thread-safe.
 */
public final class RowFunction extends SqlFunction implements SqlTableFunction {
  private static final long serialVersionUID = 1L;

  /** Suffix of the names of functions that return rows of a table. */
  public static final String POPULATE = "_POPULATE_RECORD";

  private final transient ScalarFunction rows;
  private final transient List<Column> columns;
  private final transient @Nullable SqlReturnTypeInference rowType;

  /** The type of a column. */
  public enum Content {
    TEXT,
    /** Texts or NULL. */
    TEXT_OR_NULL,
    JSON,
    JSONB,
    /** Arrays of texts. */
    TEXTS,
    INTEGER
  }

  /** A column of the rows. */
  public record Column(String name, Content content) {}

  public RowFunction(String name, ScalarFunction rows, List<Column> columns) {
    this(name, rows, columns, null);
  }

  /**
   * Creates a function whose columns depend on its arguments.
   *
   * @param rowType returns the type of the rows of a call
   */
  public RowFunction(String name, ScalarFunction rows, SqlReturnTypeInference rowType) {
    this(name, rows, List.of(), rowType);
  }

  private RowFunction(
      String name,
      ScalarFunction rows,
      List<Column> columns,
      @Nullable SqlReturnTypeInference rowType) {
    super(
        name,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.CURSOR,
        null,
        rows.getOperandTypeChecker(),
        SqlFunctionCategory.USER_DEFINED_TABLE_FUNCTION);
    this.rows = rows;
    this.columns = List.copyOf(columns);
    this.rowType = rowType;
  }

  /**
   * The scalar function that computes the rows: its value is a list of arrays, one for each row.
   */
  public ScalarFunction rows() {
    return rows;
  }

  /** Whether it has one column, so that it can be used as a value. */
  public boolean isOfValues() {
    return columns.size() == 1 || rowType != null;
  }

  /** The ways to call it for rows. */
  public List<FunctionSignature> signatures(RelDataTypeFactory types) {
    List<FunctionSignature.Result> result = new ArrayList<>();
    for (Column column : columns) {
      SqlType type =
          switch (column.content()) {
            case TEXT, TEXT_OR_NULL, JSON -> SqlType.TEXT;
            case JSONB -> SqlType.JSONB;
            case TEXTS -> SqlType.arrayOf(SqlType.TEXT);
            case INTEGER -> SqlType.INTEGER;
          };
      result.add(new FunctionSignature.Result(column.name(), type));
    }
    return rows.signatures(types).stream()
        .map(
            way ->
                new FunctionSignature(
                    way.name(),
                    FunctionSignature.Kind.ROWS,
                    written(way.parameters()),
                    way.variadic() && !isOfRecords(),
                    result))
        .distinct()
        .toList();
  }

  /** The parameters of a call as written: the columns of its rows are not among them. */
  private List<@Nullable SqlType> written(List<@Nullable SqlType> parameters) {
    if (!isOfRecords() && !isOfTable()) {
      return parameters;
    }
    List<@Nullable SqlType> written = new ArrayList<>();
    if (isOfTable()) {
      written.add(null);
    }
    written.add(parameters.get(0));
    return written;
  }

  /**
   * Whether its only column is named after the function, and therefore takes the name of an alias.
   */
  public boolean takesAlias() {
    return rowType != null || isOfValues() && columns.get(0).name().equalsIgnoreCase(getName());
  }

  @Override
  public SqlReturnTypeInference getRowTypeInference() {
    return rowType == null ? this::rowType : rowType;
  }

  /** Whether the statement defines the columns, by a name and a NULL of its type for each. */
  public boolean isOfRecords() {
    return columns.isEmpty() && rowType == null;
  }

  /** Whether it returns rows of a table, named by the second and third argument. */
  private boolean isOfTable() {
    return getName().contains(POPULATE);
  }

  /** A name that the planner has added; a caller can give something else in its place. */
  private static String literal(SqlOperatorBinding call, int index) {
    if (!call.isOperandLiteral(index, false)) {
      throw SqlErrorMessage.RECORD_WITHOUT_COLUMNS.error();
    }
    return Objects.requireNonNull(call.getOperandLiteralValue(index, String.class));
  }

  private static RelDataType tableType(SqlCallBinding call) {
    List<String> name = new ArrayList<>();
    for (int i = 1; i < call.getOperandCount(); i++) {
      String part = literal(call, i);
      if (!part.isEmpty()) {
        name.add(part);
      }
    }
    SqlValidatorTable table = call.getValidator().getCatalogReader().getTable(name);
    if (table == null) {
      throw CoreErrorMessage.UNDEFINED_TYPE.error(String.join(".", name));
    }
    RelDataTypeFactory types = call.getTypeFactory();
    RelDataTypeFactory.Builder all = types.builder();
    for (RelDataTypeField field : table.getRowType().getFieldList()) {
      all.add(field.getName(), types.createTypeWithNullability(field.getType(), true));
    }
    return all.build();
  }

  private RelDataType rowType(SqlOperatorBinding call) {
    if (isOfTable()) {
      return tableType((SqlCallBinding) call);
    }
    RelDataTypeFactory types = call.getTypeFactory();
    RelDataTypeFactory.Builder all = types.builder();
    if (isOfRecords() && call.getOperandCount() < 3) {
      throw SqlErrorMessage.RECORD_WITHOUT_COLUMNS.error();
    }
    for (int i = 1; isOfRecords() && i + 1 < call.getOperandCount(); i += 2) {
      all.add(literal(call, i), types.createTypeWithNullability(call.getOperandType(i + 1), true));
    }
    for (Column column : columns) {
      all.add(
          column.name(),
          switch (column.content()) {
            case TEXT -> RelTypes.relType(types, SqlType.TEXT, false);
            case TEXT_OR_NULL -> RelTypes.relType(types, SqlType.TEXT, true);
            case JSON -> JsonType.of(types, false);
            case JSONB -> JsonbType.of(types, false);
            case TEXTS -> RelTypes.relType(types, SqlType.arrayOf(SqlType.TEXT), false);
            case INTEGER -> RelTypes.relType(types, SqlType.INTEGER, false);
          });
    }
    return all.build();
  }
}
