package io.mosql.sql.parser.ast.admin;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** ALTER CLUSTER: adds, removes and changes nodes, or transfers leadership. */
public final class AlterCluster extends Statement {
  private final Change change;

  public AlterCluster(SqlParserPos pos, Change change) {
    super(pos, SqlKind.OTHER_DDL);
    this.change = change;
  }

  /** One change of the cluster. Nodes are named by strings, as on the command line. */
  public sealed interface Change {}

  /**
   * ADD NODE.
   *
   * @param address of the node for other nodes, host:port
   * @param clients the address for clients, host:port; null when it is reported later
   * @param format newest format version that the node supports; null when not given
   */
  public record AddNode(
      String node,
      String address,
      @Nullable String clients,
      boolean listener,
      @Nullable Long format)
      implements Change {}

  /** REMOVE NODE. */
  public record RemoveNode(String node) implements Change {}

  /** ALTER NODE .. AS. */
  public record SetRole(String node, boolean listener) implements Change {}

  /**
   * TRANSFER .. TO.
   *
   * @param database null for all
   */
  public record TransferLeadership(@Nullable SqlIdentifier database, String node)
      implements Change {}

  public Change change() {
    return change;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("ALTER CLUSTER");
    if (change instanceof AddNode add) {
      out.words("ADD NODE").quoted(add.node).words("AT").quoted(add.address);
      if (add.clients != null) {
        out.words("CLIENTS AT").quoted(add.clients);
      }
      out.wordsIf(add.listener, "AS LISTENER");
      if (add.format != null) {
        out.words("FORMAT").text(Long.toString(add.format));
      }
    } else if (change instanceof RemoveNode remove) {
      out.words("REMOVE NODE").quoted(remove.node);
    } else if (change instanceof SetRole role) {
      out.words("ALTER NODE").quoted(role.node).words(role.listener ? "AS LISTENER" : "AS VOTER");
    } else {
      TransferLeadership transfer = (TransferLeadership) change;
      out.words("TRANSFER");
      if (transfer.database != null) {
        out.words("DATABASE").node(transfer.database);
      }
      out.words("TO").quoted(transfer.node);
    }
  }
}
