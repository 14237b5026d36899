package io.mosql.core.type;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.codec.KeyWriter;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Case folding is Unicode's simple one, and never changes: it is in the keys of indexes. */
final class CaseFoldingTest {
  private static final String TABLE =
      "31cee542bcf1d7eb58ae3c0fa06507f5c2161a5005dba1a9fefd5457f2f8da6e";

  @Test
  void theTableIsTheOneThatIndexesWereMadeWith() throws IOException, NoSuchAlgorithmException {
    try (InputStream table = CaseFolding.class.getResourceAsStream("nocase-unicode-14.0.txt")) {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(Objects.requireNonNull(table).readAllBytes());
      assertThat(HexFormat.of().formatHex(digest)).isEqualTo(TABLE);
    }
    assertThat(Collation.CODE_POINT.code()).isZero();
    assertThat(Collation.NOCASE.code()).isEqualTo(1);
    for (Collation collation : Collation.values()) {
      assertThat(Collation.ofCode(collation.code())).isEqualTo(collation);
    }
    assertThat(Collation.ofCode(2)).isNull();
  }

  @Test
  void foldingTwiceIsFoldingOnce() {
    int folded = 0;
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      int once = CaseFolding.fold(c);
      assertThat(CaseFolding.fold(once)).isEqualTo(once);
      folded += once == c ? 0 : 1;
    }
    assertThat(folded).isEqualTo(1454);
  }

  /** What is alike without a language is folded alike; what no version of Unicode changes. */
  @Test
  void lettersOfLatinGreekAndCyrillicFoldAsTheJdkFoldsThem() {
    for (int c = 0; c < 0x530; c++) {
      boolean turkish = c == 0x130 || c == 0x131;
      int expected = turkish ? c : Character.toLowerCase(Character.toUpperCase(c));
      assertThat(CaseFolding.fold(c)).as(Integer.toHexString(c)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ABC,abc",
    "Straße,straße",
    "STRASSE,strasse",
    "ẞ,ß",
    "ΣΊΣΥΦΟς,σίσυφοσ",
    "İI,İi",
    "ǅ,ǆ",
    "𐐀x𐐨,𐐨x𐐨",
    "a𝄞B,a𝄞b"
  })
  void texts(String text, String folded) {
    assertThat(CaseFolding.fold(text)).isEqualTo(folded);
  }

  @Test
  void aTextThatIsFoldedIsTheSameObject() {
    String text = "already so 1é";
    assertThat(CaseFolding.fold(text)).isSameAs(text);
    assertThat(CaseFolding.fold("")).isEmpty();
  }

  @Test
  void keysOfTypesWithTheCollationAreThoseOfFoldedTexts() {
    SqlType nocase = SqlType.varchar(10).withCollation(Collation.NOCASE);
    assertThat(new KeyWriter().column(nocase, "Anna").toKey())
        .isEqualTo(new KeyWriter().column(nocase, "ANNA").toKey())
        .isEqualTo(new KeyWriter().column(SqlType.TEXT, "anna").toKey());
    assertThat(new KeyWriter().column(nocase, "Anna", true).toKey())
        .isEqualTo(new KeyWriter().column(SqlType.TEXT, "anna", true).toKey());
    assertThat(nocase).hasToString("VARCHAR(10) COLLATE \"nocase\"");
  }
}
