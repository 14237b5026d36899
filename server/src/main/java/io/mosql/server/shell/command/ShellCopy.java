package io.mosql.server.shell.command;

import io.mosql.server.csv.CountingInputStream;
import io.mosql.server.csv.CountingOutputStream;
import io.mosql.server.csv.ImportException;
import io.mosql.server.csv.ProgressLine;
import io.mosql.server.csv.TableExport;
import io.mosql.server.csv.TableImport;
import io.mosql.server.shell.input.ShellException;
import io.mosql.sql.csv.CsvException;
import io.mosql.sql.csv.CsvFormat;
import io.mosql.sql.csv.CsvRecordReader;
import io.mosql.sql.csv.CsvWriter;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Implementation of {@code \copy}: the file is local, the rows are sent over the connection. In an
 * open transaction the rows are part of it, and an error rolls back to a savepoint before them;
 * otherwise they form one transaction, or one per batch.
 */
final class ShellCopy {
  private static final int BUFFER = 64 << 10;
  private static final int SENT_ROWS = 1_000;

  private final ShellContext workspace;
  private final CopyArguments arguments;
  private final Path file;

  ShellCopy(ShellContext workspace, CopyArguments arguments) {
    this.workspace = workspace;
    this.arguments = arguments;
    this.file = Path.of(arguments.file());
  }

  void run() throws ShellException, SQLException, IOException {
    try {
      if (arguments.isImport()) {
        read();
      } else {
        write();
      }
    } catch (NoSuchFileException e) {
      throw new ShellException("no such file: " + e.getMessage(), e);
    } catch (FileAlreadyExistsException e) {
      throw new ShellException(
          "file exists: " + file + "; use the option overwrite to replace it", e);
    } catch (CharacterCodingException e) {
      throw new ShellException("invalid character for encoding " + arguments.format().charset(), e);
    } catch (CsvException e) {
      throw new ShellException("line " + e.line() + ": " + e.getMessage(), e);
    } catch (ImportException e) {
      throw new ShellException(Objects.requireNonNull(e.getMessage()), e);
    } finally {
      workspace.interrupts().setRunning(null);
    }
  }

  private ProgressLine progress(long bytes) {
    boolean quiet = workspace.settings().quiet();
    return new ProgressLine(workspace.output().messages(), quiet, bytes, System::nanoTime);
  }

  // ---- from ----

  private void read() throws ShellException, SQLException, IOException, ImportException {
    Connection connection = workspace.link().connection();
    boolean joins = workspace.link().transaction().isOpen() || !connection.getAutoCommit();
    if (joins && arguments.batch() > 0) {
      throw new ShellException("option batch cannot be used inside a transaction block");
    }
    ProgressLine progress = progress(Files.size(file));
    CsvFormat format = arguments.format();
    try (CountingInputStream counted = new CountingInputStream(Files.newInputStream(file));
        CsvRecordReader records = new CsvRecordReader(unpacked(counted), format)) {
      if (joins) {
        loadInOpenTransaction(connection, records, counted, progress);
      } else {
        loadInOwnTransaction(connection, records, counted, progress);
      }
    } catch (SQLException | CsvException | ImportException e) {
      progress.interrupt();
      throw e;
    }
  }

  private InputStream unpacked(InputStream in) throws IOException {
    return arguments.file().endsWith(".gz")
        ? new GZIPInputStream(in, BUFFER)
        : new BufferedInputStream(in, BUFFER);
  }

  /** Loads rows in the open transaction; an error undoes the load. */
  private void loadInOpenTransaction(
      Connection connection,
      CsvRecordReader records,
      CountingInputStream counted,
      ProgressLine progress)
      throws SQLException, ImportException, ShellException {
    execute(connection, "SAVEPOINT mosql_copy");
    try {
      load(connection, records, counted, progress, TableImport.Commits.NEVER);
    } catch (SQLException | CsvException | ImportException | ShellException e) {
      execute(connection, "ROLLBACK TO SAVEPOINT mosql_copy");
      throw e;
    }
    execute(connection, "RELEASE SAVEPOINT mosql_copy");
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void loadInOwnTransaction(
      Connection connection,
      CsvRecordReader records,
      CountingInputStream counted,
      ProgressLine progress)
      throws SQLException, ImportException, ShellException {
    TableImport.Commits commits =
        arguments.batch() > 0 ? TableImport.Commits.EACH_BATCH : TableImport.Commits.AT_END;
    connection.setAutoCommit(false);
    try {
      load(connection, records, counted, progress, commits);
    } catch (SQLException | CsvException | ImportException | ShellException e) {
      connection.rollback();
      throw e;
    } finally {
      if (!connection.isClosed()) {
        connection.setAutoCommit(true);
      }
    }
  }

  private void load(
      Connection connection,
      CsvRecordReader records,
      CountingInputStream counted,
      ProgressLine progress,
      TableImport.Commits commits)
      throws SQLException, ImportException, ShellException {
    int batch = arguments.batch() > 0 ? arguments.batch() : SENT_ROWS;
    TableImport.BatchPolicy pace = new TableImport.BatchPolicy(batch, commits);
    try (TableImport load =
        new TableImport(connection, arguments.source(), arguments.columnNames(), pace)) {
      workspace.interrupts().setRunning(load::cancel);
      if (arguments.format().hasHeader()) {
        header(records.texts(), load.columnNames());
      }
      long rows =
          load.run(
              records,
              done -> {
                progress.update(done, counted.count());
                stopIfInterrupted();
              });
      progress.done("copied", rows, counted.count());
    } catch (CopyInterruptedException e) {
      throw new ShellException("canceling \\copy due to user request", e);
    }
  }

  private void header(@Nullable List<@Nullable String> texts, List<String> names)
      throws ShellException {
    if (arguments.format().header() == CsvFormat.Header.MATCH && !names.equals(texts)) {
      throw new ShellException("line 1: header mismatch; expected " + String.join(",", names));
    }
  }

  /** Carries an interrupt by the user out of the copy loop. */
  private static final class CopyInterruptedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CopyInterruptedException() {
      super(null, null, false, false);
    }
  }

  private void stopIfInterrupted() {
    if (workspace.interrupts().isInterrupted()) {
      throw new CopyInterruptedException();
    }
  }

  // ---- to ----

  private void write() throws ShellException, SQLException, IOException {
    if (!arguments.overwrite() && Files.exists(file)) {
      throw new FileAlreadyExistsException(arguments.file());
    }
    Connection connection = workspace.link().connection();
    Path part = file.resolveSibling(file.getFileName() + ".part");
    OpenOption[] anew = {
      StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE
    };
    try (OutputStream out = Files.newOutputStream(part, anew)) {
      dump(connection, arguments.file().endsWith(".gz") ? new GZIPOutputStream(out, BUFFER) : out);
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private void dump(Connection connection, OutputStream out)
      throws SQLException, IOException, ShellException {
    List<String> columns = arguments.columns();
    String names = columns.isEmpty() ? "*" : String.join(", ", columns);
    String query =
        arguments.isQuery()
            ? arguments.source()
            : "SELECT " + names + " FROM " + arguments.source();
    ProgressLine progress = progress(0);
    try (CountingOutputStream counted =
            new CountingOutputStream(new BufferedOutputStream(out, BUFFER));
        CsvWriter text = new CsvWriter(counted, arguments.format());
        TableExport dump = new TableExport(connection)) {
      workspace.interrupts().setRunning(dump::cancel);
      long rows =
          dump.run(
              query,
              text,
              done -> {
                progress.update(done, counted.count());
                stopIfInterrupted();
              });
      progress.done("copied", rows, counted.count());
    } catch (SQLException e) {
      progress.interrupt();
      throw e;
    } catch (CopyInterruptedException e) {
      throw new ShellException("canceling \\copy due to user request", e);
    }
  }
}
