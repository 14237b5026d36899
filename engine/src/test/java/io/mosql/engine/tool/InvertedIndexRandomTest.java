package io.mosql.engine.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.local.LogOptions;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.engine.SessionClient;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.tree.TreeShape;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.SeededRandom;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two tables with the same changes, one with inverted indexes and one without: random queries have
 * the same results, before and after the database is reopened, and the indexes are complete.
 */
final class InvertedIndexRandomTest {
  private static final int CHANGES = 40;
  private static final int QUESTIONS = 2;

  private static final List<String> INDEXES =
      List.of(
          "create index if not exists t_k on t using gin (j)",
          "create index if not exists t_p on t using gin (j jsonb_path_ops)",
          "create index if not exists t_e on t using gin ((j -> 'a'))",
          "create index if not exists t_f on t using gin (j) where n > 1");

  private final MemoryDirectory files = new MemoryDirectory("inverted");

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void theIndexChangesNoAnswer(long seed) throws IOException {
    SeededRandom random = new SeededRandom(seed);
    Set<String> plans = new HashSet<>();
    for (int life = 0; life < 3; life++) {
      try (OpenDatabase database = OpenDatabase.in(files, "test", ports(random), () -> {});
          SessionClient client = new SessionClient(database)) {
        if (life == 0) {
          client.change("create table t (id int primary key, j jsonb, n int)");
          client.change("create table plain (id int primary key, j jsonb, n int)");
        }
        for (int i = 0; i < CHANGES; i++) {
          if (i % 30 == 10) {
            change(client, random);
            client.change(INDEXES.get(random.nextInt(INDEXES.size())));
          }
          change(client, random);
          for (int q = 0; q < QUESTIONS; q++) {
            ask(client, random, plans);
          }
          if (i % 60 == 50 && random.nextInt(2) == 0) {
            client.change("drop index if exists t_" + "kpef".charAt(random.nextInt(4)));
          }
        }
      }
      DatabaseCopiesTest.Heard heard = new DatabaseCopiesTest.Heard();
      new DatabaseVerification(files, TreeShape.DEFAULT, 1 << 20, heard).run(false);
      assertThat(heard.toString()).doesNotContain("PROBLEM");
    }
    assertThat(plans).hasSizeGreaterThan(1);
  }

  private static OpenDatabase.Ports ports(SeededRandom random) {
    return new OpenDatabase.Ports(
        new ManualClock(), random, LogOptions.small(64 << 10), StoreOptions.DEFAULT);
  }

  private static void change(SessionClient client, SeededRandom random) {
    String id = String.valueOf(random.nextInt(40));
    String document = document(random, 3);
    String n = String.valueOf(random.nextInt(4));
    String changed =
        switch (random.nextInt(9)) {
          case 0, 1, 2 ->
              "insert into % values ("
                  + id
                  + ", '"
                  + document
                  + "', "
                  + n
                  + ") on conflict do nothing";
          case 3 ->
              "insert into % values ("
                  + id
                  + ", '"
                  + document
                  + "', "
                  + n
                  + ") on conflict (id) do update set j = excluded.j, n = excluded.n";
          case 4 -> "update % set j = '" + document + "' where id = " + id;
          case 5 -> "update % set j = j || '" + document + "', n = " + n + " where n = " + n;
          case 6 ->
              "update % set id = id + 40 where id = "
                  + id
                  + " and not exists (select 1 from % x where x.id = "
                  + id
                  + " + 40)";
          case 7 -> "delete from % where j @> '" + document(random, 1) + "' and n = " + n;
          default -> "delete from % where id = " + id;
        };
    boolean undone = random.nextInt(5) == 0;
    for (String table : List.of("t", "plain")) {
      if (undone) {
        client.change("begin");
      }
      client.change(changed.replace("%", table));
      if (undone) {
        client.change("rollback");
      }
    }
  }

  private static void ask(SessionClient client, SeededRandom random, Set<String> plans) {
    String condition = condition(random);
    if (random.nextInt(4) == 0) {
      condition += " or " + condition(random);
    } else if (random.nextInt(4) == 0) {
      condition += " and " + condition(random);
    }
    condition = "(" + condition + ")" + (random.nextInt(3) == 0 ? " and n > 1" : "");
    String query = "select id from % where " + condition + " order by id";
    String indexed = query.replace("%", "t");
    assertThat(client.query(indexed))
        .as(indexed)
        .isEqualTo(client.query(query.replace("%", "plain")));
    String plan = client.query("explain " + indexed).toString();
    for (String index : List.of("t_k", "t_p", "t_e", "t_f")) {
      if (plan.contains(" by " + index + " [")) {
        plans.add(index);
      }
    }
  }

  private static String condition(SeededRandom random) {
    String column = random.nextInt(4) == 0 ? "j -> 'a'" : "j";
    return switch (random.nextInt(7)) {
      case 0, 1 -> column + " @> '" + document(random, 2) + "'";
      case 2 -> column + " ? '" + key(random) + "'";
      case 3 -> column + " ?| '{" + key(random) + "," + key(random) + "}'";
      case 4 -> column + " ?& '{" + key(random) + "," + key(random) + "}'";
      case 5 -> column + " @? '" + path(random, "$") + filter(random) + "'";
      default -> column + " @@ '" + test(random, "$", 2) + "'";
    };
  }

  private static String filter(SeededRandom random) {
    return random.nextInt(2) == 0 ? "" : " ? (" + test(random, "@", 2) + ")";
  }

  private static String test(SeededRandom random, String from, int depth) {
    if (depth > 0 && random.nextInt(3) == 0) {
      String operator = random.nextInt(2) == 0 ? " && " : " || ";
      return "(" + test(random, from, depth - 1) + operator + test(random, from, depth - 1) + ")";
    }
    return switch (random.nextInt(5)) {
      case 0 -> "exists (" + path(random, from) + filter(random) + ")";
      case 1 -> "!(" + path(random, from) + " == " + scalar(random) + ")";
      case 2 -> path(random, from) + " > " + scalar(random);
      default -> path(random, from) + " == " + scalar(random);
    };
  }

  private static String path(SeededRandom random, String from) {
    StringBuilder path = new StringBuilder(from);
    for (int steps = random.nextInt(3); steps >= 0; steps--) {
      path.append(
          switch (random.nextInt(7)) {
            case 0 -> "[*]";
            case 1 -> ".*";
            case 2 -> ".**";
            case 3 -> "[0]";
            default -> "." + key(random);
          });
    }
    return path.toString();
  }

  private static String document(SeededRandom random, int depth) {
    if (depth == 0 || random.nextInt(5) == 0) {
      return scalar(random);
    }
    List<String> parts = new ArrayList<>();
    boolean array = random.nextInt(2) == 0;
    Supplier<String> part =
        () -> (array ? "" : "\"" + key(random) + "\": ") + document(random, depth - 1);
    for (int i = random.nextInt(3); i >= 0; i--) {
      parts.add(part.get());
    }
    if (random.nextInt(12) == 0) {
      parts.clear();
    }
    String inner = String.join(", ", parts);
    return array ? "[" + inner + "]" : "{" + inner + "}";
  }

  private static String scalar(SeededRandom random) {
    return switch (random.nextInt(6)) {
      case 0 -> "\"" + key(random) + "\"";
      case 1 -> "null";
      case 2 -> random.nextInt(2) == 0 ? "true" : "false";
      case 3 -> random.nextInt(3) + ".0";
      default -> String.valueOf(random.nextInt(4));
    };
  }

  private static String key(SeededRandom random) {
    return String.valueOf("abcde".charAt(random.nextInt(5)));
  }
}
