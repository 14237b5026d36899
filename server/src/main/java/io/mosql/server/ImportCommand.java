package io.mosql.server;

import io.mosql.server.csv.CountingInputStream;
import io.mosql.server.csv.ImportException;
import io.mosql.server.csv.ProgressLine;
import io.mosql.server.csv.TableImport;
import io.mosql.sql.csv.CsvException;
import io.mosql.sql.csv.CsvFormat;
import io.mosql.sql.csv.CsvRecordReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Command that reads rows of a CSV file into a table over JDBC, in batches of a prepared INSERT.
 * The first error ends the import: the error is printed with its line number, and batches committed
 * before it remain.
 */
@Command(
    name = "import",
    description = "Loads rows of a CSV file into a table.",
    mixinStandardHelpOptions = true)
final class ImportCommand implements Callable<Integer> {
  private static final int READ_BUFFER = 64 << 10;

  @Parameters(index = "0", paramLabel = "TABLE", description = "target table")
  private String table;

  @Parameters(
      index = "1",
      paramLabel = "FILE",
      description = "CSV file; - for standard input; .gz files are decompressed")
  private String file;

  @Mixin private TransferOptions options;

  @Option(
      names = "--columns",
      split = ",",
      paramLabel = "NAME",
      description = "columns of the fields (default: those of the header, else all)")
  private @Nullable List<String> columns;

  @Option(
      names = "--batch",
      defaultValue = "5000",
      paramLabel = "ROWS",
      description = "rows of a batch and of a transaction (default: ${DEFAULT-VALUE})")
  private int batch;

  @Option(names = "--single-transaction", description = "commit once, at the end")
  private boolean singleTransaction;

  @Spec private CommandSpec spec;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  ImportCommand() {}

  @Override
  public Integer call() throws IOException {
    if (batch < 1 || batch > 1_000_000) {
      throw new ParameterException(spec.commandLine(), "--batch must be between 1 and 1000000");
    }
    CsvFormat format = options.format(spec);
    long bytes = file.equals("-") ? 0 : size(Path.of(file));
    ProgressLine progress = options.progress(spec, bytes);
    try (CountingInputStream counted = new CountingInputStream(opened());
        CsvRecordReader records = new CsvRecordReader(unpacked(counted), format);
        Connection connection = options.connect()) {
      List<String> named = named(records);
      connection.setAutoCommit(false);
      TableImport.Commits commits =
          singleTransaction ? TableImport.Commits.AT_END : TableImport.Commits.EACH_BATCH;
      TableImport load =
          new TableImport(connection, table, named, new TableImport.BatchPolicy(batch, commits));
      try (load) {
        long rows = load.run(records, done -> progress.update(done, counted.count()));
        progress.done("imported", rows, counted.count());
      } catch (SQLException | CsvException | ImportException e) {
        progress.interrupt();
        connection.rollback();
        throw e;
      }
      return 0;
    } catch (SQLException e) {
      SqlCommand.report(e, spec.commandLine().getErr());
      return 1;
    } catch (CsvException e) {
      return failed("line " + e.line() + ": " + e.getMessage());
    } catch (ImportException e) {
      return failed(Objects.requireNonNull(e.getMessage()));
    }
  }

  private int failed(String message) {
    spec.commandLine().getErr().println("ERROR " + message);
    spec.commandLine().getErr().flush();
    return 1;
  }

  private long size(Path path) throws IOException {
    try {
      return Files.size(path);
    } catch (NoSuchFileException e) {
      throw new ParameterException(spec.commandLine(), "no such file: " + file, e);
    }
  }

  private InputStream opened() throws IOException {
    return file.equals("-") ? System.in : Files.newInputStream(Path.of(file));
  }

  private InputStream unpacked(InputStream in) throws IOException {
    return file.endsWith(".gz")
        ? new GZIPInputStream(in, READ_BUFFER)
        : new BufferedInputStream(in, READ_BUFFER);
  }

  /** Returns the columns that the fields are assigned to; empty for all columns of the table. */
  private List<String> named(CsvRecordReader records) {
    List<@Nullable String> header = options.header() ? records.texts() : null;
    if (columns != null) {
      return columns.stream().map(String::strip).toList();
    }
    if (header == null) {
      return List.of();
    }
    List<String> names = new ArrayList<>();
    for (String name : header) {
      names.add(name == null ? "" : name);
    }
    return names;
  }
}
