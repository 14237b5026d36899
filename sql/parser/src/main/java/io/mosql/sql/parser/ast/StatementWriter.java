package io.mosql.sql.parser.ast;

import java.util.List;
import java.util.function.Consumer;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.SqlWriter;
import org.jspecify.annotations.Nullable;

/** A writer of statements in canonical form, on top of Calcite's {@code SqlWriter}. */
public final class StatementWriter {
  private final SqlWriter writer;

  StatementWriter(SqlWriter writer) {
    this.writer = writer;
  }

  public StatementWriter words(String words) {
    writer.keyword(words);
    return this;
  }

  public StatementWriter wordsIf(boolean condition, String words) {
    return condition ? words(words) : this;
  }

  public StatementWriter node(SqlNode node) {
    node.unparse(writer, 0, 0);
    return this;
  }

  StatementWriter name(String name) {
    writer.identifier(name, true);
    return this;
  }

  public StatementWriter text(String text) {
    writer.print(text);
    writer.setNeedWhitespace(true);
    return this;
  }

  public StatementWriter quoted(String text) {
    writer.literal("'" + text.replace("'", "''") + "'");
    return this;
  }

  /** Writes a FROM clause: joined tables and queries. */
  public StatementWriter from(SqlNode from) {
    SqlWriter.Frame frame = writer.startList(SqlWriter.FrameTypeEnum.FROM_LIST, "", "");
    from.unparse(writer, 0, 0);
    writer.endList(frame);
    return this;
  }

  /** Writes a query in parentheses, for every kind of query. */
  public StatementWriter subQuery(SqlNode query) {
    // Calcite omits its own parentheses in a frame of this kind.
    SqlWriter.Frame frame = writer.startList(SqlWriter.FrameTypeEnum.ORDER_BY, "(", ")");
    query.unparse(writer, 0, 0);
    writer.endList(frame);
    return this;
  }

  /** Writes the list of a WITH clause. */
  public StatementWriter named(@Nullable SqlNodeList list) {
    if (list == null) {
      return this;
    }
    boolean recursive =
        list.stream().anyMatch(i -> i instanceof SqlWithItem item && item.recursive.booleanValue());
    return words(recursive ? "WITH RECURSIVE" : "WITH").nodes(list.getList());
  }

  public StatementWriter returning(List<SqlNode> items) {
    return items.isEmpty() ? this : words("RETURNING").nodes(items);
  }

  public StatementWriter constraintName(@Nullable SqlIdentifier name) {
    return name == null ? this : words("CONSTRAINT").node(name);
  }

  public StatementWriter nodes(List<? extends SqlNode> nodes) {
    return list(nodes, this::node);
  }

  public <T> StatementWriter list(List<T> items, Consumer<T> each) {
    return list("", items, "", each);
  }

  public <T> StatementWriter parenthesized(List<T> items, Consumer<T> each) {
    return list("(", items, ")", each);
  }

  private <T> StatementWriter list(String open, List<T> items, String close, Consumer<T> each) {
    SqlWriter.Frame frame = writer.startList(open, close);
    for (int i = 0; i < items.size(); i++) {
      if (i > 0) {
        writer.sep(",", true);
      }
      each.accept(items.get(i));
    }
    writer.endList(frame);
    return this;
  }
}
