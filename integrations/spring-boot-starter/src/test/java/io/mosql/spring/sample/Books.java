package io.mosql.spring.sample;

import jakarta.persistence.LockModeType;
import java.util.List;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

/** A repository of Spring Data JPA. */
public interface Books extends JpaRepository<Book, Long> {
  Page<Book> findByTitleStartingWith(String prefix, Pageable page);

  @Lock(LockModeType.PESSIMISTIC_WRITE)
  List<Book> findByIsbn(String isbn);

  @Modifying
  @Query("update Book b set b.title = upper(b.title)")
  int shout();
}
