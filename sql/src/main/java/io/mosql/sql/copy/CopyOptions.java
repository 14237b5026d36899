package io.mosql.sql.copy;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.csv.CsvFormat;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.parser.ast.admin.CopyStatement;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options of a COPY, validated.
 *
 * @param batch rows after which COPY FROM commits; 0 for one statement of its transaction
 * @param overwrite whether COPY TO may replace a file
 */
public record CopyOptions(CsvFormat format, int batch, boolean overwrite) {
  /** Rows of a batch are kept in memory until it commits. */
  private static final int BATCH_MAX = 1_000_000;

  /**
   * Validates the options of a statement.
   *
   * @throws MosqlException 42601 for an option that is unknown or named twice, 22023 for an invalid
   *     value, 0A000 for an unsupported format
   */
  public static CopyOptions of(CopyStatement copy) {
    Reading reading = new Reading(copy.direction());
    copy.options().forEach(reading::read);
    return reading.result();
  }

  /** The options read so far. Not thread-safe. */
  private static final class Reading {
    private final CopyStatement.Direction direction;
    private final Set<String> seen = new HashSet<>();
    private char delimiter = CsvFormat.DEFAULT.delimiter();
    private char quote = CsvFormat.DEFAULT.quote();
    private @Nullable Character escape;
    private String nullText = CsvFormat.DEFAULT.nullText();
    private CsvFormat.Header header = CsvFormat.Header.NONE;
    private Charset charset = StandardCharsets.UTF_8;
    private int batch;
    private boolean overwrite;

    Reading(CopyStatement.Direction direction) {
      this.direction = direction;
    }

    void read(CopyStatement.Option option) {
      if (!seen.add(option.name())) {
        throw SqlErrorMessage.COPY_OPTION_TWICE.error(option.name());
      }
      switch (option.name()) {
        case "FORMAT" -> format(value(option));
        case "HEADER" -> header = header(option);
        case "DELIMITER" -> delimiter = character(option);
        case "NULL" -> nullText = value(option);
        case "QUOTE" -> quote = character(option);
        case "ESCAPE" -> escape = character(option);
        case "ENCODING" -> charset = charset(value(option));
        case "BATCH" -> batch = batch(option);
        case "OVERWRITE" -> {
          only(CopyStatement.Direction.TO, option);
          overwrite = flag(option);
        }
        default -> throw SqlErrorMessage.UNKNOWN_COPY_OPTION.error(option.name());
      }
    }

    private void only(CopyStatement.Direction wanted, CopyStatement.Option option) {
      if (direction != wanted) {
        throw SqlErrorMessage.COPY_OPTION_OF_OTHER_DIRECTION.error(option.name(), wanted);
      }
    }

    private static String value(CopyStatement.Option option) {
      String value = option.value();
      if (value == null) {
        throw SqlErrorMessage.COPY_OPTION_WITHOUT_VALUE.error(option.name());
      }
      return value;
    }

    private static void format(String value) {
      if (!value.equalsIgnoreCase("csv")) {
        throw SqlErrorMessage.COPY_FORMAT_UNSUPPORTED.error(value);
      }
    }

    private CsvFormat.Header header(CopyStatement.Option option) {
      if ("match".equalsIgnoreCase(option.value())) {
        only(CopyStatement.Direction.FROM, option);
        return CsvFormat.Header.MATCH;
      }
      return flag(option) ? CsvFormat.Header.NAMES : CsvFormat.Header.NONE;
    }

    private static boolean flag(CopyStatement.Option option) {
      String value = option.value();
      if (value == null) {
        return true;
      }
      return switch (value.toLowerCase(Locale.ROOT)) {
        case "true", "on", "1" -> true;
        case "false", "off", "0" -> false;
        default -> throw SqlErrorMessage.COPY_OPTION_NOT_BOOLEAN.error(option.name());
      };
    }

    private static char character(CopyStatement.Option option) {
      String value = value(option);
      if (value.length() != 1) {
        throw SqlErrorMessage.COPY_OPTION_NOT_CHARACTER.error(option.name());
      }
      return value.charAt(0);
    }

    private static Charset charset(String value) {
      try {
        return Charset.forName(value);
      } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
        throw SqlErrorMessage.UNRECOGNIZED_ENCODING.causedBy(e, value);
      }
    }

    private int batch(CopyStatement.Option option) {
      only(CopyStatement.Direction.FROM, option);
      try {
        int rows = Integer.parseInt(value(option));
        if (rows >= 1 && rows <= BATCH_MAX) {
          return rows;
        }
      } catch (NumberFormatException e) {
        throw SqlErrorMessage.COPY_BATCH_OUT_OF_RANGE.causedBy(e, BATCH_MAX);
      }
      throw SqlErrorMessage.COPY_BATCH_OUT_OF_RANGE.error(BATCH_MAX);
    }

    CopyOptions result() {
      try {
        char escaping = escape == null ? quote : escape;
        return new CopyOptions(
            new CsvFormat(delimiter, quote, escaping, nullText, header, charset), batch, overwrite);
      } catch (IllegalArgumentException e) {
        throw SqlErrorMessage.COPY_OPTIONS_CONFLICT.causedBy(e, e.getMessage());
      }
    }
  }
}
