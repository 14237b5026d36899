package io.mosql.benchmarks.testbed;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Number of threads that may work on a query: a number, or {@code all} for all processors. */
public final class QueryThreads implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String value) {
    int threads =
        value.equalsIgnoreCase("all")
            ? Runtime.getRuntime().availableProcessors()
            : Integer.parseInt(value);
    if (threads < 1) {
      throw new TypeConversionException("a query has at least one thread");
    }
    return threads;
  }
}
