package io.mosql.server;

import io.mosql.sql.csv.CsvFormat;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options for the CSV format, shared by import and export. */
final class CsvOptions {
  @Option(
      names = "--no-header",
      description = "The first line is a row like the others (default: it names the columns).")
  private boolean noHeader;

  @Option(
      names = "--delimiter",
      paramLabel = "CHAR",
      defaultValue = ",",
      description = "Between fields; tab for a tabulator (default: a comma).")
  private String delimiter;

  @Option(
      names = "--quote",
      paramLabel = "CHAR",
      defaultValue = "\"",
      description = "Around fields that hold delimiters, quotes or line ends (default: \").")
  private String quote;

  @Option(
      names = "--escape",
      paramLabel = "CHAR",
      description = "Before a quote within quotes (default: the quote, doubled).")
  private @Nullable String escape;

  @Option(
      names = "--null",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Stands for NULL where it is not quoted (default: nothing).")
  private String nullText;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      defaultValue = "UTF-8",
      description = "Of the file's bytes (default: ${DEFAULT-VALUE}).")
  private String encoding;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  CsvOptions() {}

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
      throw new ParameterException(spec.commandLine(), "There is no encoding " + encoding, e);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private static char character(String option, String value, CommandSpec spec) {
    if (value.length() != 1) {
      throw new ParameterException(spec.commandLine(), option + " takes a single character");
    }
    return value.charAt(0);
  }
}
