package io.mosql.benchmarks.slt;

import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A part of the scripts of a corpus: each count-th of them.
 *
 * @param number of the part, from 1
 * @param count number of parts
 */
record CorpusShard(int number, int count) {
  /** Parser of the form {@code 2/4}. */
  static final class Converter implements ITypeConverter<CorpusShard> {
    @Override
    public CorpusShard convert(String text) {
      if (text.matches("\\d{1,4}/\\d{1,4}")) {
        int slash = text.indexOf('/');
        CorpusShard shard =
            new CorpusShard(
                Integer.parseInt(text.substring(0, slash)),
                Integer.parseInt(text.substring(slash + 1)));
        if (shard.number >= 1 && shard.number <= shard.count) {
          return shard;
        }
      }
      throw new TypeConversionException(text + " is not of the form 1/4");
    }
  }

  /**
   * Returns the elements of this shard; every shard has about the same share of each region of the
   * list.
   */
  <T> List<T> of(List<T> all) {
    return IntStream.range(0, all.size())
        .filter(i -> i % count == number - 1)
        .mapToObj(all::get)
        .toList();
  }

  @Override
  public String toString() {
    return number + "/" + count;
  }
}
