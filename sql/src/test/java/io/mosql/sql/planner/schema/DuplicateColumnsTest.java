package io.mosql.sql.planner.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.planner.expression.MosqlTypeSystem;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;

final class DuplicateColumnsTest {
  private final RelDataTypeFactory types = new SqlTypeFactoryImpl(MosqlTypeSystem.INSTANCE);
  private final DuplicateColumns matcher = new DuplicateColumns();

  private RelDataType row(String... names) {
    RelDataType integer = types.createSqlType(SqlTypeName.INTEGER);
    return types.createStructType(Collections.nCopies(names.length, integer), List.of(names));
  }

  private static List<String> shown(RelDataType row) {
    return row.getFieldNames().stream().map(DuplicateColumns::name).toList();
  }

  @Test
  void eachOfSeveralHasANameOfItsOwnAndIsShownByTheirs() {
    RelDataType unique = DuplicateColumns.unique(row("a", "b", "a", "a"), types);
    assertThat(new HashSet<>(unique.getFieldNames())).hasSize(4).doesNotContain("a").contains("b");
    assertThat(shown(unique)).containsExactly("a", "b", "a", "a");
  }

  @Test
  void rowsWithoutThemStayAsTheyAre() {
    RelDataType row = row("a", "a0", "A");
    assertThat(DuplicateColumns.unique(row, types)).isSameAs(row);
  }

  /** A query may have {@code *} of a sub-query with unique names, or a single one of them. */
  @Test
  void namesThatWereMadeUniqueAreMadeAnew() {
    RelDataType once = DuplicateColumns.unique(row("a", "a"), types);
    String second = once.getFieldNames().get(1);
    assertThat(DuplicateColumns.unique(row(second, "b"), types).getFieldNames())
        .containsExactly("a", "b");
    RelDataType again = DuplicateColumns.unique(row(second, "a", "b", second), types);
    assertThat(new HashSet<>(again.getFieldNames())).hasSize(4);
    assertThat(shown(again)).containsExactly("a", "a", "b", "a");
  }

  @Test
  void theirNameIsAmbiguous() {
    RelDataType row = DuplicateColumns.unique(row("a", "b", "a"), types);
    assertThat(matcher.field(row, "b")).isEqualTo(row.getFieldList().get(1));
    assertThat(matcher.field(row, row.getFieldNames().get(2))).isEqualTo(row.getFieldList().get(2));
    assertThat(matcher.field(row, "c")).isNull();
    assertThatThrownBy(() -> matcher.field(row, "a"))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.state()).isEqualTo(SqlState.AMBIGUOUS_COLUMN));
  }
}
