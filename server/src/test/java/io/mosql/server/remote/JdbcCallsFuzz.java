package io.mosql.server.remote;

import io.mosql.testkit.SeededRandom;
import java.sql.BatchUpdateException;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A random sequence of JDBC calls, made on an embedded and on a remote connection alike. The
 * outcome of each call is compared: the value, or the class, SQLSTATE and text of the exception.
 */
final class JdbcCallsFuzz {
  private static final int MAX_OBJECTS = 4;

  private static final List<String> QUERIES =
      List.of(
          "select id, v, n, d from t order by id",
          "select v from t where id = 1",
          "select count(*) as c, sum(n) from t",
          "select * from u order by 1",
          "select id, 7 % id from t order by id",
          "select 1 as a, 2 as a",
          "select t.*, u.k from t left join u on t.id = u.id order by t.id, u.k",
          "values (1, 'x'), (2, null)",
          "select * from none",
          "selec 1",
          "show transaction isolation level",
          "explain select 1",
          "{fn now(}");

  private static final List<String> CHANGES =
      List.of(
          "insert into t (id, v, n) values (1, 'one', 1.5)",
          "insert into t (id, v, n) values (2, 'two', 2.5), (3, null, null)",
          "insert into t (id) select max(id) + 1 from t",
          "insert into u (id) values (1), (7)",
          "insert into u (id) values (2) returning k, id",
          "update t set n = n + 1 where id < 3",
          "update t set v = 'x'",
          "update t set id = 1",
          "delete from t where id > 2",
          "delete from u",
          "insert into t (id) values (null)",
          "insert into t (id, v) values (9, 'longer than the twenty characters')",
          "create table x (a int)",
          "drop table x",
          "create table x (a int",
          "begin",
          "commit",
          "rollback",
          "savepoint s",
          "rollback to savepoint s",
          "insert into t (id, v) values (5, 'a'); select v from t order by id; delete from t",
          "select 1; select 2; update t set v = 'y'",
          "insert into t (id) values (6); insert into t (id) values (6)",
          "delete from t; selec",
          "select 1;",
          ";",
          "-- nothing",
          "");

  private static final List<String> PREPARED =
      List.of(
          "insert into t (id, v, n, d) values (?, ?, ?, ?)",
          "insert into u (id) values (?)",
          "update t set v = ? where id = ?",
          "delete from t where id = ?",
          "select id, v, n, d from t where id > ? order by id",
          "select ? as p, coalesce(?, 1) as q",
          "select * from t where v = ? or n = ?",
          "select v from t order by id limit ?",
          "insert into t (id, v) values (?, ?); select count(*) from t where id = ?",
          "merge into t using (values (?)) as s (i) on t.id = s.i when matched then update set v ="
              + " 'm' when not matched then insert (id) values (s.i)",
          "insert into x values (?)",
          "select",
          "{? = call mod(?, ?)}",
          "{call upper(?)}");

  private final SeededRandom random;
  private final Side here;
  private final Side there;
  private final List<String> trace = new ArrayList<>();

  /** Opens a connection to one of the databases. */
  interface Opener {
    Connection open() throws SQLException;
  }

  private interface Call {
    @Nullable Object on(Side side) throws Exception;
  }

  /** The objects of one side. The lists of both sides correspond. */
  private static final class Side {
    final Opener opener;
    Connection connection;
    final List<Statement> statements = new ArrayList<>();
    final List<PreparedStatement> prepared = new ArrayList<>();
    final List<ResultSet> results = new ArrayList<>();
    final List<Savepoint> savepoints = new ArrayList<>();

    Side(Opener opener) throws SQLException {
      this.opener = opener;
      this.connection = opener.open();
    }

    Statement any(int n) {
      return n < statements.size() ? statements.get(n) : prepared.get(n - statements.size());
    }

    void keep(@Nullable ResultSet result) {
      if (result != null && results.stream().noneMatch(known -> known == result)) {
        results.add(result);
      }
    }
  }

  JdbcCallsFuzz(long seed, Opener here, Opener there) throws SQLException {
    this.random = new SeededRandom(seed);
    this.here = new Side(here);
    this.there = new Side(there);
  }

  /** Makes the calls; returns the trace that ends with a difference, or null when there is none. */
  @Nullable String run(int calls) throws SQLException {
    try {
      call("create t", s -> setUp(s.connection));
      for (int i = 0; i < calls; i++) {
        if (!step()) {
          return String.join("\n", trace);
        }
      }
      return null;
    } finally {
      here.connection.close();
      there.connection.close();
    }
  }

  private static String setUp(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String table : List.of("t", "u", "x")) {
        statement.execute("drop table if exists " + table);
      }
      statement.execute(
          "create table t (id int primary key, v varchar(20), n decimal(10,2), d date)");
      statement.execute(
          "create table u (k int generated by default as identity primary key, id int)");
    }
    return "done";
  }

  /** Makes one call on both sides; whether the outcomes are equal. */
  private boolean call(String name, Call call) {
    String ours = outcome(here, call);
    String theirs = outcome(there, call);
    if (ours.equals(theirs)) {
      trace.add(name + " -> " + ours);
      return true;
    }
    trace.add(name + "\n  embedded: " + ours + "\n  remote:   " + theirs);
    return false;
  }

  private static String outcome(Side side, Call call) {
    try {
      return describe(call.on(side));
    } catch (SQLException e) {
      return describe(e);
    } catch (Exception e) {
      return e.toString();
    }
  }

  private static String describe(SQLException e) {
    String counts =
        e instanceof BatchUpdateException batch
            ? " " + Arrays.toString(batch.getLargeUpdateCounts())
            : "";
    return e.getClass().getSimpleName() + " " + e.getSQLState() + " " + e.getMessage() + counts;
  }

  private static String describe(@Nullable Object value) throws SQLException {
    if (value instanceof int[] counts) {
      return Arrays.toString(counts);
    } else if (value instanceof long[] counts) {
      return Arrays.toString(counts);
    } else if (value instanceof byte[] bytes) {
      return Arrays.toString(bytes);
    } else if (value instanceof ResultSet rows) {
      return "rows " + describe(rows.getMetaData());
    } else if (value instanceof ResultSetMetaData columns) {
      StringBuilder text = new StringBuilder();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        text.append(columns.getColumnLabel(i))
            .append(' ')
            .append(columns.getColumnTypeName(i))
            .append(columns.getTableName(i))
            .append(columns.isAutoIncrement(i))
            .append(columns.isNullable(i))
            .append(", ");
      }
      return text.toString();
    } else if (value instanceof SQLWarning warning) {
      return "warning " + warning.getSQLState() + warning.getMessage();
    } else if (value instanceof Statement || value instanceof Savepoint) {
      return "made";
    }
    return String.valueOf(value);
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private boolean step() {
    int dice = random.nextInt(100);
    if (dice < 8) {
      return make();
    } else if (dice < 34) {
      return execute();
    } else if (dice < 52) {
      return prepared();
    } else if (dice < 76) {
      return navigate();
    } else if (dice < 84) {
      return statement();
    } else if (dice < 97) {
      return connection();
    }
    return dice < 99 ? metadata() : reopen();
  }

  private boolean make() {
    if (here.statements.size() + here.prepared.size() >= MAX_OBJECTS) {
      int victim = random.nextInt(here.statements.size() + here.prepared.size());
      return call(
          "close statement " + victim,
          s -> {
            Statement statement = s.any(victim);
            s.statements.remove(statement);
            s.prepared.remove(statement);
            statement.close();
            statement.close();
            return statement.isClosed();
          });
    }
    int type =
        any(List.of(ResultSet.TYPE_FORWARD_ONLY, ResultSet.TYPE_SCROLL_INSENSITIVE, 1005, 7));
    int holdability =
        random.percent(70) ? ResultSet.HOLD_CURSORS_OVER_COMMIT : ResultSet.CLOSE_CURSORS_AT_COMMIT;
    int concurrency = random.percent(50) ? ResultSet.CONCUR_UPDATABLE : ResultSet.CONCUR_READ_ONLY;
    if (random.percent(40)) {
      return call(
          "createStatement " + type + " " + holdability + " " + concurrency,
          s -> {
            Statement made = s.connection.createStatement(type, concurrency, holdability);
            s.statements.add(made);
            return made;
          });
    }
    String sql = any(PREPARED);
    boolean keys = random.percent(20);
    return call(
        "prepare " + sql + (keys ? " with keys" : ""),
        s -> {
          PreparedStatement made =
              keys
                  ? s.connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)
                  : sql.startsWith("{")
                      ? s.connection.prepareCall(sql)
                      : s.connection.prepareStatement(sql, type, concurrency, holdability);
          s.prepared.add(made);
          return made.getParameterMetaData().getParameterCount();
        });
  }

  /**
   * Closes the open results: always before a rollback, which ends a cursor but not the rows that
   * were read ahead over the network; else sometimes, since they outlive other statements.
   */
  private boolean closeResults(boolean rollsBack) {
    if (!rollsBack && random.percent(85)) {
      return true;
    }
    return call(
        "close results",
        s -> {
          for (ResultSet result : s.results) {
            result.close();
          }
          for (int i = 0; i < s.statements.size() + s.prepared.size(); i++) {
            ResultSet open = s.any(i).isClosed() ? null : s.any(i).getResultSet();
            if (open != null) {
              open.close();
            }
          }
          s.results.clear();
          return "closed";
        });
  }

  private boolean execute() {
    if (here.statements.isEmpty()) {
      return make();
    }
    int n = random.nextInt(here.statements.size());
    String sql = random.percent(40) ? any(QUERIES) : any(CHANGES);
    int how = random.nextInt(8);
    // An added rollback runs with a later batch.
    return closeResults(sql.contains("rollback") || how == 5)
        && call(
            "execute " + how + " on " + n + ": " + sql,
            s -> {
              Statement statement = s.statements.get(n);
              switch (how) {
                case 0, 1:
                  {
                    ResultSet rows = statement.executeQuery(sql);
                    s.keep(rows);
                    return rows;
                  }
                case 2:
                  return statement.executeUpdate(sql);
                case 3:
                  return statement.executeLargeUpdate(sql, Statement.RETURN_GENERATED_KEYS);
                case 4:
                  statement.addBatch(sql);
                  return "added";
                case 5:
                  return statement.executeBatch();
                default:
                  return statement.execute(sql);
              }
            });
  }

  private boolean prepared() {
    if (here.prepared.isEmpty()) {
      return make();
    }
    int n = random.nextInt(here.prepared.size());
    if (random.percent(60)) {
      return set(n);
    }
    int how = random.nextInt(8);
    return closeResults(false)
        && call(
            "execute prepared " + how + " on " + n,
            s -> {
              PreparedStatement statement = s.prepared.get(n);
              switch (how) {
                case 0:
                  {
                    ResultSet rows = statement.executeQuery();
                    s.keep(rows);
                    return rows;
                  }
                case 1:
                  return statement.executeUpdate();
                case 2, 3:
                  statement.addBatch();
                  return "added";
                case 4:
                  return statement.executeLargeBatch();
                case 5:
                  return statement.getMetaData();
                default:
                  return statement.execute();
              }
            });
  }

  private boolean set(int n) {
    int index = random.nextInt(5);
    Object value =
        any(
            Arrays.asList(
                1,
                2L,
                "3",
                "text",
                new java.math.BigDecimal("4.5"),
                5.5,
                null,
                true,
                LocalDate.of(2026, 1, 2),
                new UUID(1, 2),
                new byte[] {1},
                'c',
                this.getClass()));
    if (random.percent(8)) {
      return call(
          "register on " + n,
          s -> {
            if (!(s.prepared.get(n) instanceof CallableStatement call)) {
              return "no call";
            }
            call.registerOutParameter(1, Types.INTEGER);
            return call.getObject(1);
          });
    }
    if (random.percent(5)) {
      return call(
          "clear on " + n,
          s -> {
            s.prepared.get(n).clearParameters();
            return "cleared";
          });
    }
    String shown = value instanceof byte[] ? "bytes" : String.valueOf(value);
    return call(
        "set " + index + " on " + n + ": " + shown,
        s -> {
          s.prepared.get(n).setObject(index, value);
          return "set";
        });
  }

  private boolean navigate() {
    if (here.results.isEmpty()) {
      return statement();
    }
    int n = random.nextInt(here.results.size());
    if (random.percent(25)) {
      return change(n);
    }
    int how = random.nextInt(24);
    int number = random.nextInt(7) - 3;
    return call(
        "result " + how + " on " + n + " by " + number,
        s -> {
          ResultSet rows = s.results.get(n);
          return switch (how) {
            case 0, 1, 2, 3, 4 -> rows.next();
            case 5 -> rows.previous();
            case 6 -> rows.first();
            case 7 -> rows.last();
            case 8 -> rows.absolute(number);
            case 9 -> rows.relative(number);
            case 10 -> {
              rows.beforeFirst();
              yield "before";
            }
            case 11 -> {
              rows.afterLast();
              yield "after";
            }
            case 12 -> rows.isFirst() + " " + rows.isBeforeFirst() + " " + rows.isAfterLast();
            case 13 -> rows.isLast();
            case 14 -> rows.getRow();
            case 15, 16, 17 -> rows.getObject(Math.abs(number)) + " " + rows.wasNull();
            case 18 -> rows.getInt(Math.abs(number)) + " " + rows.wasNull();
            case 19 -> rows.getString(any(rows, number));
            case 20 -> rows.findColumn("V");
            case 21 -> rows.getMetaData();
            case 22 -> rows.isClosed() + " " + rows.getType() + rows.getFetchDirection();
            default -> {
              rows.close();
              yield rows.isClosed();
            }
          };
        });
  }

  /** A call that changes a row, through a result set that may be read-only. */
  private boolean change(int n) {
    int how = random.nextInt(14);
    int column = random.nextInt(5);
    Object value = any(Arrays.asList(1, 20, "text", null, "1.5", LocalDate.of(2026, 1, 2)));
    return call(
        "change " + how + " on " + n + " of " + column + " to " + value,
        s -> {
          ResultSet rows = s.results.get(n);
          switch (how) {
            case 0, 1, 2, 3 -> rows.updateObject(column, value);
            case 4 -> rows.updateNull(column);
            case 5 -> rows.updateString("id", "7");
            case 6, 7 -> rows.updateRow();
            case 8 -> rows.deleteRow();
            case 9 -> rows.moveToInsertRow();
            case 10 -> rows.insertRow();
            case 11 -> rows.moveToCurrentRow();
            case 12 -> rows.refreshRow();
            default -> rows.cancelRowUpdates();
          }
          return rows.rowUpdated() + " " + rows.rowDeleted() + " " + rows.getConcurrency();
        });
  }

  private static String any(ResultSet rows, int number) throws SQLException {
    return rows.getMetaData().getColumnLabel(Math.max(1, number));
  }

  private boolean statement() {
    int size = here.statements.size() + here.prepared.size();
    if (size == 0) {
      return make();
    }
    int n = random.nextInt(size);
    int how = random.nextInt(14);
    int number = random.nextInt(4) - 1;
    return call(
        "statement " + how + " on " + n + " by " + number,
        s -> {
          Statement statement = s.any(n);
          return switch (how) {
            case 0, 1 -> {
              ResultSet rows = statement.getResultSet();
              s.keep(rows);
              yield rows;
            }
            case 2 -> statement.getUpdateCount();
            case 3, 4 -> statement.getMoreResults();
            case 5 -> statement.getMoreResults(number);
            case 6 -> {
              ResultSet keys = statement.getGeneratedKeys();
              StringBuilder text = new StringBuilder(describe(keys.getMetaData()));
              while (keys.next()) {
                text.append(keys.getString(1)).append(' ');
              }
              yield text;
            }
            case 7 -> {
              statement.setMaxRows(number);
              yield statement.getMaxRows();
            }
            case 8 -> {
              statement.setFetchSize(number);
              yield statement.getFetchSize();
            }
            case 9 -> {
              SQLWarning warning = statement.getWarnings();
              statement.clearWarnings();
              yield warning;
            }
            case 10 -> {
              statement.clearBatch();
              yield "cleared";
            }
            case 11 -> {
              statement.closeOnCompletion();
              yield statement.isCloseOnCompletion();
            }
            case 12 ->
                statement.isClosed()
                    + " "
                    + statement.getResultSetType()
                    + statement.getResultSetConcurrency();
            default -> {
              statement.cancel();
              yield "cancelled";
            }
          };
        });
  }

  private boolean connection() {
    int how = random.nextInt(16);
    boolean on = random.percent(50);
    int level = any(List.of(1, 2, 4, 8, 3));
    return closeResults(how == 4 || how == 6)
        && call(
            "connection " + how + " " + on + " " + level,
            s -> {
              Connection connection = s.connection;
              return switch (how) {
                case 0, 1 -> {
                  connection.setAutoCommit(on);
                  yield connection.getAutoCommit();
                }
                case 2, 3 -> {
                  connection.commit();
                  yield "committed";
                }
                case 4 -> {
                  connection.rollback();
                  yield "rolled back";
                }
                case 5 -> {
                  Savepoint made = on ? connection.setSavepoint() : connection.setSavepoint("s");
                  s.savepoints.add(made);
                  yield made;
                }
                case 6 -> {
                  if (s.savepoints.isEmpty()) {
                    yield "no savepoint";
                  }
                  connection.rollback(s.savepoints.get(s.savepoints.size() - 1));
                  yield "rolled back";
                }
                case 7 -> {
                  if (s.savepoints.isEmpty()) {
                    yield "no savepoint";
                  }
                  connection.releaseSavepoint(s.savepoints.remove(s.savepoints.size() - 1));
                  yield "released";
                }
                case 8 -> {
                  connection.setSchema(on ? "public" : "none");
                  yield connection.getSchema();
                }
                case 9 -> {
                  connection.setReadOnly(on && level == 1);
                  yield connection.isReadOnly();
                }
                case 10 -> {
                  connection.setTransactionIsolation(level);
                  yield connection.getTransactionIsolation();
                }
                case 11 -> connection.isValid(level);
                case 12 -> {
                  SQLWarning warning = connection.getWarnings();
                  connection.clearWarnings();
                  yield warning;
                }
                case 13 -> connection.nativeSQL(on ? "{fn abs(1)}" : "{");
                case 14 -> {
                  connection.setClientInfo(on ? "ApplicationName" : "Unknown", "x" + level);
                  yield connection.getClientInfo();
                }
                default -> connection.getAutoCommit() + " " + connection.isReadOnly();
              };
            });
  }

  private boolean metadata() {
    int how = random.nextInt(9);
    return closeResults(false)
        && call(
            "metadata " + how,
            s -> {
              DatabaseMetaData data = s.connection.getMetaData();
              try (ResultSet rows =
                  switch (how) {
                    case 0 -> data.getTables(null, "public", "%", null);
                    case 1 -> data.getColumns(null, null, "t", null);
                    case 2 -> data.getPrimaryKeys(null, null, "u");
                    case 3 -> data.getIndexInfo(null, "public", "t", false, false);
                    case 4 -> data.getSchemas();
                    case 5 -> data.getTypeInfo();
                    case 6 -> data.getBestRowIdentifier(null, null, "t", 0, true);
                    case 7 -> data.getImportedKeys(null, null, "t");
                    default -> data.getTableTypes();
                  }) {
                StringBuilder text = new StringBuilder();
                int columns = rows.getMetaData().getColumnCount();
                while (rows.next()) {
                  // The first column may be the name of the database, which the sides do not share.
                  for (int i = 2; i <= columns; i++) {
                    text.append(rows.getString(i)).append('|');
                  }
                }
                return text.toString().replaceAll("setters|calls-(embedded|remote)", "");
              }
            });
  }

  /** Closes the connection, makes some calls on what is left, and opens it again. */
  private boolean reopen() {
    boolean equal =
        closeResults(true)
            && call(
                "close connection",
                s -> {
                  s.connection.close();
                  return s.connection.isClosed();
                });
    for (int i = 0; equal && i < 4; i++) {
      equal = random.percent(50) ? statement() : connection();
    }
    return equal
        && call(
            "open connection",
            s -> {
              s.statements.clear();
              s.prepared.clear();
              s.results.clear();
              s.savepoints.clear();
              s.connection = s.opener.open();
              return "open";
            });
  }
}
