package io.mosql.sql.parser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A golden file of test cases, separated by blank lines: a comment (#), or an input text, a line of
 * dashes and the expected output. {@code -Dmosql.update=true} writes the actual output to the file.
 */
record GoldenFile(Path path, List<Block> blocks) {
  private static final String RULER = "----";

  /** A test case; a comment has no expected output. */
  record Block(String text, String expected) {
    boolean isComment() {
      return text.startsWith("#");
    }
  }

  static GoldenFile read(String name) throws IOException {
    Path path = Path.of("src/test/resources/golden", name);
    List<Block> blocks = new ArrayList<>();
    for (String block : Files.readString(path).split("\n\\s*\n", -1)) {
      String trimmed = block.strip();
      if (trimmed.isEmpty()) {
        continue;
      }
      int ruler = ("\n" + trimmed + "\n").indexOf("\n" + RULER + "\n");
      if (ruler < 0) {
        blocks.add(new Block(trimmed, ""));
      } else {
        String text = trimmed.substring(0, Math.max(ruler - 1, 0));
        int rest = Math.min(ruler + RULER.length() + 1, trimmed.length());
        blocks.add(new Block(text, trimmed.substring(rest)));
      }
    }
    return new GoldenFile(path, blocks);
  }

  void write(List<Block> results) throws IOException {
    StringBuilder out = new StringBuilder();
    for (Block block : results) {
      out.append(out.isEmpty() ? "" : "\n").append(block.text).append('\n');
      if (!block.isComment()) {
        out.append(RULER).append('\n').append(block.expected).append('\n');
      }
    }
    Files.writeString(path, out.toString());
  }
}
