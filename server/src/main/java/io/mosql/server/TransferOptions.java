package io.mosql.server;

import io.mosql.server.csv.ProgressLine;
import io.mosql.sql.csv.CsvFormat;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of import and export: the database, the CSV format and progress messages. */
final class TransferOptions {
  @Option(
      names = "--url",
      required = true,
      defaultValue = "${env:MOSQL_URL}",
      paramLabel = "URL",
      description =
          "JDBC URL, such as jdbc:mosql:file:path (default: environment variable MOSQL_URL)")
  private String url;

  @Option(
      names = {"-q", "--quiet"},
      description = "no progress messages")
  private boolean quiet;

  @Option(
      names = "--no-header",
      description = "the first line is a row (default: it has the column names)")
  private boolean noHeader;

  @Option(
      names = "--delimiter",
      paramLabel = "CHAR",
      defaultValue = ",",
      description = "field delimiter; tab for a tabulator (default: a comma)")
  private String delimiter;

  @Option(
      names = "--quote",
      paramLabel = "CHAR",
      defaultValue = "\"",
      description = "quote of fields with delimiters, quotes or line ends (default: \")")
  private String quote;

  @Option(
      names = "--escape",
      paramLabel = "CHAR",
      description = "escape of a quote within quotes (default: the quote itself)")
  private @Nullable String escape;

  @Option(
      names = "--null",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "unquoted text for NULL (default: empty)")
  private String nullText;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      defaultValue = "UTF-8",
      description = "encoding of the file (default: ${DEFAULT-VALUE})")
  private String encoding;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  TransferOptions() {}

  Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }

  /**
   * Returns the progress line of a transfer.
   *
   * @param bytes total size, zero if it is not known
   */
  ProgressLine progress(CommandSpec spec, long bytes) {
    return new ProgressLine(spec.commandLine().getErr(), quiet, bytes, System::nanoTime);
  }

  boolean header() {
    return !noHeader;
  }

  /**
   * Returns the CSV format that the options describe.
   *
   * @throws ParameterException when the options contradict each other or are invalid
   */
  CsvFormat format(CommandSpec spec) {
    try {
      char quotes = character("--quote", quote, spec);
      return new CsvFormat(
          delimiter.equals("tab") ? '\t' : character("--delimiter", delimiter, spec),
          quotes,
          escape == null ? quotes : character("--escape", escape, spec),
          nullText,
          noHeader ? CsvFormat.Header.NONE : CsvFormat.Header.NAMES,
          Charset.forName(encoding));
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw new ParameterException(spec.commandLine(), "unknown encoding: " + encoding, e);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private static char character(String option, String value, CommandSpec spec) {
    if (value.length() != 1) {
      throw new ParameterException(spec.commandLine(), option + " must be a single character");
    }
    return value.charAt(0);
  }
}
