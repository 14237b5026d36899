package io.mosql.sql.parser.impl;

import io.mosql.sql.parser.ast.ddl.ColumnDefinition;
import io.mosql.sql.parser.ast.ddl.CreateTable;
import io.mosql.sql.parser.ast.ddl.TableConstraint;
import java.util.ArrayList;
import java.util.List;

/** The elements parsed so far between the parentheses of CREATE TABLE. */
final class TableElements {
  private final List<ColumnDefinition> columns = new ArrayList<>();
  private final List<TableConstraint> constraints = new ArrayList<>();
  private final List<CreateTable.Like> likes = new ArrayList<>();

  void add(ColumnDefinition column) {
    columns.add(column);
  }

  void add(TableConstraint constraint) {
    constraints.add(constraint);
  }

  void add(CreateTable.Like like) {
    likes.add(like);
  }

  List<CreateTable.Like> likes() {
    return likes;
  }

  List<ColumnDefinition> columns() {
    return columns;
  }

  List<TableConstraint> constraints() {
    return constraints;
  }
}
