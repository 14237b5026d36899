package io.mosql.storage.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.files.MemoryDirectory;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class RefCountedFileTest {
  @Test
  void isReleasedOnceForEachReference() throws IOException {
    RefCountedFile file = new RefCountedFile(new MemoryDirectory("test").open("x", true));
    assertThat(file.enter()).isTrue();
    file.leave();
    file.leave();
    assertThat(file.enter()).isFalse();
    assertThatThrownBy(file::leave)
        .isInstanceOf(InvariantViolation.class)
        .hasMessageContaining("released once for each reference");
  }
}
