package io.mosql.server.shell.command;

import io.mosql.server.result.InMemoryRows;
import io.mosql.server.result.ResultSetRows;
import io.mosql.server.result.RowSource;
import io.mosql.server.shell.connection.ObjectNamePattern;
import io.mosql.server.shell.connection.TableName;
import io.mosql.server.shell.input.ShellException;
import io.mosql.server.shell.output.DisplaySettings;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Backslash commands that describe database objects, by JDBC metadata where possible, otherwise by
 * MoSQL's system views.
 */
final class DescribeCommands {
  private final ShellContext workspace;

  DescribeCommands(ShellContext workspace) {
    this.workspace = workspace;
  }

  List<ShellCommand> all() {
    return List.of(
        ShellCommand.of("d", "[TABLE]", "list tables and views, or describe one", this::describe),
        ShellCommand.of("dt", "[PATTERN]", "tables", call -> tables(call, TableName::isTable)),
        ShellCommand.of("dv", "[PATTERN]", "views", call -> tables(call, TableName::isView)),
        ShellCommand.of("di", "[PATTERN]", "list indexes", this::indexes),
        ShellCommand.of("ds", "[PATTERN]", "sequences", this::sequences),
        ShellCommand.of("dn", "", "schemas", this::schemas),
        ShellCommand.of("du", "", "list users and roles", this::users),
        ShellCommand.of("dp", "[PATTERN]", "list privileges", this::rights),
        ShellCommand.of("l", "", "databases", this::databases));
  }

  private DatabaseMetaData meta() throws ShellException, SQLException {
    return workspace.link().connection().getMetaData();
  }

  private List<TableName> matching(@Nullable String pattern) throws ShellException, SQLException {
    ObjectNamePattern wanted = ObjectNamePattern.of(pattern);
    return TableName.all(workspace.link().connection().getCatalog(), meta()).stream()
        .filter(table -> wanted.matches(table.schema(), table.name()))
        .toList();
  }

  private void show(RowSource rows) throws SQLException, IOException {
    DisplaySettings settings = workspace.settings();
    settings.format().write(rows, workspace.output().results(), settings.style());
  }

  private void describe(CommandInvocation call) throws ShellException, SQLException, IOException {
    call.atMost(1);
    String wanted = call.word(0);
    if (wanted == null) {
      tables(call, table -> true);
      return;
    }
    List<TableName> found = matching(wanted);
    if (found.isEmpty()) {
      // System objects need no schema when they are requested by name.
      found = wanted.indexOf('.') < 0 ? matching("*." + wanted) : found;
    }
    if (found.isEmpty()) {
      throw new ShellException("relation \"" + wanted + "\" does not exist");
    }
    for (TableName table : found) {
      new TableDescription(workspace, table).show();
    }
  }

  private void tables(CommandInvocation call, Predicate<TableName> filter)
      throws ShellException, SQLException, IOException {
    call.atMost(1);
    InMemoryRows rows = InMemoryRows.of("schema", "name", "type");
    for (TableName table : matching(call.word(0))) {
      if (filter.test(table)) {
        rows.add(table.schema(), table.name(), table.type().toLowerCase(Locale.ROOT));
      }
    }
    show(rows);
  }

  private void indexes(CommandInvocation call) throws ShellException, SQLException, IOException {
    call.atMost(1);
    InMemoryRows rows = InMemoryRows.of("schema", "name", "table", "unique", "columns");
    for (TableName table : matching(call.word(0))) {
      if (table.isTable()) {
        for (IndexDescription index : IndexDescription.of(table, meta())) {
          rows.add(
              table.schema(),
              index.name(),
              table.name(),
              index.unique() ? "yes" : "no",
              String.join(", ", index.columns()));
        }
      }
    }
    show(rows);
  }

  private void schemas(CommandInvocation call) throws ShellException, SQLException, IOException {
    call.atMost(0);
    InMemoryRows rows = InMemoryRows.of("name");
    try (ResultSet found = meta().getSchemas()) {
      while (found.next()) {
        rows.add(found.getString("TABLE_SCHEM"));
      }
    }
    show(rows);
  }

  private boolean isMosql() throws ShellException, SQLException {
    return meta().getDatabaseProductName().toLowerCase(Locale.ROOT).contains("mosql");
  }

  private void sequences(CommandInvocation call) throws ShellException, SQLException, IOException {
    call.atMost(1);
    String sql =
        isMosql()
            ? "SELECT schema_name, sequence_name, start_value, increment, owner_table"
                + " FROM mosql.sequences ORDER BY schema_name, sequence_name"
            : "SELECT sequence_schema, sequence_name, start_value, increment"
                + " FROM information_schema.sequences ORDER BY sequence_schema, sequence_name";
    select(sql, isMosql() ? "mosql.sequences" : "information_schema.sequences", call.word(0), 0);
  }

  /** Lists users first, then roles that are not users. */
  private void users(CommandInvocation call) throws ShellException, SQLException, IOException {
    call.atMost(0);
    RowSource users =
        read(
            "SELECT user_name, is_admin, has_password FROM mosql.users ORDER BY user_name",
            "mosql.users");
    Map<String, List<String>> rolesOf = new TreeMap<>();
    Set<String> roles = new TreeSet<>();
    InMemoryRows rows = InMemoryRows.of("name", "kind", "administrator", "password", "member of");
    RowSource members = read("SELECT role_name, member FROM mosql.roles", "mosql.roles");
    while (members.next()) {
      String role = members.text(0);
      String member = members.text(1);
      if (role != null) {
        roles.add(role);
        if (member != null) {
          rolesOf.computeIfAbsent(member, any -> new ArrayList<>()).add(role);
        }
      }
    }
    while (users.next()) {
      String name = String.valueOf(users.text(0));
      String memberOf = String.join(", ", rolesOf.getOrDefault(name, List.of()));
      rows.add(name, "user", yesOrNo(users.text(1)), yesOrNo(users.text(2)), memberOf);
      roles.remove(name);
    }
    for (String role : roles) {
      rows.add(role, "role", "", "", String.join(", ", rolesOf.getOrDefault(role, List.of())));
    }
    show(rows);
  }

  private static String yesOrNo(@Nullable String flag) {
    return "true".equals(flag) ? "yes" : "";
  }

  private void rights(CommandInvocation call) throws ShellException, SQLException, IOException {
    call.atMost(1);
    String sql =
        "SELECT object_type, schema_name, object_name, grantee, privilege_type, is_grantable"
            + " FROM mosql.grants ORDER BY object_type, schema_name, object_name, grantee,"
            + " privilege_type";
    select(sql, "mosql.grants", call.word(0), call.word(0) == null ? -1 : 1);
  }

  private void databases(CommandInvocation call) throws ShellException, SQLException, IOException {
    call.atMost(0);
    if (isMosql()) {
      String sql =
          "SELECT database_name, owner, sessions, is_current FROM mosql.databases"
              + " ORDER BY database_name";
      select(sql, "mosql.databases", null, -1);
      return;
    }
    InMemoryRows rows = InMemoryRows.of("name");
    try (ResultSet found = meta().getCatalogs()) {
      while (found.next()) {
        rows.add(found.getString("TABLE_CAT"));
      }
    }
    show(rows);
  }

  /**
   * Shows rows of a view.
   *
   * @param schemaColumn index from 0 of the schema column, which precedes the name column; -1 to
   *     show all rows
   */
  private void select(String sql, String view, @Nullable String pattern, int schemaColumn)
      throws ShellException, SQLException, IOException {
    RowSource rows = read(sql, view);
    show(schemaColumn < 0 ? rows : filtered(rows, ObjectNamePattern.of(pattern), schemaColumn));
  }

  /** Reads the rows of a view. */
  private InMemoryRows read(String sql, String view)
      throws ShellException, SQLException, IOException {
    Connection connection = workspace.link().connection();
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      ResultSetRows rows = new ResultSetRows(found);
      InMemoryRows kept = new InMemoryRows(rows.columns().toArray(RowSource.Column[]::new));
      while (rows.next()) {
        kept.add(row(rows));
      }
      return kept;
    } catch (SQLException e) {
      if (isMissing(e)) {
        throw new ShellException("view \"" + view + "\" does not exist in this database", e);
      }
      throw e;
    }
  }

  private static @Nullable String[] row(RowSource rows) throws SQLException {
    @Nullable String[] row = new String[rows.columns().size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = rows.text(i);
    }
    return row;
  }

  /** Whether an error reports a missing table or schema. */
  private static boolean isMissing(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    return state.equals("42P01")
        || state.equals("42S02")
        || state.equals("3F000")
        || state.equals("90079");
  }

  private static InMemoryRows filtered(RowSource rows, ObjectNamePattern wanted, int schemaColumn)
      throws SQLException, IOException {
    InMemoryRows kept = new InMemoryRows(rows.columns().toArray(RowSource.Column[]::new));
    while (rows.next()) {
      @Nullable String[] row = row(rows);
      String name = row[schemaColumn + 1];
      if (wanted.matches(row[schemaColumn], name == null ? "" : name)) {
        kept.add(row);
      }
    }
    return kept;
  }
}
