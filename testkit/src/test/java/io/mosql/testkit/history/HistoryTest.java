package io.mosql.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HistoryTest {
  @Test
  void isReadAsItWasWritten() {
    History history =
        new History(
            List.of(
                new Attempt(
                    1,
                    5,
                    9,
                    AttemptOutcome.UNKNOWN,
                    List.of(
                        new TransactionStep.Append(1, 17),
                        new TransactionStep.ReadList(2, List.of(3L, 5L)),
                        new TransactionStep.ReadList(2, List.of()),
                        new TransactionStep.Write(1, -9),
                        new TransactionStep.ReadValue(2, null),
                        new TransactionStep.ReadValue(2, 8L),
                        new TransactionStep.Add(1, -5),
                        new TransactionStep.Scan(Map.of(2L, -6L, 1L, 5L)),
                        new TransactionStep.Total(11),
                        new TransactionStep.Refused())),
                new Attempt(0, 1, 4, AttemptOutcome.OK, List.of())));
    assertThat(history)
        .hasToString(
            "0 1 4 ok\n"
                + "1 5 9 unknown append(1,17) list(2)=[3,5] list(2)=[] write(1,-9) read(2)=null"
                + " read(2)=8 add(1,-5) scan={1:5,2:-6} total=11 refused\n");
    assertThat(History.parse("# a comment\n\n" + history)).isEqualTo(history);
    assertThat(history.count(AttemptOutcome.OK)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 1 4",
        "0 4 1 ok",
        "0 1 4 perhaps",
        "x 1 4 ok",
        "0 1 4 ok append(1)",
        "0 1 4 ok append(1,x)",
        "0 1 4 ok list(1)",
        "0 1 4 ok list(1)=1,2",
        "0 1 4 ok read=1",
        "0 1 4 ok scan={1}",
        "0 1 4 ok total",
        "0 1 4 ok dance(1,2)"
      })
  void refusesWhatIsNoHistory(String line) {
    assertThatThrownBy(() -> History.parse(line)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void recordsWhatClientsDoInTheOrderOfTheClock() throws Exception {
    HistoryRecorder recorder = new HistoryRecorder(Long.MAX_VALUE);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Void>> clients = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int client = i;
        clients.add(
            () -> {
              for (int n = 0; n < 500; n++) {
                HistoryRecorder.Running running = recorder.begin(client);
                running.add(new TransactionStep.Append(client, n));
                running.end(AttemptOutcome.OK);
              }
              return null;
            });
      }
      for (Future<Void> done : threads.invokeAll(clients)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
    History history = recorder.history();
    assertThat(history.attempts()).hasSize(2000);
    assertThat(history.attempts().stream().map(Attempt::invoked))
        .doesNotHaveDuplicates()
        .isSorted();
    for (int client = 0; client < 4; client++) {
      int of = client;
      List<Attempt> own =
          history.attempts().stream().filter(attempt -> attempt.client() == of).toList();
      for (int i = 1; i < own.size(); i++) {
        assertThat(own.get(i).invoked()).isGreaterThan(own.get(i - 1).ended());
      }
    }
  }

  @Test
  void keepsItsMemoryWithinBounds() {
    HistoryRecorder recorder = new HistoryRecorder(10);
    HistoryRecorder.Running running = recorder.begin(0);
    running.add(new TransactionStep.ReadList(1, List.of(1L, 2L, 3L, 4L)));
    running.end(AttemptOutcome.OK);
    assertThat(recorder.hasRoom()).isTrue();
    HistoryRecorder.Running other = recorder.begin(0);
    assertThatThrownBy(recorder::history).isInstanceOf(IllegalStateException.class);
    other.add(new TransactionStep.Scan(Map.of(1L, 1L, 2L, 2L)));
    other.end(AttemptOutcome.FAILED);
    assertThat(recorder.hasRoom()).isFalse();
    assertThatThrownBy(() -> other.end(AttemptOutcome.OK))
        .isInstanceOf(IllegalStateException.class);
    assertThat(recorder.history().attempts()).hasSize(2);
  }
}
