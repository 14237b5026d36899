package io.mosql.samples.micronaut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micronaut.context.ApplicationContext;
import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Id;
import io.micronaut.data.annotation.Join;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.exceptions.OptimisticLockException;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.Page;
import io.micronaut.data.model.Pageable;
import io.micronaut.data.model.Sort;
import io.micronaut.data.model.query.builder.sql.Dialect;
import io.micronaut.data.repository.CrudRepository;
import io.micronaut.transaction.TransactionDefinition;
import io.micronaut.transaction.annotation.Transactional;
import io.mosql.integrations.testkit.SampleDatabase;
import io.mosql.integrations.testkit.Tool;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An application with Micronaut Data JDBC and HikariCP, for which a processor writes the SQL. */
@Tool(name = "Micronaut Data", versionOf = JdbcRepository.class)
final class MicronautDataTest {
  private final SampleDatabase database;
  private ApplicationContext context;
  private Authors authors;
  private Books books;

  MicronautDataTest(SampleDatabase.Place place) {
    database = place.create();
  }

  /** Part of a book. */
  @Introspected
  record Title(String title, int pages) {}

  @JdbcRepository(dialect = Dialect.POSTGRES)
  interface Authors extends CrudRepository<Author, Integer> {}

  @JdbcRepository(dialect = Dialect.POSTGRES)
  interface Books extends CrudRepository<Book, Long> {
    @Join("author")
    List<Book> findByAuthorName(String name);

    List<Book> findByTitleLikeOrderByTitle(String title);

    List<Title> findByPagesBetween(int least, int most);

    boolean existsByTitle(String title);

    long countByPagesGreaterThan(int pages);

    Page<Book> findAll(Pageable page);

    List<Book> findByTitleIn(List<String> titles);

    @Query("select sum(pages) from book where title in (:titles)")
    int pagesOf(List<String> titles);

    void update(@Id Long id, int pages);

    int updateByTitle(String title, int pages);

    int deleteByPagesLessThan(int pages);

    Optional<Book> findByIdForUpdate(Long id);
  }

  @JdbcRepository(dialect = Dialect.POSTGRES)
  interface Types extends CrudRepository<AllTypes, UUID> {}

  @Singleton
  static class Shop {
    private final Books books;

    Shop(Books books) {
      this.books = books;
    }

    @Transactional
    void saveAndFail() {
      books.save(new Book("lost", 1, null));
      throw new IllegalStateException();
    }

    @Transactional
    void addPage(Long id) {
      Book book = books.findByIdForUpdate(id).orElseThrow();
      books.update(id, book.pages() + 1);
    }

    @Transactional(readOnly = true)
    void saveReadOnly() {
      books.save(new Book("lost", 1, null));
    }

    @Transactional(propagation = TransactionDefinition.Propagation.REQUIRES_NEW)
    void saveAlone(String title) {
      books.save(new Book(title, 1, null));
    }

    @Transactional
    void saveTwice(Shop proxy) {
      books.save(new Book("lost", 1, null));
      proxy.saveAlone("kept");
      throw new IllegalStateException();
    }
  }

  @BeforeEach
  void start() {
    context =
        ApplicationContext.run(
            Map.of(
                "datasources.default.url",
                database.url(),
                "datasources.default.driver-class-name",
                "io.mosql.jdbc.MosqlDriver",
                "datasources.default.username",
                database.user(),
                "datasources.default.password",
                database.password(),
                "datasources.default.dialect",
                "POSTGRES",
                "datasources.default.schema-generate",
                "CREATE"));
    authors = context.getBean(Authors.class);
    books = context.getBean(Books.class);
  }

  @AfterEach
  void close() throws SQLException {
    context.close();
    database.close();
  }

  private Book book(String title, int pages) {
    return books.save(new Book(title, pages, null));
  }

  @Test
  void generatedKeys() {
    Author ada = authors.save(new Author(null, "Ada"));
    assertThat(ada.id()).isEqualTo(1);
    assertThat(authors.findById(1)).contains(ada);
  }

  @Test
  void batchOfRows() {
    assertThat(books.saveAll(List.of(new Book("a", 1, null), new Book("b", 2, null))))
        .extracting(Book::id)
        .containsExactly(1L, 2L);
    assertThat(books.count()).isEqualTo(2);
  }

  @Test
  void allTypes() {
    Types types = context.getBean(Types.class);
    AllTypes saved =
        types.save(
            new AllTypes(
                null,
                new BigDecimal("1.50"),
                true,
                AllTypes.Color.GREEN,
                LocalDate.of(2026, 1, 2),
                Instant.parse("2026-01-02T03:04:05.123456Z"),
                new byte[] {1, 2},
                0.5,
                "{\"a\": 1}",
                null));
    assertThat(types.findById(saved.id()))
        .get()
        .usingRecursiveComparison()
        .ignoringFields("created")
        .withComparatorForType(BigDecimal::compareTo, BigDecimal.class)
        .isEqualTo(saved);
  }

  @Test
  void finders() {
    book("one", 10);
    book("other", 20);
    book("third", 30);
    assertThat(books.findByTitleLikeOrderByTitle("o%"))
        .extracting(Book::title)
        .containsExactly("one", "other");
    assertThat(books.findByPagesBetween(15, 25)).containsExactly(new Title("other", 20));
    assertThat(books.existsByTitle("third")).isTrue();
    assertThat(books.countByPagesGreaterThan(10)).isEqualTo(2);
    assertThat(books.findByTitleIn(List.of("one", "third"))).hasSize(2);
  }

  @Test
  void pages() {
    for (int i = 1; i <= 5; i++) {
      book("b" + i, i);
    }
    Page<Book> page = books.findAll(Pageable.from(1, 2, Sort.of(Sort.Order.desc("title"))));
    assertThat(page.getTotalSize()).isEqualTo(5);
    assertThat(page).extracting(Book::title).containsExactly("b3", "b2");
  }

  @Test
  void ownQuery() {
    book("one", 10);
    book("other", 20);
    assertThat(books.pagesOf(List.of("one", "other"))).isEqualTo(30);
  }

  @Test
  void joinedRows() {
    Author ada = authors.save(new Author(null, "Ada"));
    books.save(new Book("one", 10, ada));
    assertThat(books.findByAuthorName("Ada")).extracting(Book::author).containsExactly(ada);
  }

  @Test
  void updateAndDelete() {
    Book one = book("one", 10);
    books.update(one.id(), 11);
    assertThat(books.updateByTitle("one", 12)).isEqualTo(1);
    assertThat(books.findById(one.id())).get().extracting(Book::pages).isEqualTo(12);
    assertThat(books.deleteByPagesLessThan(20)).isEqualTo(1);
  }

  @Test
  void optimisticLock() {
    Book one = book("one", 10);
    books.update(one.withPages(11));
    assertThatThrownBy(() -> books.update(one.withPages(12)))
        .isInstanceOf(OptimisticLockException.class);
  }

  @Test
  void uniqueViolation() {
    authors.save(new Author(null, "Ada"));
    assertThatThrownBy(() -> authors.save(new Author(null, "Ada")))
        .hasRootCauseInstanceOf(Exception.class)
        .hasStackTraceContaining("duplicate key value");
  }

  @Test
  void rollbackOfFailure() {
    assertThatThrownBy(context.getBean(Shop.class)::saveAndFail)
        .isInstanceOf(IllegalStateException.class);
    assertThat(books.count()).isZero();
  }

  @Test
  void newTransaction() {
    Shop shop = context.getBean(Shop.class);
    assertThatThrownBy(() -> shop.saveTwice(shop)).isInstanceOf(IllegalStateException.class);
    assertThat(books.findAll()).extracting(Book::title).containsExactly("kept");
  }

  @Test
  void readOnlyTransaction() {
    assertThatThrownBy(context.getBean(Shop.class)::saveReadOnly)
        .hasStackTraceContaining("read-only");
  }

  @Test
  void lockedRow() {
    Book one = book("one", 10);
    context.getBean(Shop.class).addPage(one.id());
    assertThat(books.findById(one.id())).get().extracting(Book::pages).isEqualTo(11);
  }

  /** Micronaut reads on a connection in read-only mode, without a transaction. */
  @Test
  void lockWithoutTransaction() {
    Book one = book("one", 10);
    assertThat(books.findByIdForUpdate(one.id())).isPresent();
  }
}
