package io.mosql.benchmarks.estimates;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes random joins of {@link FilmTables}, with conditions as those of the Join Order Benchmark.
 */
final class JoinQueries {
  /** The greatest number of tables. */
  static final int TABLES_MAX = 6;

  private final Random random;
  private final int titles;

  /**
   * Query.
   *
   * @param tables number of tables
   * @param from FROM and WHERE
   */
  record Join(int tables, String from) {
    String rows() {
      return "SELECT COUNT(*)" + from;
    }

    /** The query whose number of rows is estimated. */
    String plan() {
      return "EXPLAIN SELECT *" + from;
    }
  }

  JoinQueries(long seed, int titles) {
    this.random = new Random(seed);
    this.titles = titles;
  }

  /** Tables that hold a title's number, each with the table behind it. */
  private enum Branch {
    CAST("film_cast", "person_id", "film_people"),
    MAKERS("film_makers", "company_id", "film_companies"),
    SUBJECTS("film_subjects", "keyword_id", "film_keywords"),
    INFO("film_info", "", "");

    private final String table;
    private final String column;
    private final String behind;

    Branch(String table, String column, String behind) {
      this.table = table;
      this.column = column;
      this.behind = behind;
    }
  }

  Join next(int tables) {
    List<String> names = new ArrayList<>();
    List<String> conditions = new ArrayList<>();
    if (tables == 1) {
      List<String> single =
          List.of("film_titles", "film_people", "film_cast", "film_info", "film_makers");
      String table = single.get(random.nextInt(single.size()));
      names.add(table + " t0");
      addConditions(table, "t0", conditions);
    } else {
      names.add("film_titles t0");
      addBranches(tables, names, conditions);
      if (random.nextInt(3) > 0) {
        addConditions("film_titles", "t0", conditions);
      }
    }
    return new Join(
        tables, " FROM " + String.join(", ", names) + " WHERE " + String.join(" AND ", conditions));
  }

  private void addBranches(int tables, List<String> names, List<String> conditions) {
    List<Branch> left = new ArrayList<>(List.of(Branch.values()));
    while (names.size() < tables) {
      Branch branch = left.remove(random.nextInt(left.size()));
      String alias = "t" + names.size();
      names.add(branch.table + " " + alias);
      conditions.add(alias + ".title_id = t0.id");
      if (branch != Branch.SUBJECTS && random.nextInt(3) == 0) {
        conditions.add(condition(branch.table, alias));
      }
      boolean needed = left.size() < tables - names.size();
      if (!branch.behind.isEmpty() && names.size() < tables && (needed || random.nextBoolean())) {
        String behind = "t" + names.size();
        names.add(branch.behind + " " + behind);
        conditions.add(behind + ".id = " + alias + "." + branch.column);
        if (random.nextInt(2) == 0) {
          conditions.add(condition(branch.behind, behind));
        }
      }
    }
  }

  /** Adds a condition, and in some cases another one of another column. */
  private void addConditions(String table, String alias, List<String> conditions) {
    String one = condition(table, alias);
    conditions.add(one);
    String other = condition(table, alias);
    if (!column(one).equals(column(other)) && random.nextBoolean()) {
      conditions.add(other);
    }
  }

  private static String column(String condition) {
    return condition.substring(0, condition.indexOf(' '));
  }

  private String condition(String table, String alias) {
    String name = alias + ".";
    return switch (table) {
      case "film_titles" ->
          switch (random.nextInt(5)) {
            case 0 -> name + "kind = '" + pick("film", "episode", "series", "video") + "'";
            case 1 -> name + "produced > " + (1950 + random.nextInt(74));
            case 2 -> {
              int from = 1930 + random.nextInt(90);
              yield name + "produced BETWEEN " + from + " AND " + (from + random.nextInt(15));
            }
            case 3 -> name + "country = " + random.nextInt(20);
            default -> name + "kind IN ('series', 'video')";
          };
      case "film_people" ->
          switch (random.nextInt(4)) {
            case 0 -> name + "gender = 'f'";
            case 1 -> name + "born >= " + (1900 + random.nextInt(100));
            case 2 -> name + "name LIKE 'name " + random.nextInt(100) + "%'";
            default -> name + "country IN (0, " + random.nextInt(7) + ")";
          };
      case "film_companies" ->
          random.nextBoolean()
              ? name + "country = " + random.nextInt(10)
              : name + "id < " + (1 + random.nextInt(FilmTables.companies(titles)));
      case "film_keywords" ->
          random.nextBoolean()
              ? name + "word = 'word" + (1 + random.nextInt(FilmTables.keywords(titles))) + "'"
              : name + "topic = " + random.nextInt(10);
      case "film_cast" ->
          switch (random.nextInt(3)) {
            case 0 -> name + "role = '" + pick("actor", "actress", "director") + "'";
            case 1 -> name + "place <= " + (1 + random.nextInt(6));
            default -> name + "place IS NULL";
          };
      case "film_makers" -> name + "part = '" + pick("production", "distribution") + "'";
      case "film_info" ->
          switch (random.nextInt(3)) {
            case 0 -> name + "type = 'genre'";
            case 1 ->
                name
                    + "type = 'genre' AND "
                    + name
                    + "content = '"
                    + pick("drama", "comedy", "music", "news")
                    + "'";
            default -> name + "type = 'rating' AND " + name + "content IN ('8', '9')";
          };
      default -> throw new IllegalArgumentException(table);
    };
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
