package io.mosql.sql.session.command;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.StatementResult;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.catalog.RequiredPrivilege;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.copy.CopyFiles;
import io.mosql.sql.copy.CopyOptions;
import io.mosql.sql.copy.CopyProgress;
import io.mosql.sql.copy.CsvRowReader;
import io.mosql.sql.copy.CsvRowWriter;
import io.mosql.sql.copy.RowBatch;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.CompiledPlan;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.parser.ast.admin.CopyStatement;
import io.mosql.sql.session.prepare.Prepared;
import io.mosql.sql.session.prepare.StatementPreparer;
import io.mosql.sql.session.transaction.RetryingRunner;
import io.mosql.sql.session.transaction.SessionTransaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/**
 * Runs COPY in a session. COPY FROM is one INSERT of the rows of the file, with the semantics of
 * INSERT; with BATCH it is one INSERT, and one transaction, for each batch of rows. COPY TO is a
 * query that writes its rows to the file. One object for each execution.
 */
final class CopyRunner {
  private final CommandContext session;
  private final SessionTransaction transaction;
  private final CopyStatement copy;
  private final CopyOptions options;
  private final CopyProgress progress;

  private CopyRunner(CommandContext session, CopyStatement copy) {
    this.session = session;
    this.transaction = session.transaction();
    this.copy = copy;
    this.options = CopyOptions.of(copy);
    SqlIdentifier table = copy.table();
    this.progress =
        new CopyProgress(
            "COPY " + copy.direction(), table == null ? "(query)" : table.toString(), copy.file());
  }

  static StatementResult run(CommandContext session, CopyStatement copy) {
    session.rights().requireCopy();
    CopyRunner runner = new CopyRunner(session, copy);
    session.facts().setProgress(runner.progress);
    try {
      return StatementResult.Update.of(
          copy.direction() == CopyStatement.Direction.FROM ? runner.from() : runner.to());
    } catch (IOException | UncheckedIOException e) {
      throw SqlErrorMessage.COPY_FILE_FAILED.causedBy(e, copy.file());
    } finally {
      session.facts().setProgress(null);
    }
  }

  private long from() throws IOException {
    if (options.batch() == 0) {
      return session.statements().run(this::fromWhole).updateCount();
    }
    if (transaction.isActive() || !transaction.autoCommit()) {
      throw SqlErrorMessage.COPY_BATCH_IN_TRANSACTION.error();
    }
    Target target = transaction.inspectCatalog(this::target);
    try (CsvRowReader rows = open(target)) {
      return fromBatches(target, rows);
    }
  }

  /** Inserts the whole file in the current transaction; the file is read again on a retry. */
  private RetryingRunner.Counted fromWhole() {
    Target target = target(transaction.catalog());
    try (CsvRowReader rows = open(target)) {
      try {
        long count = insert(target, rows);
        return () -> count;
      } catch (MosqlException e) {
        throw explained(e, rows::atRow);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long fromBatches(Target target, CsvRowReader rows) {
    RowBatch batch = new RowBatch(rows, options.batch());
    long committed = 0;
    try {
      while (batch.fill()) {
        session.statements().run(() -> insertBatch(target, batch));
        committed += batch.size();
        progress.setCommittedRows(committed);
      }
    } catch (MosqlException e) {
      throw e.withMessage(e.getMessage() + "; " + committed + " rows are committed");
    }
    return committed;
  }

  private long insertBatch(Target planned, RowBatch batch) {
    batch.rewind();
    Target target = target(transaction.catalog());
    if (!target.types.equals(planned.types) || !target.columns.equals(planned.columns)) {
      throw SqlErrorMessage.COLUMNS_CHANGED_DURING_COPY.error();
    }
    try {
      return insert(target, batch);
    } catch (MosqlException e) {
      throw explained(e, batch::atRow);
    }
  }

  /** The target of COPY FROM: the INSERT of one row, its columns and their types. */
  private record Target(String insert, List<String> columns, List<SqlType> types) {}

  private Target target(Catalog catalog) {
    SqlIdentifier name = Objects.requireNonNull(copy.table());
    TableDef table = table(name, catalog);
    session
        .rights()
        .checkAndMarkRead(
            List.of(new RequiredPrivilege(table.id(), Privilege.INSERT.bit())), catalog);
    List<ColumnDef> columns = new ArrayList<>();
    if (copy.columns().isEmpty()) {
      table.columns().stream().filter(c -> !c.hidden() && !c.generated()).forEach(columns::add);
    } else {
      Set<String> used = new HashSet<>();
      for (SqlIdentifier column : copy.columns()) {
        columns.add(column(table, column.getSimple(), used));
      }
    }
    List<String> names = columns.stream().map(ColumnDef::name).toList();
    String insert =
        "INSERT INTO "
            + MosqlParser.toSql(name)
            + names.stream().map(CopyRunner::quoted).collect(Collectors.joining(", ", " (", ")"))
            + " OVERRIDING SYSTEM VALUE VALUES ("
            + String.join(", ", Collections.nCopies(names.size(), "?"))
            + ")";
    return new Target(insert, names, columns.stream().map(ColumnDef::type).toList());
  }

  private TableDef table(SqlIdentifier name, Catalog catalog) {
    List<String> names = name.names;
    String schema = names.size() == 2 ? names.get(0) : session.schema();
    String last = names.get(names.size() - 1);
    TableDef table = names.size() > 2 ? null : catalog.table(schema, last);
    if (table == null && names.size() <= 2 && catalog.view(schema, last) != null) {
      throw SqlErrorMessage.COPY_INTO_VIEW.error(name);
    }
    if (table == null) {
      boolean view = names.size() <= 2 && catalog.systemView(schema, last) != null;
      throw (view ? SqlErrorMessage.SYSTEM_VIEW : SqlErrorMessage.UNDEFINED_TABLE).error(name);
    }
    return table;
  }

  private static ColumnDef column(TableDef table, String name, Set<String> used) {
    int index = table.columnIndex(name);
    if (index < 0 || table.columns().get(index).hidden()) {
      throw SqlErrorMessage.UNDEFINED_COLUMN_OF_TABLE.error(name, table.name());
    }
    if (!used.add(name)) {
      throw SqlErrorMessage.COLUMN_SPECIFIED_TWICE.error(name);
    }
    return table.columns().get(index);
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  private CsvRowReader open(Target target) throws IOException {
    CopyFiles.Source source = session.services().copyFiles().read(copy.file());
    try {
      return new CsvRowReader(
          copy.file(),
          source,
          options.format(),
          target.columns,
          target.types,
          session.facts().zone(),
          session::createLargeObject,
          session.interruption(),
          progress);
    } catch (IOException | RuntimeException | Error e) {
      source.in().close();
      throw e;
    }
  }

  private long insert(Target target, RowStream rows) {
    Catalog catalog = transaction.catalog();
    StatementPreparer preparer = session.preparer();
    CompiledPlan plan =
        preparer
            .compiler(catalog)
            .compileStreamedInsert(
                preparer
                    .planner()
                    .plan(
                        target.insert,
                        MosqlParser.parse(target.insert),
                        catalog,
                        session.schema(),
                        List.of()),
                rows);
    session.rights().require(plan.statement().requiredPrivileges(), catalog);
    return plan.modify(session.plans().context(plan, new Object[0], false));
  }

  /**
   * Adds the position of the row to an error: an error of the INSERT itself concerns the row that
   * it received last.
   */
  private static MosqlException explained(MosqlException e, UnaryOperator<MosqlException> atRow) {
    return switch (e.state()) {
      case NOT_NULL_VIOLATION,
          UNIQUE_VIOLATION,
          CHECK_VIOLATION,
          FOREIGN_KEY_VIOLATION,
          STRING_TOO_LONG,
          NUMBER_OUT_OF_RANGE ->
          atRow.apply(e);
      case PROGRAM_LIMIT_EXCEEDED ->
          e.withMessage(e.getMessage() + "; COPY .. WITH (BATCH n) commits every n rows");
      default -> e;
    };
  }

  private long to() throws IOException {
    return session
        .plans()
        .runQuery(
            () -> {
              CopyFiles files = session.services().copyFiles();
              Prepared.Planned planned = query();
              try (CopyFiles.Target target = files.write(copy.file(), options.overwrite())) {
                RowStream rows =
                    planned
                        .plan()
                        .open(session.plans().context(planned.plan(), new Object[0], false));
                long count =
                    CsvRowWriter.write(
                        rows, planned.columns(), options.format(), target.out(), progress);
                target.commit();
                return count;
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  private Prepared.Planned query() {
    SqlNode query = copy.query();
    String sql =
        query == null
            ? "SELECT "
                + items()
                + " FROM "
                + MosqlParser.toSql(Objects.requireNonNull(copy.table()))
            : MosqlParser.toSql(query);
    Catalog catalog = transaction.catalog();
    Prepared.Planned planned =
        session
            .rights()
            .planning(
                catalog,
                seen ->
                    session
                        .preparer()
                        .planned(
                            sql,
                            MosqlParser.parse(sql),
                            seen,
                            session.schema(),
                            session.settings().postgres().methods(),
                            List.of(),
                            session.preparer().compiler(seen),
                            session.interruption()));
    session.rights().require(planned.needs(), catalog);
    if (planned.slots().count() > 0) {
      throw SqlErrorMessage.COPY_WITH_PARAMETERS.error();
    }
    return planned;
  }

  private String items() {
    return copy.columns().isEmpty()
        ? "*"
        : copy.columns().stream()
            .map(column -> quoted(column.getSimple()))
            .collect(Collectors.joining(", "));
  }
}
