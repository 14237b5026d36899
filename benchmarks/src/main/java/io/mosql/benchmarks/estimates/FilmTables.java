package io.mosql.benchmarks.estimates;

import io.mosql.benchmarks.database.BenchmarkTables;
import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.database.RowLoad;
import io.mosql.benchmarks.database.SqlResources;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Tables of films, people, companies and keywords. Values are skewed: a few countries, people,
 * companies and keywords have most of the rows. They are correlated, too: series are young, people
 * and companies mostly work in their own country, and keywords and genres belong to kinds and
 * years. The rows are the same in each run.
 */
final class FilmTables {
  private static final SqlResources SCRIPTS = new SqlResources(FilmTables.class);

  private static final BenchmarkTables TABLES =
      new BenchmarkTables(
          "film_config",
          List.of(
              "film_info",
              "film_subjects",
              "film_makers",
              "film_cast",
              "film_keywords",
              "film_companies",
              "film_people",
              "film_titles"));

  private static final int COUNTRIES = 40;
  private static final int TOPICS = 20;
  private static final int FIRST_YEAR = 1920;
  private static final int LAST_YEAR = 2024;

  private final Random random = new Random(1);
  private final Database database;
  private final int titles;
  private final LongConsumer progress;
  private final int[] countries;
  private final @Nullable Integer[] years;
  private final String[] kinds;
  private long loaded;

  /**
   * @param progress receives the number of rows so far
   */
  FilmTables(Database database, int titles, LongConsumer progress) {
    this.database = database;
    this.titles = titles;
    this.progress = progress;
    this.countries = new int[titles + 1];
    this.years = new Integer[titles + 1];
    this.kinds = new String[titles + 1];
  }

  private interface Rows {
    void load(RowLoad load) throws SQLException;
  }

  /**
   * Creates and loads the tables, replacing those of an earlier run; returns the number of rows.
   */
  long load() throws SQLException {
    try (Connection connection = database.open()) {
      TABLES.create(connection, SCRIPTS.statements("schema.sql"));
      connection.setAutoCommit(false);
      load(connection, "film_titles", 5, this::titles);
      load(connection, "film_people", 5, this::people);
      load(connection, "film_companies", 3, this::companies);
      load(connection, "film_keywords", 3, this::keywords);
      load(connection, "film_cast", 5, this::cast);
      load(connection, "film_makers", 4, this::makers);
      load(connection, "film_subjects", 3, this::subjects);
      load(connection, "film_info", 4, this::info);
      connection.setAutoCommit(true);
      try (Statement statement = connection.createStatement()) {
        for (String sql : SCRIPTS.statements("indexes.sql")) {
          statement.execute(sql);
        }
      }
      TABLES.finish(connection, database.dialect(), Map.of("titles", (long) titles));
      return loaded;
    }
  }

  private void load(Connection connection, String table, int width, Rows rows) throws SQLException {
    long before = loaded;
    RowLoad load =
        new RowLoad(
            connection, database.dialect(), table, width, done -> progress.accept(before + done));
    try (load) {
      rows.load(load);
    }
    loaded += load.rows();
  }

  static int people(int titles) {
    return Math.max(1, titles);
  }

  static int companies(int titles) {
    return Math.max(1, titles / 10);
  }

  static int keywords(int titles) {
    return Math.max(1, titles / 10);
  }

  private void titles(RowLoad load) throws SQLException {
    for (int id = 1; id <= titles; id++) {
      int of10 = random.nextInt(10);
      String kind = of10 < 5 ? "film" : of10 < 8 ? "episode" : of10 < 9 ? "series" : "video";
      int first = kind.equals("film") ? FIRST_YEAR : kind.equals("video") ? 1980 : 1955;
      kinds[id] = kind;
      // More of the later years.
      years[id] =
          random.nextInt(20) == 0
              ? null
              : Integer.valueOf(LAST_YEAR - skewed(LAST_YEAR - first + 1));
      countries[id] = skewed(COUNTRIES);
      load.row(id, kind, years[id], countries[id], "title " + id % 100 + " of " + id);
    }
  }

  private void people(RowLoad load) throws SQLException {
    for (int id = 1; id <= people(titles); id++) {
      String gender = random.nextInt(10) == 0 ? null : random.nextInt(3) == 0 ? "f" : "m";
      Integer born = random.nextInt(3) == 0 ? Integer.valueOf(1900 + random.nextInt(105)) : null;
      load.row(id, "name " + id % 1_000 + " " + id, gender, born, id % COUNTRIES % (1 + id % 7));
    }
  }

  private void companies(RowLoad load) throws SQLException {
    for (int id = 1; id <= companies(titles); id++) {
      load.row(id, "company " + id, skewed(COUNTRIES));
    }
  }

  private void keywords(RowLoad load) throws SQLException {
    for (int id = 1; id <= keywords(titles); id++) {
      load.row(id, "word" + id, id % TOPICS);
    }
  }

  private void cast(RowLoad load) throws SQLException {
    int id = 0;
    for (int title = 1; title <= titles; title++) {
      int count = kinds[title].equals("film") ? 2 + skewed(15) : skewed(6);
      for (int place = 1; place <= count; place++) {
        String role = place == 1 ? "director" : random.nextInt(3) == 0 ? "actress" : "actor";
        // People of a country have numbers near each other.
        int person =
            1
                + (countries[title] * people(titles) / COUNTRIES + skewed(people(titles)))
                    % people(titles);
        load.row(++id, title, person, role, random.nextInt(4) == 0 ? null : Integer.valueOf(place));
      }
    }
  }

  private void makers(RowLoad load) throws SQLException {
    int id = 0;
    for (int title = 1; title <= titles; title++) {
      for (int i = 0; i < 1 + skewed(3); i++) {
        int company =
            1
                + (countries[title] + COUNTRIES * skewed(1 + companies(titles) / COUNTRIES))
                    % companies(titles);
        load.row(++id, title, company, i == 0 ? "production" : "distribution");
      }
    }
  }

  private void subjects(RowLoad load) throws SQLException {
    int id = 0;
    for (int title = 1; title <= titles; title++) {
      int topic = Math.floorMod(kinds[title].hashCode(), TOPICS / 2);
      for (int i = 0; i < skewed(8); i++) {
        int word = skewed(keywords(titles));
        // Half of the keywords are of the topic of the kind.
        int keyword = random.nextBoolean() ? word : word - word % TOPICS + topic;
        load.row(++id, title, 1 + keyword % keywords(titles));
      }
    }
  }

  private void info(RowLoad load) throws SQLException {
    int id = 0;
    for (int title = 1; title <= titles; title++) {
      String genre =
          switch (kinds[title]) {
            case "film" -> random.nextInt(2) == 0 ? "drama" : "comedy";
            case "video" -> random.nextInt(10) == 0 ? "drama" : "music";
            default -> random.nextInt(5) == 0 ? "comedy" : "news";
          };
      load.row(++id, title, "genre", genre);
      load.row(++id, title, "language", "lang" + countries[title]);
      if (random.nextInt(3) > 0) {
        load.row(++id, title, "rating", String.valueOf(10 - skewed(10)));
      }
    }
  }

  /** A number below the bound, of which the small ones are frequent. */
  private int skewed(int bound) {
    double part = random.nextDouble();
    return (int) (bound * part * part * part);
  }
}
