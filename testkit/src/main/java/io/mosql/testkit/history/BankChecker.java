package io.mosql.testkit.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A checker of histories of {@link TransactionStep.Add}, {@link TransactionStep.Scan} and {@link
 * TransactionStep.Total}, where each attempt moves amounts between accounts: every read of all
 * accounts has the same total, also half-way through the reader's own transfer, and also when the
 * reader fails later. At the end each account has its initial balance and all acknowledged amounts.
 * A rejection by the bound is right where an account may have been so low: by the amounts
 * acknowledged before the attempt began, and all amounts that may have been withdrawn before it
 * ended.
 */
public final class BankChecker {
  private final Map<Long, Long> initial;
  private final long total;
  private final long least;

  /**
   * @param initial balances by account
   * @param least minimum allowed balance
   */
  public BankChecker(Map<Long, Long> initial, long least) {
    this.initial = new TreeMap<>(initial);
    this.least = least;
    this.total = initial.values().stream().mapToLong(Long::longValue).sum();
  }

  /** An addition that has happened, or may have. */
  private record Change(Attempt attempt, long amount) {}

  /**
   * Finds the anomalies.
   *
   * @param last balances after all attempts had ended
   */
  public List<Anomaly> check(History history, Map<Long, Long> last) {
    AnomalyCollector findings = new AnomalyCollector();
    Map<Long, Long> low = new HashMap<>(initial);
    Map<Long, Long> high = new HashMap<>(initial);
    for (Attempt attempt : history.attempts()) {
      long own = 0;
      for (TransactionStep step : attempt.steps()) {
        if (step instanceof TransactionStep.Add add) {
          own += add.amount();
          count(attempt, add, low, high);
        } else if (step instanceof TransactionStep.Total seen) {
          require(seen.sum(), total + own, attempt, findings);
        } else if (step instanceof TransactionStep.Scan scan) {
          if (!scan.balances().keySet().equals(initial.keySet())) {
            findings.add(Anomaly.Kind.WRONG_TOTAL, "accounts are missing or too many", attempt);
          }
          if (scan.balances().values().stream().anyMatch(balance -> balance < least)) {
            findings.add(Anomaly.Kind.BROKEN_BOUND, "a balance is below " + least, attempt);
          }
          long sum = scan.balances().values().stream().mapToLong(Long::longValue).sum();
          require(sum, total + own, attempt, findings);
        }
      }
      if (own != 0 && attempt.outcome() != AttemptOutcome.FAILED) {
        throw new IllegalArgumentException("not a transfer: " + attempt);
      }
    }
    checkRefusals(history, findings);
    initial.forEach(
        (account, balance) -> {
          Long is = last.get(account);
          long from = low.getOrDefault(account, balance);
          long to = high.getOrDefault(account, balance);
          if (is == null || is < from || is > to) {
            String range = from == to ? String.valueOf(from) : from + " to " + to;
            findings.add(
                Anomaly.Kind.LOST_WRITE,
                "account " + account + " ends with " + is + " and should with " + range);
          }
        });
    long sum = last.values().stream().mapToLong(Long::longValue).sum();
    if (sum != total) {
      findings.add(Anomaly.Kind.WRONG_TOTAL, "the accounts end with " + sum + " and not " + total);
    }
    return findings.all();
  }

  private void checkRefusals(History history, AnomalyCollector findings) {
    Map<Long, List<Change>> changes = new HashMap<>();
    for (Attempt attempt : history.attempts()) {
      if (attempt.outcome() != AttemptOutcome.FAILED) {
        additions(attempt)
            .forEach(
                add ->
                    changes
                        .computeIfAbsent(add.key(), key -> new ArrayList<>())
                        .add(new Change(attempt, add.amount())));
      }
    }
    for (Attempt attempt : history.attempts()) {
      boolean isFalse =
          attempt.steps().stream().anyMatch(TransactionStep.Refused.class::isInstance)
              && additions(attempt).stream()
                  .allMatch(
                      add ->
                          lowest(attempt, add.key(), changes.getOrDefault(add.key(), List.of()))
                                  + add.amount()
                              >= least);
      if (isFalse) {
        findings.add(
            Anomaly.Kind.FALSE_REFUSAL, "no account can have been so low that moment", attempt);
      }
    }
  }

  private static List<TransactionStep.Add> additions(Attempt attempt) {
    return attempt.steps().stream()
        .filter(TransactionStep.Add.class::isInstance)
        .map(TransactionStep.Add.class::cast)
        .toList();
  }

  /** The lowest possible balance during an attempt. */
  private long lowest(Attempt attempt, long account, List<Change> changes) {
    long balance = initial.getOrDefault(account, 0L);
    for (Change change : changes) {
      boolean sure = change.attempt().settled() < attempt.invoked();
      boolean possible = change.attempt().invoked() < attempt.ended();
      if (sure || possible && change.amount() < 0) {
        balance += change.amount();
      }
    }
    return balance;
  }

  private static void count(
      Attempt attempt, TransactionStep.Add add, Map<Long, Long> low, Map<Long, Long> high) {
    boolean sure = attempt.outcome() == AttemptOutcome.OK;
    boolean possible = attempt.outcome() != AttemptOutcome.FAILED;
    if (sure || (possible && add.amount() < 0)) {
      low.merge(add.key(), add.amount(), Long::sum);
    }
    if (sure || (possible && add.amount() > 0)) {
      high.merge(add.key(), add.amount(), Long::sum);
    }
  }

  private static void require(long sum, long expected, Attempt attempt, AnomalyCollector findings) {
    if (sum != expected) {
      findings.add(Anomaly.Kind.WRONG_TOTAL, "a total of " + sum + " and not " + expected, attempt);
    }
  }
}
