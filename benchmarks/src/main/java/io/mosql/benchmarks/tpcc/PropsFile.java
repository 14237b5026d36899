package io.mosql.benchmarks.tpcc;

import io.mosql.benchmarks.tpcc.run.TransactionMix;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Property file of BenchmarkSQL 5, read without changes. Properties without a meaning here (result
 * directory, collector scripts) are ignored. Immutable.
 */
final class PropsFile {
  private final Properties properties;

  private PropsFile(Properties properties) {
    this.properties = properties;
  }

  static PropsFile none() {
    return new PropsFile(new Properties());
  }

  static PropsFile read(Path file) throws IOException {
    try (Reader reader = Files.newBufferedReader(file)) {
      return read(reader);
    }
  }

  static PropsFile read(Reader reader) throws IOException {
    Properties properties = new Properties();
    properties.load(reader);
    return new PropsFile(properties);
  }

  @Nullable String driver() {
    return text("driver");
  }

  @Nullable String url() {
    return text("conn");
  }

  @Nullable String user() {
    return text("user");
  }

  @Nullable String password() {
    return properties.getProperty("password");
  }

  @Nullable Integer warehouses() {
    return number("warehouses");
  }

  @Nullable Integer loadWorkers() {
    return number("loadWorkers");
  }

  @Nullable Integer terminals() {
    return number("terminals");
  }

  /** Transactions per terminal; 0 when the file does not set it or selects a time limit. */
  int transactionsPerTerminal() {
    Integer value = number("runTxnsPerTerminal");
    return value == null ? 0 : value;
  }

  /** Minutes of the run; 0 when the file does not set it or selects a number of transactions. */
  int minutes() {
    Integer value = number("runMins");
    return value == null ? 0 : value;
  }

  int limitPerMinute() {
    Integer value = number("limitTxnsPerMin");
    return value == null ? 0 : value;
  }

  boolean warehouseFixed() {
    String value = text("terminalWarehouseFixed");
    return value == null || Boolean.parseBoolean(value);
  }

  TransactionMix mix() {
    return new TransactionMix(
        weight("newOrderWeight", TransactionMix.STANDARD.newOrder()),
        weight("paymentWeight", TransactionMix.STANDARD.payment()),
        weight("orderStatusWeight", TransactionMix.STANDARD.orderStatus()),
        weight("deliveryWeight", TransactionMix.STANDARD.delivery()),
        weight("stockLevelWeight", TransactionMix.STANDARD.stockLevel()));
  }

  private int weight(String name, int otherwise) {
    Integer value = number(name);
    return value == null ? otherwise : value;
  }

  private @Nullable String text(String name) {
    String value = properties.getProperty(name);
    return value == null || value.isBlank() ? null : value.strip();
  }

  private @Nullable Integer number(String name) {
    String value = text(name);
    if (value == null) {
      return null;
    }
    try {
      return Integer.valueOf(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " is not a number: " + value, e);
    }
  }
}
