package io.mosql.spring.sample;

import java.util.List;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jdbc.repository.query.Query;
import org.springframework.data.relational.core.sql.LockMode;
import org.springframework.data.relational.repository.Lock;
import org.springframework.data.repository.ListCrudRepository;
import org.springframework.data.repository.query.Param;

/** A repository of Spring Data JDBC. */
public interface Notes extends ListCrudRepository<Note, Long> {
  List<Note> findByTextContaining(String text, Pageable page);

  @Lock(LockMode.PESSIMISTIC_WRITE)
  List<Note> findByText(String text);

  @Query("select count(*) from note where text = :text")
  int count(@Param("text") String text);
}
