package io.mosql.server;

import io.mosql.server.csv.CountingOutputStream;
import io.mosql.server.csv.ProgressLine;
import io.mosql.server.csv.TableExport;
import io.mosql.sql.csv.CsvFormat;
import io.mosql.sql.csv.CsvWriter;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Command that writes a table or the result of a query to a CSV file over JDBC. The file receives
 * its final name only when it is complete.
 */
@Command(
    name = "export",
    description = "Writes the rows of a table or of a query to a CSV file.",
    customSynopsis = {
      "mosql export [OPTIONS] TABLE FILE",
      "       mosql export [OPTIONS] --query=SQL FILE"
    },
    mixinStandardHelpOptions = true)
final class ExportCommand implements Callable<Integer> {
  private static final int WRITE_BUFFER = 64 << 10;

  @Parameters(
      arity = "1..2",
      paramLabel = "TABLE FILE",
      description = {
        "table, unless --query is given, and CSV file;",
        "- for standard output; .gz files are compressed"
      })
  private List<String> arguments;

  @Option(
      names = "--query",
      paramLabel = "SQL",
      description = "query whose rows are written, instead of a table")
  private @Nullable String query;

  @Mixin private TransferOptions options;

  @Option(names = "--overwrite", description = "replace an existing file")
  private boolean overwrite;

  @Spec private CommandSpec spec;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  ExportCommand() {}

  @Override
  public Integer call() throws IOException {
    if (arguments.size() != (query == null ? 2 : 1)) {
      throw new ParameterException(
          spec.commandLine(), "expected a table and a file, or --query and a file");
    }
    CsvFormat format = options.format(spec);
    String file = arguments.get(arguments.size() - 1);
    String sql = query == null ? "SELECT * FROM " + arguments.get(0) : query;
    try {
      if (file.equals("-")) {
        write(sql, format, unclosed(System.out));
      } else {
        writeFile(sql, format, Path.of(file));
      }
      return 0;
    } catch (SQLException e) {
      SqlCommand.report(e, spec.commandLine().getErr());
      return 1;
    } catch (CharacterCodingException e) {
      spec.commandLine()
          .getErr()
          .println("ERROR character with no equivalent in encoding " + format.charset());
      return 1;
    }
  }

  private void writeFile(String sql, CsvFormat format, Path file) throws SQLException, IOException {
    if (!overwrite && Files.exists(file)) {
      throw new ParameterException(
          spec.commandLine(), "file exists: " + file + "; use --overwrite to replace it");
    }
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      OutputStream out =
          Files.newOutputStream(
              part,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE);
      OutputStream packed =
          file.toString().endsWith(".gz") ? new GZIPOutputStream(out, WRITE_BUFFER) : out;
      write(sql, format, packed);
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static OutputStream unclosed(OutputStream out) {
    return new FilterOutputStream(out) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
      }

      @Override
      public void close() throws IOException {
        flush();
      }
    };
  }

  /** Writes all rows and closes the stream. */
  private void write(String sql, CsvFormat format, OutputStream out)
      throws SQLException, IOException {
    ProgressLine progress = options.progress(spec, 0);
    try (CountingOutputStream counted =
            new CountingOutputStream(new BufferedOutputStream(out, WRITE_BUFFER));
        CsvWriter text = new CsvWriter(counted, format);
        Connection connection = options.connect()) {
      // Some drivers fetch rows in portions only inside a transaction.
      connection.setAutoCommit(false);
      try (TableExport dump = new TableExport(connection)) {
        long rows = dump.run(sql, text, done -> progress.update(done, counted.count()));
        progress.done("exported", rows, counted.count());
      } catch (SQLException e) {
        progress.interrupt();
        throw e;
      } finally {
        connection.rollback();
      }
    }
  }
}
