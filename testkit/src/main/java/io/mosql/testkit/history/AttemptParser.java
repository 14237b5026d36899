package io.mosql.testkit.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A parser of lines of histories. */
final class AttemptParser {
  private static final Pattern STEP =
      Pattern.compile("(\\w+)(?:\\((-?\\d+)(?:,(-?\\d+))?\\))?(?:=(.*))?");
  private static final int FIRST_STEP = 4;

  private AttemptParser() {}

  static Attempt parse(String line) {
    String[] words = line.split("\\s+");
    if (words.length < FIRST_STEP) {
      throw new IllegalArgumentException("no line of a history: " + line);
    }
    List<TransactionStep> steps = new ArrayList<>();
    for (int i = FIRST_STEP; i < words.length; i++) {
      steps.add(step(words[i]));
    }
    return new Attempt(
        Integer.parseInt(words[0]),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        AttemptOutcome.valueOf(words[3].toUpperCase(Locale.ROOT)),
        steps);
  }

  private static TransactionStep step(String word) {
    Matcher matcher = STEP.matcher(word);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("no step: " + word);
    }
    String key = matcher.group(2);
    String argument = matcher.group(3);
    String answer = matcher.group(4);
    try {
      return switch (matcher.group(1)) {
        case "append" -> new TransactionStep.Append(Long.parseLong(key), Long.parseLong(argument));
        case "write" -> new TransactionStep.Write(Long.parseLong(key), Long.parseLong(argument));
        case "add" -> new TransactionStep.Add(Long.parseLong(key), Long.parseLong(argument));
        case "list" -> new TransactionStep.ReadList(Long.parseLong(key), numbers(answer));
        case "read" ->
            new TransactionStep.ReadValue(
                Long.parseLong(key), answer.equals("null") ? null : Long.valueOf(answer));
        case "scan" -> new TransactionStep.Scan(balances(answer));
        case "refused" -> new TransactionStep.Refused();
        case "total" -> new TransactionStep.Total(Long.parseLong(answer));
        default -> throw new IllegalArgumentException("no step: " + word);
      };
    } catch (NumberFormatException | NullPointerException e) {
      throw new IllegalArgumentException("no step: " + word, e);
    }
  }

  private static List<Long> numbers(String text) {
    List<Long> numbers = new ArrayList<>();
    for (String number : inner(text, '[', ']')) {
      numbers.add(Long.valueOf(number));
    }
    return numbers;
  }

  private static Map<Long, Long> balances(String text) {
    Map<Long, Long> balances = new HashMap<>();
    for (String account : inner(text, '{', '}')) {
      int colon = account.indexOf(':');
      balances.put(
          Long.valueOf(account.substring(0, Math.max(0, colon))),
          Long.valueOf(account.substring(colon + 1)));
    }
    return balances;
  }

  private static String[] inner(String text, char open, char close) {
    int last = text.length() - 1;
    if (last < 1 || text.charAt(0) != open || text.charAt(last) != close) {
      throw new NumberFormatException("no list: " + text);
    }
    return last == 1 ? new String[0] : text.substring(1, last).split(",");
  }
}
