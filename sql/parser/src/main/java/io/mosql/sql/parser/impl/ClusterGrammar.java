package io.mosql.sql.parser.impl;

import io.mosql.sql.parser.ast.admin.AlterCluster;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Parses ALTER CLUSTER, after these two words. */
final class ClusterGrammar {
  private final TokenReader tokens;

  ClusterGrammar(TokenReader tokens) {
    this.tokens = tokens;
  }

  SqlNode alter(SqlParserPos start) throws ParseException {
    AlterCluster.Change change;
    if (tokens.accept("ADD NODE")) {
      change = add();
    } else if (tokens.accept("REMOVE NODE")) {
      change = new AlterCluster.RemoveNode(tokens.string());
    } else if (tokens.accept("ALTER NODE")) {
      String node = tokens.string();
      tokens.expect("AS");
      change = new AlterCluster.SetRole(node, listener());
    } else if (tokens.accept("TRANSFER")) {
      SqlIdentifier database = tokens.accept("DATABASE") ? tokens.name() : null;
      tokens.expect("TO");
      change = new AlterCluster.TransferLeadership(database, tokens.string());
    } else {
      throw tokens.unexpected("expected ADD NODE, REMOVE NODE, ALTER NODE or TRANSFER");
    }
    return new AlterCluster(tokens.since(start), change);
  }

  private AlterCluster.AddNode add() {
    String node = tokens.string();
    tokens.expect("AT");
    String address = tokens.string();
    String clients = tokens.accept("CLIENTS AT") ? tokens.string() : null;
    boolean listener = tokens.accept("AS") && listener();
    Long format = tokens.accept("FORMAT") ? (Long) tokens.number() : null;
    return new AlterCluster.AddNode(node, address, clients, listener, format);
  }

  private boolean listener() {
    if (!tokens.acceptAny("VOTER", "LISTENER")) {
      throw tokens.unexpected("expected VOTER or LISTENER");
    }
    return tokens.previousIs("LISTENER");
  }
}
