package io.mosql.jdbc;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.type.ArrayText;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.JdbcTypes;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.base.SqlErrors;
import io.mosql.jdbc.conversion.ParameterConversions;
import java.lang.reflect.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An array of the driver: its elements are read as those of a result set are. Elements of several
 * dimensions are arrays of arrays. Thread-safe; all methods fail with 55000 after {@link #free}.
 */
final class MosqlArray implements java.sql.Array {
  /** Names of types, beside those of their kinds. */
  private static final Map<String, SqlType> NAMES =
      Map.ofEntries(
          Map.entry("bool", SqlType.BOOLEAN),
          Map.entry("bit", SqlType.BOOLEAN),
          Map.entry("int2", SqlType.SMALLINT),
          Map.entry("tinyint", SqlType.SMALLINT),
          Map.entry("int", SqlType.INTEGER),
          Map.entry("int4", SqlType.INTEGER),
          Map.entry("int8", SqlType.BIGINT),
          Map.entry("float4", SqlType.REAL),
          Map.entry("float", SqlType.DOUBLE),
          Map.entry("float8", SqlType.DOUBLE),
          Map.entry("double precision", SqlType.DOUBLE),
          Map.entry("decimal", SqlType.NUMERIC),
          Map.entry("char", SqlType.TEXT),
          Map.entry("bpchar", SqlType.TEXT),
          Map.entry("character", SqlType.TEXT),
          Map.entry("character varying", SqlType.TEXT),
          Map.entry("nvarchar", SqlType.TEXT),
          Map.entry("string", SqlType.TEXT),
          Map.entry("bytea", SqlType.of(TypeKind.VARBINARY)),
          Map.entry("binary", SqlType.of(TypeKind.VARBINARY)),
          Map.entry("timestamp without time zone", SqlType.TIMESTAMP),
          Map.entry("time without time zone", SqlType.TIME),
          Map.entry("timestamp with time zone", SqlType.TIMESTAMPTZ));

  private static final String NAME_OF_VALUES = "VALUE";

  private final MosqlConnection connection;
  private volatile @Nullable SqlArray value;

  MosqlArray(MosqlConnection connection, SqlArray value) {
    this.connection = connection;
    this.value = value;
  }

  /**
   * Returns the type of elements with a name of SQL, such as {@code integer}.
   *
   * @throws SQLException 42704 for another name
   */
  static SqlType elementType(@Nullable String name) throws SQLException {
    String plain = name == null ? "" : name.strip().toLowerCase(Locale.ROOT);
    int parameters = plain.indexOf('(');
    if (parameters > 0) {
      int end = plain.indexOf(')', parameters);
      plain = (plain.substring(0, parameters) + plain.substring(end + 1)).strip();
    }
    SqlType known = NAMES.get(plain);
    if (known != null) {
      return known;
    }
    for (TypeKind kind : TypeKind.values()) {
      if (kind.name().equalsIgnoreCase(plain) && kind != TypeKind.ARRAY) {
        return kind == TypeKind.CHAR || kind == TypeKind.VARCHAR
            ? SqlType.TEXT
            : kind == TypeKind.DECIMAL ? SqlType.NUMERIC : SqlType.of(kind);
      }
    }
    throw SqlErrors.of(CoreErrorMessage.UNDEFINED_TYPE.error(plain));
  }

  /**
   * Returns the array of Java values.
   *
   * @param elements an array of values, or of arrays of the same length, nested
   * @throws SQLException 22xxx for a value that is none of the type, 2202E for different lengths
   */
  static SqlArray of(SqlType element, Object elements, MosqlConnection connection)
      throws SQLException {
    try {
      return SqlArray.join(element, parts(element, elements, connection));
    } catch (MosqlException e) {
      throw SqlErrors.of(e);
    }
  }

  private static List<@Nullable Object> parts(
      SqlType element, Object elements, MosqlConnection connection) throws SQLException {
    int length = Array.getLength(elements);
    List<@Nullable Object> parts = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      Object item = Array.get(elements, i);
      if (item == null) {
        parts.add(null);
      } else if (item instanceof java.sql.Array array) {
        parts.add(of(element, array.getArray(), connection));
      } else if (item.getClass().isArray() && !(item instanceof byte[])) {
        parts.add(of(element, item, connection));
      } else {
        parts.add(Coercion.bind(ParameterConversions.of(item), element, connection.sessionZone()));
      }
    }
    return parts;
  }

  /**
   * Returns the value of an array of an application.
   *
   * @param array of this or another driver, or a Java array, whose element class determines the
   *     type
   */
  static SqlArray valueOf(Object array, MosqlConnection connection) throws SQLException {
    if (array instanceof MosqlArray own) {
      return own.value();
    }
    if (array instanceof java.sql.Array other) {
      return of(elementType(other.getBaseTypeName()), other.getArray(), connection);
    }
    return of(elementType(array), array, connection);
  }

  /** The type of the elements of a Java array. */
  private static SqlType elementType(Object array) throws SQLException {
    Class<?> component = array.getClass();
    while (component.isArray() && component != byte[].class) {
      component = component.getComponentType();
    }
    SqlType type = ParameterConversions.typeOf(component);
    if (type == null) {
      Object first = firstElement(array);
      type = first == null ? SqlType.TEXT : ParameterConversions.typeOf(first.getClass());
    }
    if (type == null) {
      throw DriverErrorMessage.ARRAY_CLASS_UNKNOWN.sqlException(array.getClass().getTypeName());
    }
    return type;
  }

  private static @Nullable Object firstElement(Object array) {
    for (int i = 0; i < Array.getLength(array); i++) {
      Object item = Array.get(array, i);
      boolean nested = item != null && item.getClass().isArray() && !(item instanceof byte[]);
      Object first = nested ? firstElement(Objects.requireNonNull(item)) : item;
      if (first != null) {
        return first;
      }
    }
    return null;
  }

  private SqlArray value() throws SQLException {
    SqlArray known = value;
    if (known == null) {
      throw DriverErrorMessage.ARRAY_FREED.sqlException();
    }
    return known;
  }

  @Override
  public String getBaseTypeName() throws SQLException {
    return value().element().kind().name();
  }

  @Override
  public int getBaseType() throws SQLException {
    return JdbcTypes.code(value().element().kind());
  }

  @Override
  public Object getArray() throws SQLException {
    return objects(value());
  }

  @Override
  public Object getArray(@Nullable Map<String, Class<?>> map) throws SQLException {
    refuse(map);
    return getArray();
  }

  @Override
  public Object getArray(long index, int count) throws SQLException {
    return objects(part(index, count));
  }

  @Override
  public Object getArray(long index, int count, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    refuse(map);
    return getArray(index, count);
  }

  private Object objects(SqlArray array) throws SQLException {
    Class<?> component = JdbcTypes.javaClass(array.element().kind());
    if (array.dimensions() <= 1) {
      try (ResultSet rows = rows(array)) {
        Object objects = Array.newInstance(component, array.size());
        for (int i = 0; rows.next(); i++) {
          Array.set(objects, i, rows.getObject(2));
        }
        return objects;
      }
    }
    int[] inner = new int[array.dimensions() - 1];
    Object objects =
        Array.newInstance(Array.newInstance(component, inner).getClass(), array.length(0));
    for (int i = 0; i < array.length(0); i++) {
      Array.set(objects, i, objects(array.part(i)));
    }
    return objects;
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    return rows(value());
  }

  @Override
  public ResultSet getResultSet(@Nullable Map<String, Class<?>> map) throws SQLException {
    refuse(map);
    return getResultSet();
  }

  @Override
  public ResultSet getResultSet(long index, int count) throws SQLException {
    return rows(part(index, count));
  }

  @Override
  public ResultSet getResultSet(long index, int count, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    refuse(map);
    return getResultSet(index, count);
  }

  /** A part of the first dimension, from an index that begins with 1. */
  private SqlArray part(long index, int count) throws SQLException {
    SqlArray array = value();
    int length = array.dimensions() == 0 ? 0 : array.length(0);
    if (index < 1 || count < 0 || index - 1 + count > length) {
      throw DriverErrorMessage.ARRAY_INDEX_OUT_OF_RANGE.sqlException(index, count, length);
    }
    if (array.dimensions() == 0) {
      return array;
    }
    int low = array.lower(0) + (int) index - 1;
    return array.slice(new int[] {low}, new int[] {low + count - 1});
  }

  /** Rows of the elements of the first dimension: their numbers, and values or arrays. */
  private ResultSet rows(SqlArray array) throws SQLException {
    boolean nested = array.dimensions() > 1;
    SqlType type = nested ? SqlType.arrayOf(array.element()) : array.element();
    MetadataRows rows =
        new MetadataRows(
            List.of(
                new ColumnInfo("INDEX", SqlType.INTEGER, false, false, "", "", ""),
                new ColumnInfo(NAME_OF_VALUES, type, true, false, "", "", "")));
    for (int i = 0; array.dimensions() > 0 && i < array.length(0); i++) {
      rows.add(i + 1, nested ? array.part(i) : array.item(i));
    }
    return rows.toResultSet(connection);
  }

  private static void refuse(@Nullable Map<String, Class<?>> map) throws SQLException {
    if (map != null && !map.isEmpty()) {
      throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("maps of types");
    }
  }

  @Override
  public void free() {
    value = null;
  }

  /** The text in PostgreSQL's form, with moments in the session's time zone. */
  @Override
  public String toString() {
    SqlArray known = value;
    return known == null ? "" : ArrayText.format(known, connection.sessionZone());
  }

  @Override
  public boolean equals(@Nullable Object o) {
    return o instanceof MosqlArray other && value != null && Objects.equals(value, other.value);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(value);
  }
}
