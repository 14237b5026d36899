package io.mosql.server.result;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Row source in memory, to which rows are added before it is read. */
public final class InMemoryRows implements RowSource {
  private final List<Column> columns;
  private final List<@Nullable String[]> rows = new ArrayList<>();
  private int at = -1;

  public InMemoryRows(Column... columns) {
    this.columns = List.of(columns);
  }

  /** Creates rows of text with these column labels. */
  public static InMemoryRows of(String... labels) {
    Column[] columns = new Column[labels.length];
    for (int i = 0; i < labels.length; i++) {
      columns[i] = Column.text(labels[i]);
    }
    return new InMemoryRows(columns);
  }

  public void add(@Nullable String... values) {
    if (values.length != columns.size()) {
      throw new IllegalArgumentException(values.length + " values, not " + columns.size());
    }
    rows.add(values);
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public boolean next() {
    at++;
    return at < rows.size();
  }

  @Override
  public @Nullable String text(int column) {
    return rows.get(at)[column];
  }
}
