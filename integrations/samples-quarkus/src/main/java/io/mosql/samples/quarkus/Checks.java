package io.mosql.samples.quarkus;

import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import jakarta.persistence.OptimisticLockException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Runs the checks, each with rows of its own, and writes a line for each: its name, and if it fails
 * the SQLSTATE or exception.
 */
@QuarkusMain
public class Checks implements QuarkusApplication {
  private final Bank bank;

  Checks(Bank bank) {
    this.bank = bank;
  }

  @Override
  public int run(String... arguments) {
    Map<String, Callable<Boolean>> checks = new LinkedHashMap<>();
    checks.put("generatedKeys", this::generatedKeys);
    checks.put("queriesAndPages", this::queriesAndPages);
    checks.put("bulkUpdateAndDelete", this::bulkUpdateAndDelete);
    checks.put("nativeQuery", this::nativeQuery);
    checks.put("plainConnection", () -> bank.countWithOneMore("plain") == 1);
    checks.put("rollbackOfFailure", this::rollbackOfFailure);
    checks.put("newTransaction", this::newTransaction);
    checks.put("uniqueViolation", this::uniqueViolation);
    checks.put("optimisticLock", this::optimisticLock);
    checks.put("pessimisticLock", this::pessimisticLock);
    checks.forEach((name, check) -> System.out.println(name + " " + result(check)));
    return 0;
  }

  private static String result(Callable<Boolean> check) {
    try {
      return check.call() ? "passes" : "wrong result";
    } catch (Exception e) {
      SQLException cause = sqlException(e);
      return cause == null ? e.toString() : cause.getSQLState() + " " + cause.getMessage();
    }
  }

  private static SQLException sqlException(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException e) {
        return e;
      }
    }
    return null;
  }

  private static <E extends Exception> E failure(Class<E> type, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (type.isInstance(cause)) {
          return type.cast(cause);
        }
      }
      throw e;
    }
    throw new IllegalStateException("no failure");
  }

  private boolean generatedKeys() {
    long first = bank.open("key", 5);
    return bank.find(first).balance == 5 && bank.open("key2", 5) > first;
  }

  private boolean queriesAndPages() {
    bank.openAll(List.of("page1", "page2", "page3"));
    return bank.owners("page%", 1, 1).equals(List.of("page2"));
  }

  private boolean bulkUpdateAndDelete() {
    bank.openAll(List.of("bulk1", "bulk2"));
    return bank.raise("bulk%") == 2 && bank.delete("bulk%") == 2;
  }

  private boolean nativeQuery() {
    bank.open("native", 7);
    return bank.first("select balance from account where owner = 'native'").equals(7);
  }

  private boolean rollbackOfFailure() {
    failure(IllegalStateException.class, () -> bank.openAndFail("lost1"));
    return bank.owners("lost1", 0, 1).isEmpty();
  }

  private boolean newTransaction() {
    failure(IllegalStateException.class, () -> bank.openOneAndFail("lost2", "kept", bank));
    return bank.owners("lost2", 0, 1).isEmpty() && bank.owners("kept", 0, 1).size() == 1;
  }

  private boolean uniqueViolation() {
    bank.open("twice", 0);
    return failure(SQLException.class, () -> bank.open("twice", 0)).getSQLState().equals("23505");
  }

  private boolean optimisticLock() {
    Account one = bank.find(bank.open("optimist", 0));
    Account other = bank.find(one.id);
    one.balance = 1;
    bank.change(one);
    other.balance = 2;
    failure(OptimisticLockException.class, () -> bank.change(other));
    return bank.find(one.id).balance == 1;
  }

  private boolean pessimisticLock() {
    return bank.addLocked(bank.open("pessimist", 1), 2) == 3;
  }
}
