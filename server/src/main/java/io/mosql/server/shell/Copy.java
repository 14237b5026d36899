package io.mosql.server.shell;

import io.mosql.server.transfer.CountedInput;
import io.mosql.server.transfer.CountedOutput;
import io.mosql.server.transfer.ImportException;
import io.mosql.server.transfer.ProgressLine;
import io.mosql.server.transfer.TableDump;
import io.mosql.server.transfer.TableLoad;
import io.mosql.sql.csv.CsvException;
import io.mosql.sql.csv.CsvFormat;
import io.mosql.sql.csv.CsvRecords;
import io.mosql.sql.csv.CsvText;
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
 * Runs a {@code \copy}: the file is this machine's, the rows travel over the connection. In an open
 * transaction they are part of it, and gone from it after an error; else they are a transaction of
 * their own, or one for each batch.
 */
final class Copy {
  private static final int BUFFER = 64 << 10;
  private static final int SENT_ROWS = 1_000;

  private final Workspace workspace;
  private final CopyArguments arguments;
  private final Path file;

  Copy(Workspace workspace, CopyArguments arguments) {
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
      throw new ShellException("there is no file " + e.getMessage(), e);
    } catch (FileAlreadyExistsException e) {
      throw new ShellException(file + " exists; the option overwrite replaces it", e);
    } catch (CharacterCodingException e) {
      throw new ShellException("the text is not in " + arguments.format().charset(), e);
    } catch (CsvException e) {
      throw new ShellException("line " + e.line() + ": " + e.getMessage(), e);
    } catch (ImportException e) {
      throw new ShellException(Objects.requireNonNull(e.getMessage()), e);
    } finally {
      workspace.interrupts().running(null);
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
      throw new ShellException("the option batch commits, which a transaction of yours forbids");
    }
    ProgressLine progress = progress(Files.size(file));
    CsvFormat format = arguments.format();
    try (CountedInput counted = new CountedInput(Files.newInputStream(file));
        CsvRecords records = new CsvRecords(unpacked(counted), format)) {
      if (joins) {
        joining(connection, records, counted, progress);
      } else {
        alone(connection, records, counted, progress);
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

  /** Loads in the transaction that is open; an error takes back what was loaded. */
  private void joining(
      Connection connection, CsvRecords records, CountedInput counted, ProgressLine progress)
      throws SQLException, ImportException, ShellException {
    execute(connection, "SAVEPOINT mosql_copy");
    try {
      load(connection, records, counted, progress, TableLoad.Commits.NEVER);
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

  private void alone(
      Connection connection, CsvRecords records, CountedInput counted, ProgressLine progress)
      throws SQLException, ImportException, ShellException {
    TableLoad.Commits commits =
        arguments.batch() > 0 ? TableLoad.Commits.EACH_BATCH : TableLoad.Commits.AT_END;
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
      CsvRecords records,
      CountedInput counted,
      ProgressLine progress,
      TableLoad.Commits commits)
      throws SQLException, ImportException, ShellException {
    int batch = arguments.batch() > 0 ? arguments.batch() : SENT_ROWS;
    TableLoad.Pace pace = new TableLoad.Pace(batch, commits);
    try (TableLoad load =
        new TableLoad(connection, arguments.source(), arguments.columnNames(), pace)) {
      workspace.interrupts().running(load::cancel);
      if (arguments.format().hasHeader()) {
        header(records.texts(), load.columnNames());
      }
      long rows =
          load.run(
              records,
              done -> {
                progress.at(done, counted.count());
                stopIfWanted();
              });
      progress.done("copied", rows, counted.count());
    } catch (Stopped e) {
      throw new ShellException("the copy was ended by the user", e);
    }
  }

  private void header(@Nullable List<@Nullable String> texts, List<String> names)
      throws ShellException {
    if (arguments.format().header() == CsvFormat.Header.MATCH && !names.equals(texts)) {
      throw new ShellException("line 1: the header is not " + String.join(",", names));
    }
  }

  /** The person wants no more of it; on its way through a loop. */
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stopped() {
      super(null, null, false, false);
    }
  }

  private void stopIfWanted() {
    if (workspace.interrupts().isWanted()) {
      throw new Stopped();
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
    try (CountedOutput counted = new CountedOutput(new BufferedOutputStream(out, BUFFER));
        CsvText text = new CsvText(counted, arguments.format());
        TableDump dump = new TableDump(connection)) {
      workspace.interrupts().running(dump::cancel);
      long rows =
          dump.run(
              query,
              text,
              done -> {
                progress.at(done, counted.count());
                stopIfWanted();
              });
      progress.done("copied", rows, counted.count());
    } catch (SQLException e) {
      progress.interrupt();
      throw e;
    } catch (Stopped e) {
      throw new ShellException("the copy was ended by the user", e);
    }
  }
}
