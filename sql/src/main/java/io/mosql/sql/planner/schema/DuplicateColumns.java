package io.mosql.sql.planner.schema;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.error.SqlErrorMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.jspecify.annotations.Nullable;

/**
 * Unique internal names for columns of a query that have the same name, as in {@code (SELECT a.k,
 * b.k FROM a, b) s}. Calcite finds columns by name, so each of them gets a unique internal name:
 * its own name, a control character, and its position. {@code s.*} is all of them, with their own
 * names; a name shared by several columns is ambiguous, as in PostgreSQL. Pure.
 */
public final class DuplicateColumns implements SqlNameMatcher {
  private static final char MARK = '\u0001';

  private final SqlNameMatcher plain = SqlNameMatchers.withCaseSensitive(true);

  /** Returns the name visible to users. */
  public static String name(String unique) {
    int mark = unique.indexOf(MARK);
    return mark < 0 ? unique : unique.substring(0, mark);
  }

  /** Returns the columns of a query with unique names. */
  public static RelDataType unique(RelDataType rowType, RelDataTypeFactory factory) {
    List<String> names = rowType.getFieldNames().stream().map(DuplicateColumns::name).toList();
    Set<String> seen = new HashSet<>();
    Set<String> several = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        several.add(name);
      }
    }
    List<String> unique = new ArrayList<>();
    for (String name : names) {
      unique.add(several.contains(name) ? name + MARK + unique.size() : name);
    }
    return unique.equals(rowType.getFieldNames())
        ? rowType
        : factory.createStructType(
            rowType.getFieldList().stream().map(RelDataTypeField::getType).toList(), unique);
  }

  @Override
  public boolean isCaseSensitive() {
    return plain.isCaseSensitive();
  }

  @Override
  public boolean matches(String string, String name) {
    return plain.matches(string, name);
  }

  @Override
  public <K extends List<String>, V> @Nullable V get(
      Map<K, V> map, List<String> prefixNames, List<String> names) {
    return plain.get(map, prefixNames, names);
  }

  @Override
  public String bestString() {
    return plain.bestString();
  }

  /**
   * Returns the field with the name.
   *
   * @throws MosqlException 42702 when several fields have the name
   */
  @Override
  public @Nullable RelDataTypeField field(RelDataType rowType, String name) {
    RelDataTypeField field = plain.field(rowType, name);
    if (field == null) {
      for (RelDataTypeField other : rowType.getFieldList()) {
        if (name.equals(name(other.getName()))) {
          throw SqlErrorMessage.AMBIGUOUS_COLUMN.error(name);
        }
      }
    }
    return field;
  }

  @Override
  public int frequency(Iterable<String> names, String name) {
    return plain.frequency(names, name);
  }

  @Override
  public Set<String> createSet() {
    return new HashSet<>();
  }
}
