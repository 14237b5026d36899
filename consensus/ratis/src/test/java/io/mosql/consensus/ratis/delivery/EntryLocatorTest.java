package io.mosql.consensus.ratis.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.LogStamp;
import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The mapping of records to entries. */
final class EntryLocatorTest {
  @Test
  void findsWhatWasAdded() {
    SeededRandom random = new SeededRandom(7);
    EntryLocator runs = new EntryLocator(LogStamp.START);
    List<LogStamp> stamps = new ArrayList<>();
    long entry = 0;
    long term = 1;
    for (int i = 1; i <= 2000; i++) {
      entry += random.percent(2) ? 2 : 1;
      term += random.percent(1) ? 1 : 0;
      LogStamp stamp = new LogStamp(i, term, entry);
      stamps.add(stamp);
      runs.add(stamp);
    }
    for (LogStamp stamp : stamps) {
      assertThat(runs.find(stamp.index())).isEqualTo(stamp);
    }
    assertThat(runs.find(0)).isNull();
    assertThat(runs.find(2001)).isNull();
    int before = runs.size();
    assertThat(before).isLessThan(150);
    runs.forget(1500);
    assertThat(runs.size()).isLessThan(before);
    assertThat(runs.find(1500)).isEqualTo(stamps.get(1499));
    assertThat(runs.find(2000)).isEqualTo(stamps.get(1999));
    assertThat(runs.find(1)).isNull();
  }
}
