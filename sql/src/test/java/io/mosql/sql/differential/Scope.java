package io.mosql.sql.differential;

import java.util.ArrayList;
import java.util.List;

/** What can be named: aliases of relations with all the columns. */
record Scope(List<String> aliases) {
  Scope with(String alias) {
    List<String> all = new ArrayList<>(aliases);
    all.add(alias);
    return new Scope(all);
  }

  Scope with(Scope other) {
    List<String> all = new ArrayList<>(aliases);
    all.addAll(other.aliases);
    return new Scope(all);
  }
}
