package io.mosql.core.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The canonical form of JSONB, its bytes, texts and order. */
final class JsonbTest {
  private final Random random = new Random(64);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"b\":1,\"aa\":2,\"a\":3} | {\"a\": 3, \"b\": 1, \"aa\": 2}",
        "{\"a\":1,\"a\":[2,3]} | {\"a\": [2, 3]}",
        "[1.50,-0.0,1e2,1.20e1,1E-3] | [1.50, 0.0, 100, 12.0, 0.001]",
        " [ ] | []",
        "\"\\u00e4\\n\\/\\u0007\" | \"\u00e4\\n/\\u0007\"",
        "\"\\ud83d\\ude04\" | \"\ud83d\ude04\"",
        "true | true",
        "null | null",
      })
  void textIsCanonical(String text, String canonical) {
    assertThat(Jsonb.parse(text)).hasToString(canonical);
    assertThat(Jsonb.parse(canonical)).hasToString(canonical);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | 22P02",
        "{ | 22P02",
        "[1,] | 22P02",
        "{\"a\"} | 22P02",
        "{a:1} | 22P02",
        "01 | 22P02",
        "1. | 22P02",
        ".5 | 22P02",
        "+1 | 22P02",
        "tru | 22P02",
        "truex | 22P02",
        "1x | 22P02",
        "\"\\x\" | 22P02",
        "\"\\u12\" | 22P02",
        "1 2 | 22P02",
        "\"\\ud83d\" | 22P02",
        "\"\\ude04\\ud83d\" | 22P02",
        "\"\\u0000\" | 22P05",
        "1e200000 | 22003",
        "1e-20000 | 22003",
        "1e99999999999 | 22003",
      })
  void whatIsNoJsonSaysSo(String text, String state) {
    assertThatThrownBy(() -> Jsonb.parse(text))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.state().code()).isEqualTo(state));
  }

  @Test
  void depthHasALimit() {
    String deep = "[".repeat(Jsonb.DEPTH_MAX) + "]".repeat(Jsonb.DEPTH_MAX);
    assertThat(Jsonb.ofBytes(Jsonb.parse(deep).bytes())).isEqualTo(Jsonb.parse(deep));
    assertThatThrownBy(() -> Jsonb.parse("[".repeat(100_000)))
        .isInstanceOfSatisfying(
            MosqlException.class,
            e -> assertThat(e.state()).isEqualTo(SqlState.STATEMENT_TOO_COMPLEX));
  }

  @Test
  void bytesAndTextsComeBack() {
    for (int i = 0; i < 2_000; i++) {
      Jsonb value = Jsonb.of(tree(3));
      Jsonb stored = Jsonb.ofBytes(value.bytes());
      assertThat(stored).isEqualTo(value).hasSameHashCodeAs(value);
      assertThat(stored).hasToString(value.toString());
      assertThat(Jsonb.parse(value.toString()).bytes()).isEqualTo(value.bytes());
    }
  }

  @Test
  void bytesStayAsTheyAre() {
    assertThat(
            HexFormat.of()
                .formatHex(Jsonb.parse("{\"b\":[1.50,null,true,false],\"a\":\"\u20ac\"}").bytes()))
        .isEqualTo("06021401610403e282ac0162050408" + "0302020096000201");
  }

  @Test
  void damagedBytesSaySo() {
    for (int i = 0; i < 5_000; i++) {
      byte[] bytes = Jsonb.of(tree(3)).bytes();
      byte[] damaged = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      if (damaged.length > 0) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      try {
        Jsonb.ofBytes(damaged).tree();
      } catch (MosqlException e) {
        assertThat(e.state()).isEqualTo(SqlState.DATA_CORRUPTED);
      }
    }
  }

  @Test
  void orderIsPostgres() {
    List<String> ascending =
        List.of(
            "[]",
            "null",
            "\"\"",
            "\"a\"",
            "\"aa\"",
            "\"b\"",
            "-1.5",
            "0",
            "9",
            "10",
            "false",
            "true",
            "[null]",
            "[1]",
            "[[]]",
            "[{}]",
            "[1, 1]",
            "[1, 2]",
            "{}",
            "{\"a\": 2}",
            "{\"b\": 1}",
            "{\"a\": 1, \"b\": 1}");
    for (int i = 0; i < ascending.size(); i++) {
      for (int k = 0; k < ascending.size(); k++) {
        assertThat(
                Integer.signum(
                    Jsonb.parse(ascending.get(i)).compareTo(Jsonb.parse(ascending.get(k)))))
            .as("%s and %s", ascending.get(i), ascending.get(k))
            .isEqualTo(Integer.compare(i, k));
      }
    }
  }

  @Test
  void orderIsTotal() {
    List<Jsonb> values = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      values.add(Jsonb.of(tree(2)));
    }
    for (Jsonb a : values) {
      for (Jsonb b : values) {
        int order = Integer.signum(a.compareTo(b));
        assertThat(Integer.signum(b.compareTo(a))).isEqualTo(-order);
        if (order == 0) {
          assertThat(a).hasSameHashCodeAs(b);
        }
        for (Jsonb c : values) {
          if (order <= 0 && b.compareTo(c) <= 0) {
            assertThat(a.compareTo(c)).isLessThanOrEqualTo(0);
          }
        }
      }
    }
  }

  @Test
  void numbersAreEqualByValue() {
    Jsonb one = Jsonb.parse("{\"a\": [1, 0]}");
    Jsonb other = Jsonb.parse("{\"a\": [1.00, 0.0]}");
    assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
    assertThat(one.toString()).isNotEqualTo(other.toString());
  }

  private Object tree(int depth) {
    switch (random.nextInt(depth > 0 ? 7 : 5)) {
      case 0 -> {
        return Jsonb.Null.NULL;
      }
      case 1 -> {
        return random.nextBoolean();
      }
      case 2 -> {
        return BigDecimal.valueOf(random.nextInt(200) - 100, random.nextInt(4));
      }
      case 3 -> {
        return BigDecimal.valueOf(random.nextLong(), random.nextInt(30));
      }
      case 4 -> {
        return "\u20ac\"\\\nab".substring(random.nextInt(6));
      }
      case 5 -> {
        List<Object> items = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          items.add(tree(depth - 1));
        }
        return items;
      }
      default -> {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          fields.put("kx".repeat(random.nextInt(3)) + random.nextInt(3), tree(depth - 1));
        }
        return fields;
      }
    }
  }
}
