package io.mosql.spring.sample;

import java.time.LocalDateTime;
import java.util.List;
import java.util.UUID;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

/** An aggregate of Spring Data JDBC. */
@Table("note")
public record Note(
    @Id Long id, String text, LocalDateTime written, UUID tag, List<Chapter> chapters) {
  /** A part of the aggregate. */
  @Table("chapter")
  public record Chapter(String name) {}
}
