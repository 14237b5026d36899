package io.mosql.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.server.process.PlatformLoggerProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** Test of the required and forbidden content of the shaded jar. */
final class MosqlJarContentIT {
  private static final String OURS = "(io/mosql|META-INF)/.*";

  /**
   * Forbidden files: descriptors that are wrong in a merged jar, signatures that are invalid there,
   * a logging binding.
   */
  private static final String UNWANTED =
      ".*/module-info.class|META-INF/[^/]*\\.(SF|DSA|RSA)|META-INF/versions/.*|.*StaticLoggerBinder.*";

  @Test
  void everythingInsideIsOursOrRelocated() throws IOException {
    try (JarFile jar = new JarFile(Checkout.mosqlJar().toFile())) {
      List<String> files =
          jar.stream().map(ZipEntry::getName).filter(name -> !name.endsWith("/")).toList();
      assertThat(files.stream().filter(name -> !name.matches(OURS) || name.matches(UNWANTED)))
          .isEmpty();
      assertThat(files).doesNotHaveDuplicates();
      assertThat(jar.getEntry("META-INF/services/org.slf4j.spi.SLF4JServiceProvider")).isNull();
      assertThat(text(jar, "META-INF/services/io.mosql.shaded.org.slf4j.spi.SLF4JServiceProvider"))
          .isEqualToIgnoringWhitespace(PlatformLoggerProvider.class.getName());
      assertThat(text(jar, "META-INF/LICENSE")).contains("Apache License");
    }
  }

  @Test
  void everyLibraryInsideIsNamedWithItsLicence() throws IOException {
    Pattern descriptor = Pattern.compile("META-INF/maven/([^/]+)/([^/]+)/pom.properties");
    try (JarFile jar = new JarFile(Checkout.mosqlJar().toFile())) {
      String list = text(jar, "META-INF/THIRD-PARTY.md");
      List<String> libraries =
          jar.stream()
              .map(entry -> descriptor.matcher(entry.getName()))
              .filter(Matcher::matches)
              .map(match -> match.group(1) + ":" + match.group(2))
              .filter(library -> !library.startsWith("io.mosql:"))
              .toList();
      assertThat(libraries).isNotEmpty().allMatch(list::contains);
    }
  }

  private static String text(JarFile jar, String name) throws IOException {
    ZipEntry entry = jar.getEntry(name);
    assertThat(entry).as(name).isNotNull();
    return new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
  }
}
