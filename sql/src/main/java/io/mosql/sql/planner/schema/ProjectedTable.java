package io.mosql.sql.planner.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;

/** A projection of a table or view as a table, with some of its columns, possibly renamed. */
public final class ProjectedTable extends AbstractTable implements TranslatableTable {
  private final TranslatableTable whole;
  private final List<Integer> fields;
  private final List<String> names;

  /**
   * Creates a projection.
   *
   * @param fields of the whole
   * @param names names of these fields
   */
  public ProjectedTable(TranslatableTable whole, List<Integer> fields, List<String> names) {
    this.whole = whole;
    this.fields = List.copyOf(fields);
    this.names = List.copyOf(names);
  }

  /** What it is a projection of. */
  public TranslatableTable whole() {
    return whole;
  }

  /** The field that a field of the whole is in the projection, or -1. */
  public int field(int ofWhole) {
    return fields.indexOf(ofWhole);
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory factory) {
    RelDataType all = whole.getRowType(factory);
    RelDataTypeFactory.Builder builder = factory.builder();
    for (int i = 0; i < names.size(); i++) {
      builder.add(names.get(i), all.getFieldList().get(fields.get(i)).getType());
    }
    return builder.build();
  }

  @Override
  public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable relOptTable) {
    RelNode rows = whole.toRel(context, relOptTable);
    List<RexNode> references = new ArrayList<>();
    fields.forEach(field -> references.add(RexInputRef.of(field, rows.getRowType())));
    return LogicalProject.create(rows, List.of(), references, names, Set.of());
  }
}
