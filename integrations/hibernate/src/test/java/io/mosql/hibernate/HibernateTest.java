package io.mosql.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.hibernate.Entities.Address;
import io.mosql.hibernate.Entities.Animal;
import io.mosql.hibernate.Entities.CardPayment;
import io.mosql.hibernate.Entities.CashPayment;
import io.mosql.hibernate.Entities.Cat;
import io.mosql.hibernate.Entities.Circle;
import io.mosql.hibernate.Entities.Colour;
import io.mosql.hibernate.Entities.Customer;
import io.mosql.hibernate.Entities.Details;
import io.mosql.hibernate.Entities.Dog;
import io.mosql.hibernate.Entities.Everything;
import io.mosql.hibernate.Entities.Payment;
import io.mosql.hibernate.Entities.Person;
import io.mosql.hibernate.Entities.Product;
import io.mosql.hibernate.Entities.Purchase;
import io.mosql.hibernate.Entities.Series;
import io.mosql.hibernate.Entities.Shape;
import io.mosql.hibernate.Entities.Square;
import io.mosql.hibernate.Entities.Ticket;
import io.mosql.hibernate.Entities.Token;
import io.mosql.integrations.testkit.SampleDatabase;
import io.mosql.integrations.testkit.Tool;
import jakarta.persistence.LockModeType;
import jakarta.persistence.LockTimeoutException;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PessimisticLockException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Currency;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.hibernate.LockMode;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.cfg.Configuration;
import org.hibernate.dialect.Dialect;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.exception.ConstraintViolationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An application of all that Hibernate does to a database, with nothing configured but the URL. */
@Tool(name = "Hibernate ORM", versionOf = Session.class, module = "`mosql-hibernate`")
final class HibernateTest {
  private static final Map<SampleDatabase.Place, SampleDatabase> DATABASES =
      new EnumMap<>(SampleDatabase.Place.class);
  private static final Map<SampleDatabase.Place, SessionFactory> FACTORIES =
      new EnumMap<>(SampleDatabase.Place.class);

  private final SampleDatabase database;
  private final SessionFactory factory;

  HibernateTest(SampleDatabase.Place place) {
    database = DATABASES.computeIfAbsent(place, SampleDatabase.Place::create);
    factory = FACTORIES.computeIfAbsent(place, p -> configuration("create").buildSessionFactory());
  }

  @AfterAll
  static void close() throws SQLException {
    FACTORIES.values().forEach(SessionFactory::close);
    FACTORIES.clear();
    for (SampleDatabase database : DATABASES.values()) {
      database.close();
    }
    DATABASES.clear();
  }

  private Configuration configuration(String schema) {
    Configuration configuration = new Configuration();
    Entities.ALL.forEach(configuration::addAnnotatedClass);
    return configuration
        .setProperty("hibernate.connection.url", database.url())
        .setProperty("hibernate.connection.username", database.user())
        .setProperty("hibernate.connection.password", database.password())
        .setProperty("hibernate.connection.pool_size", "5")
        .setProperty("hibernate.jdbc.batch_size", "20")
        .setProperty("hibernate.order_inserts", "true")
        .setProperty("hibernate.hbm2ddl.auto", schema);
  }

  @BeforeEach
  void empty() {
    factory.inTransaction(
        session -> {
          for (Customer customer : session.createQuery("from Customer", Customer.class).list()) {
            session.remove(customer);
          }
          session.createQuery("from Product", Product.class).list().forEach(session::remove);
          session.createQuery("from Payment", Payment.class).list().forEach(session::remove);
          session.createQuery("from Person", Person.class).list().forEach(session::remove);
          session.createMutationQuery("delete from Everything").executeUpdate();
          session.createMutationQuery("delete from Animal").executeUpdate();
          session.createMutationQuery("delete from Token").executeUpdate();
          session.createMutationQuery("delete from Series").executeUpdate();
          session.createQuery("from Shape", Shape.class).list().forEach(session::remove);
        });
  }

  private void run(Consumer<Session> work) {
    factory.inTransaction(work);
  }

  private static Customer customer(Session session, String name, int purchases) {
    Customer customer = new Customer("n-" + name, name);
    customer.born = LocalDate.of(1990, 5, 17);
    customer.address = new Address("Main Street", "Oslo");
    for (int i = 1; i <= purchases; i++) {
      customer.purchases.add(new Purchase(customer, i));
    }
    session.persist(customer);
    return customer;
  }

  @Test
  void dialectFoundByProductName() {
    Dialect dialect = ((SessionFactoryImplementor) factory).getJdbcServices().getDialect();
    assertThat(dialect).isInstanceOf(MosqlDialect.class);
    assertThat(dialect.getVersion().getMajor()).isEqualTo(15);
  }

  private static Everything everything() {
    Everything all = new Everything();
    all.flag = true;
    all.tiny = (byte) -3;
    all.small = (short) 300;
    all.medium = 70_000;
    all.large = 1L << 40;
    all.single = 1.5f;
    all.twice = 1e100;
    all.price = new BigDecimal("1234567.89");
    all.huge = new BigInteger("12345678901234567890");
    all.text = "naïve 'quoted' \\ text";
    all.letter = 'ß';
    all.day = LocalDate.of(2026, 2, 28);
    all.time = LocalTime.of(23, 59, 58);
    all.moment = LocalDateTime.of(2026, 3, 29, 2, 30, 1, 123_456_000);
    all.offset_moment = OffsetDateTime.of(2026, 7, 1, 12, 0, 0, 5_000, ZoneOffset.ofHours(5));
    all.zoned = ZonedDateTime.of(2026, 7, 1, 12, 0, 0, 0, ZoneId.of("America/New_York"));
    all.instant = Instant.parse("2026-01-02T03:04:05.678901Z");
    all.offset_time = OffsetTime.of(10, 11, 12, 0, ZoneOffset.UTC);
    all.duration = Duration.ofMinutes(90).plusNanos(1000);
    all.uuid = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
    all.bytes = new byte[] {0, -1, 127};
    all.long_text = "x".repeat(100_000);
    all.long_bytes = new byte[100_000];
    all.long_bytes[99_999] = 9;
    all.named = Colour.GREEN;
    all.numbered = Colour.RED;
    all.old_timestamp = new java.sql.Timestamp(1_750_000_000_123L);
    all.old_date = java.sql.Date.valueOf("2026-05-06");
    all.locale = Locale.GERMANY;
    all.currency = Currency.getInstance("NOK");
    all.year = Year.of(2026);
    all.json = new HashMap<>(Map.of("a", 1, "b", List.of("x", "y")));
    all.details = new Details();
    all.details.note = "it's";
    all.details.weight = 7;
    all.words = List.of("one", "two");
    all.numbers = new int[] {3, 4};
    return all;
  }

  @Test
  void allBasicTypes() {
    Everything saved = everything();
    run(session -> session.persist(saved));
    run(
        session -> {
          Everything read = session.find(Everything.class, saved.id);
          assertThat(read)
              .usingRecursiveComparison()
              .ignoringFields(
                  "offset_moment", "zoned", "offset_time", "old_date", "blob", "clob", "$$_")
              .isEqualTo(saved);
          assertThat(read.offset_moment.toInstant()).isEqualTo(saved.offset_moment.toInstant());
          assertThat(read.zoned.toInstant()).isEqualTo(saved.zoned.toInstant());
          assertThat(read.offset_time.withOffsetSameInstant(ZoneOffset.UTC))
              .isEqualTo(saved.offset_time);
          assertThat(read.old_date.toString()).isEqualTo("2026-05-06");
        });
  }

  private static Series series() {
    Series all = new Series(1);
    all.flags = new Boolean[] {true, null, false};
    all.smalls = new Short[] {1, null};
    all.mediums = new Integer[] {70_000, null, 3};
    all.larges = new Long[] {1L << 40};
    all.singles = new Float[] {1.5f};
    all.doubles = new Double[] {1e100, null};
    all.prices = new BigDecimal[] {new BigDecimal("1.50")};
    all.texts = new String[] {"a", "it's {x}, \"y\"", "", null};
    all.days = new LocalDate[] {LocalDate.of(2026, 2, 28)};
    all.times = new LocalTime[] {LocalTime.of(23, 59, 58)};
    all.moments = new LocalDateTime[] {LocalDateTime.of(2026, 3, 29, 2, 30, 1, 123_456_000)};
    all.instants = new Instant[] {Instant.parse("2026-01-02T03:04:05.678901Z")};
    all.uuids = new UUID[] {UUID.fromString("01234567-89ab-cdef-0123-456789abcdef")};
    all.bytes = new byte[][] {{0, -1}, {}};
    all.longTexts = new String[] {"x".repeat(100_000)};
    all.longBytes = new byte[][] {new byte[100_000]};
    return all;
  }

  @Test
  void arraysOfAllTypes() {
    Series saved = series();
    run(session -> session.persist(saved));
    run(session -> session.persist(new Series(2)));
    run(
        session -> {
          assertThat(session.find(Series.class, 1)).usingRecursiveComparison().isEqualTo(saved);
          assertThat(session.find(Series.class, 2))
              .usingRecursiveComparison()
              .isEqualTo(new Series(2));
        });
  }

  /** Hibernate chooses the classes of values by what the database says of the columns. */
  @Test
  void arraysOfNativeQueries() {
    Series saved = series();
    run(session -> session.persist(saved));
    run(
        session ->
            assertThat(
                    session
                        .createNativeQuery(
                            "select flags, smalls, mediums, larges, doubles, prices, texts,"
                                + " uuids, bytes from series",
                            Object[].class)
                        .getSingleResult())
                .containsExactly(
                    saved.flags,
                    saved.smalls,
                    saved.mediums,
                    saved.larges,
                    saved.doubles,
                    saved.prices,
                    saved.texts,
                    saved.uuids,
                    saved.bytes));
    run(
        session ->
            assertThat(
                    session
                        .createNativeQuery(
                            "select singles, days, times, moments, instants from series",
                            Object[].class)
                        .getSingleResult())
                .hasSize(5)
                .allSatisfy(array -> assertThat((Object[]) array).hasSize(1)));
  }

  @Test
  void functionsOfArrays() {
    run(session -> session.persist(series()));
    run(
        session ->
            assertThat(
                    session
                        .createQuery(
                            "select length(mediums), array_position(mediums, 3),"
                                + " array_get(mediums, 1), array_to_string(mediums, '-'),"
                                + " array_append(mediums, 5) from Series where"
                                + " array_contains(mediums, :one) and array_overlaps(mediums,"
                                + " array(3, 4)) and not array_contains_nullable(mediums, array(9))",
                            Object[].class)
                        .setParameter("one", 70_000)
                        .getSingleResult())
                .containsExactly(3, 3, 70_000, "70000-3", new Integer[] {70_000, null, 3, 5}));
  }

  @Test
  void nullsOfAllTypes() {
    Everything saved = new Everything();
    run(session -> session.persist(saved));
    run(
        session ->
            assertThat(session.find(Everything.class, saved.id))
                .usingRecursiveComparison()
                .isEqualTo(saved));
    run(
        session -> {
          Everything full = everything();
          full.id = saved.id;
          session.merge(full);
        });
    run(
        session -> {
          Everything empty = new Everything();
          empty.id = saved.id;
          session.merge(empty);
        });
    run(
        session ->
            assertThat(session.find(Everything.class, saved.id))
                .usingRecursiveComparison()
                .isEqualTo(saved));
  }

  @Test
  void parametersOfAllTypes() {
    Everything saved = everything();
    run(session -> session.persist(saved));
    run(
        session -> {
          for (String field :
              List.of(
                  "flag",
                  "tiny",
                  "small",
                  "medium",
                  "large",
                  "single",
                  "twice",
                  "price",
                  "huge",
                  "text",
                  "letter",
                  "day",
                  "time",
                  "moment",
                  "offset_moment",
                  "instant",
                  "duration",
                  "uuid",
                  "bytes",
                  "named",
                  "numbered",
                  "locale",
                  "currency",
                  "year")) {
            Object value = value(saved, field);
            assertThat(
                    session
                        .createQuery(
                            "select count(*) from Everything e where e." + field + " = :x",
                            Long.class)
                        .setParameter("x", value)
                        .getSingleResult())
                .as(field)
                .isEqualTo(1);
          }
        });
  }

  private static Object value(Everything entity, String field) {
    try {
      return Everything.class.getDeclaredField(field).get(entity);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void largeObjects() {
    Everything saved = new Everything();
    run(
        session -> {
          saved.blob = session.getLobHelper().createBlob(new byte[] {1, 2, 3});
          saved.clob = session.getLobHelper().createClob("characters");
          session.persist(saved);
        });
    run(
        session -> {
          Everything read = session.find(Everything.class, saved.id);
          try {
            assertThat(read.blob.getBytes(1, 3)).containsExactly(1, 2, 3);
            assertThat(read.clob.getSubString(1, 10)).isEqualTo("characters");
            assertThat(read.blob.getBinaryStream().readAllBytes()).hasSize(3);
          } catch (SQLException | java.io.IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void associations() {
    run(
        session -> {
          Product pen = new Product("pen");
          session.persist(pen);
          Customer ada = customer(session, "Ada", 3);
          ada.purchases.get(0).products.add(pen);
          ada.labels.addAll(Set.of("good", "old"));
        });
    run(
        session -> {
          Customer ada =
              session
                  .createQuery(
                      "from Customer c left join fetch c.purchases p left join fetch p.products"
                          + " where c.name = 'Ada'",
                      Customer.class)
                  .getSingleResult();
          assertThat(ada.purchases).hasSize(3);
          assertThat(ada.purchases.stream().mapToInt(p -> p.products.size()).sum()).isEqualTo(1);
          assertThat(ada.labels).containsExactlyInAnyOrder("good", "old");
          ada.purchases.remove(1);
          ada.labels.remove("old");
        });
    run(
        session ->
            assertThat(
                    session
                        .createQuery(
                            "select size(c.purchases), size(c.labels) from Customer c",
                            Object[].class)
                        .getSingleResult())
                .containsExactly(2, 1));
  }

  @Test
  void naturalId() {
    run(session -> customer(session, "Ada", 0));
    run(
        session ->
            assertThat(session.bySimpleNaturalId(Customer.class).load("n-Ada").name)
                .isEqualTo("Ada"));
  }

  @Test
  void multiLoad() {
    List<Long> ids = new ArrayList<>();
    run(session -> List.of("A", "B", "C").forEach(n -> ids.add(customer(session, n, 0).id)));
    run(session -> assertThat(session.byMultipleIds(Customer.class).multiLoad(ids)).hasSize(3));
  }

  private static void payments(Session session) {
    for (int i = 1; i <= 4; i++) {
      CardPayment card = new CardPayment();
      card.amount = i;
      card.card = "card " + i;
      session.persist(card);
      CashPayment cash = new CashPayment();
      cash.amount = i * 10;
      cash.till = "till " + i;
      session.persist(cash);
    }
  }

  @Test
  void joinedInheritance() {
    run(HibernateTest::payments);
    run(
        session -> {
          assertThat(session.createQuery("from Payment", Payment.class).list()).hasSize(8);
          assertThat(
                  session
                      .createQuery(
                          "select p.amount from CardPayment p where p.card = 'card 2'",
                          Integer.class)
                      .getSingleResult())
              .isEqualTo(2);
          assertThat(
                  session
                      .createQuery(
                          "select count(*) from Payment p where type(p) = CashPayment", Long.class)
                      .getSingleResult())
              .isEqualTo(4);
        });
  }

  @Test
  void bulkUpdateOfJoinedInheritance() {
    run(HibernateTest::payments);
    run(
        session ->
            assertThat(
                    session
                        .createMutationQuery(
                            "update CardPayment set amount = amount + 100, card = 'x' where amount"
                                + " > 1")
                        .executeUpdate())
                .isEqualTo(3));
    run(
        session ->
            assertThat(
                    session
                        .createQuery(
                            "select count(*) from CardPayment where card = 'x' and amount > 100",
                            Long.class)
                        .getSingleResult())
                .isEqualTo(3));
  }

  @Test
  void bulkDeleteOfJoinedInheritance() {
    run(HibernateTest::payments);
    run(
        session ->
            assertThat(
                    session
                        .createMutationQuery("delete from Payment where amount < 3 or amount > 30")
                        .executeUpdate())
                .isEqualTo(3));
    run(
        session ->
            assertThat(session.createQuery("from Payment", Payment.class).list()).hasSize(5));
  }

  @Test
  void bulkInsertIntoJoinedInheritance() {
    run(HibernateTest::payments);
    run(
        session ->
            assertThat(
                    session
                        .createMutationQuery(
                            "insert into CardPayment (amount, card) select c.amount + 1000, c.till"
                                + " from CashPayment c")
                        .executeUpdate())
                .isEqualTo(4));
    run(
        session ->
            assertThat(
                    session
                        .createQuery(
                            "select count(*) from CardPayment where amount > 1000", Long.class)
                        .getSingleResult())
                .isEqualTo(4));
  }

  @Test
  void singleTableInheritance() {
    run(
        session -> {
          Cat cat = new Cat();
          cat.name = "Tom";
          cat.lives = 9;
          session.persist(cat);
          Dog dog = new Dog();
          dog.name = "Rex";
          dog.barks = true;
          session.persist(dog);
        });
    run(
        session -> {
          assertThat(session.createQuery("from Animal", Animal.class).list()).hasSize(2);
          assertThat(
                  session.createMutationQuery("update Cat set lives = lives - 1").executeUpdate())
              .isEqualTo(1);
          assertThat(session.createMutationQuery("delete from Dog").executeUpdate()).isEqualTo(1);
        });
  }

  @Test
  void tablePerClassInheritance() {
    run(
        session -> {
          Circle circle = new Circle();
          circle.area = 3;
          circle.radius = 1;
          session.persist(circle);
          Square square = new Square();
          square.area = 4;
          square.side = 2;
          session.persist(square);
        });
    run(
        session -> {
          assertThat(
                  session
                      .createQuery("from Shape s where s.area >= 3 order by s.area", Shape.class)
                      .list())
              .hasSize(2);
          assertThat(
                  session
                      .createQuery("select sum(s.area) from Shape s", Long.class)
                      .getSingleResult())
              .isEqualTo(7);
        });
  }

  @Test
  void bulkUpdateOfTablePerClass() {
    tablePerClassInheritance();
    run(
        session ->
            assertThat(
                    session.createMutationQuery("update Shape set area = area + 1").executeUpdate())
                .isEqualTo(2));
    run(
        session ->
            assertThat(
                    session
                        .createQuery("select sum(s.area) from Shape s", Long.class)
                        .getSingleResult())
                .isEqualTo(9));
  }

  @Test
  void secondaryTable() {
    run(
        session -> {
          session.persist(new Person(1, "Ada", "long"));
          session.persist(new Person(2, "Alan", null));
        });
    run(
        session -> {
          session.find(Person.class, 1L).biography = null;
          session.find(Person.class, 2L).biography = "new";
        });
    run(
        session -> {
          session.find(Person.class, 2L).biography = "newer";
          assertThat(session.find(Person.class, 1L).biography).isNull();
        });
    run(
        session ->
            assertThat(
                    session
                        .createQuery("select biography from Person where id = 2", String.class)
                        .getSingleResult())
                .isEqualTo("newer"));
  }

  @Test
  void batchOfRows() {
    run(
        session -> {
          for (int i = 0; i < 100; i++) {
            customer(session, "c" + i, 1);
          }
        });
    run(
        session -> {
          List<Customer> all = session.createQuery("from Customer", Customer.class).list();
          assertThat(all).hasSize(100);
          all.forEach(customer -> customer.credit = BigDecimal.TEN);
        });
    run(
        session ->
            assertThat(
                    session
                        .createQuery(
                            "select count(*) from Customer where credit = 10 and version = 1",
                            Long.class)
                        .getSingleResult())
                .isEqualTo(100));
  }

  @Test
  void bulkUpdateAndDelete() {
    run(session -> List.of("A", "B", "C").forEach(name -> customer(session, name, 2)));
    run(
        session -> {
          assertThat(
                  session
                      .createMutationQuery(
                          "update versioned Customer c set c.credit = c.credit + :x where c.name in"
                              + " :names")
                      .setParameter("x", new BigDecimal("2.50"))
                      .setParameter("names", List.of("A", "B"))
                      .executeUpdate())
              .isEqualTo(2);
          assertThat(
                  session
                      .createMutationQuery(
                          "delete from Purchase p where p.amount > 1 and p.customer in (from Customer"
                              + " where name = 'A')")
                      .executeUpdate())
              .isEqualTo(1);
          assertThat(
                  session
                      .createQuery("select max(credit) from Customer", BigDecimal.class)
                      .getSingleResult())
              .isEqualByComparingTo("2.5");
        });
  }

  @Test
  void insertSelect() {
    run(session -> customer(session, "Ada", 3));
    run(
        session ->
            assertThat(
                    session
                        .createMutationQuery(
                            "insert into Token (name, value) select cast(p.amount as string),"
                                + " p.customer.name from Purchase p")
                        .executeUpdate())
                .isEqualTo(3));
  }

  @Test
  void insertOnConflict() {
    run(session -> session.persist(new Token("a", "1")));
    run(
        session ->
            session
                .createMutationQuery(
                    "insert into Token (name, value) values ('a', '2'), ('b', '3') on"
                        + " conflict(name) do update set value = excluded.value")
                .executeUpdate());
    run(
        session ->
            assertThat(
                    session
                        .createQuery("select value from Token order by name", String.class)
                        .list())
                .containsExactly("2", "3"));
  }

  @Test
  void pagination() {
    run(
        session -> {
          for (int i = 10; i < 40; i++) {
            customer(session, "c" + i, 0);
          }
        });
    run(
        session -> {
          assertThat(
                  session
                      .createQuery("select name from Customer order by name", String.class)
                      .setFirstResult(5)
                      .setMaxResults(3)
                      .list())
              .containsExactly("c15", "c16", "c17");
          assertThat(
                  session
                      .createNativeQuery(
                          "select name from customer order by name desc", String.class)
                      .setMaxResults(2)
                      .list())
              .containsExactly("c39", "c38");
          assertThat(
                  session
                      .createQuery(
                          "select name from Customer order by name limit 2 offset 1", String.class)
                      .list())
              .containsExactly("c11", "c12");
        });
  }

  @Test
  void streamOfRows() {
    run(session -> List.of("A", "B", "C").forEach(name -> customer(session, name, 0)));
    run(
        session -> {
          try (Stream<Customer> rows =
              session.createQuery("from Customer", Customer.class).setFetchSize(1).stream()) {
            assertThat(rows.map(c -> c.name)).containsExactlyInAnyOrder("A", "B", "C");
          }
        });
  }

  @Test
  void nullsInOrder() {
    run(
        session -> {
          customer(session, "A", 0).address = null;
          customer(session, "B", 0);
        });
    run(
        session -> {
          String query = "select name from Customer order by address.town";
          assertThat(session.createQuery(query, String.class).list()).containsExactly("A", "B");
          assertThat(session.createQuery(query + " nulls last", String.class).list())
              .containsExactly("B", "A");
          assertThat(session.createQuery(query + " desc nulls first", String.class).list())
              .containsExactly("A", "B");
        });
  }

  @Test
  void functionsOfTexts() {
    run(session -> customer(session, "Ada", 0));
    run(
        session ->
            assertThat(
                    session
                        .createQuery(
                            "select upper(name), length(name), substring(name, 2), concat(name, '-',"
                                + " number), locate('d', name), trim(both 'A' from name),"
                                + " replace(name, 'a', 'o'), left(name, 1), lpad(name, 5, '*'),"
                                + " coalesce(null, name), cast(id as string) || 'x', name like"
                                + " 'A%', name ilike 'aDA' from Customer",
                            Object[].class)
                        .getSingleResult())
                .startsWith("ADA", 3, "da", "Ada-n-Ada", 2, "da", "Ado", "A", "**Ada", "Ada")
                .endsWith(true, true));
  }

  @Test
  void functionsOfNumbers() {
    run(session -> customer(session, "Ada", 3));
    run(
        session ->
            assertThat(
                    session
                        .createQuery(
                            "select sum(amount), avg(amount), min(amount), count(distinct amount),"
                                + " sum(amount) filter (where amount > 1), floor(2.5), mod(7, 3),"
                                + " power(2, 3), round(2.345, 2), abs(-2), sign(-3), sqrt(16.0)"
                                + " from Purchase",
                            Object[].class)
                        .getSingleResult())
                .startsWith(6L, 2.0, 1, 3L, 5L));
  }

  @Test
  void functionsOfDates() {
    run(session -> customer(session, "Ada", 1));
    run(
        session -> {
          Object[] row =
              session
                  .createQuery(
                      "select year(p.at), extract(month from p.at), day(p.at), hour(p.at), p.at + 1"
                          + " day, p.at - 2 hour, (p.at - :start) by second, truncate(p.at, month),"
                          + " format(p.at as 'yyyy-MM-dd HH:mm'), c.born + 1 month, local date,"
                          + " local datetime, instant, extract(date from p.at), extract(week from"
                          + " p.at), cast(p.at as LocalDate) from Purchase p join p.customer c",
                      Object[].class)
                  .setParameter("start", LocalDateTime.of(2026, 2, 1, 12, 29))
                  .getSingleResult();
          assertThat(row).startsWith(2026, 2, 1, 12);
          assertThat(row[4]).isEqualTo(LocalDateTime.of(2026, 2, 2, 12, 30));
          assertThat(row[5]).isEqualTo(LocalDateTime.of(2026, 2, 1, 10, 30));
          assertThat(row[6]).isEqualTo(60L);
          assertThat(row[8]).isEqualTo("2026-02-01 12:30");
          assertThat(row[9]).isEqualTo(LocalDate.of(1990, 6, 17));
          assertThat((LocalDateTime) row[11])
              .isCloseTo(
                  LocalDateTime.now(), org.assertj.core.api.Assertions.within(1, ChronoUnit.DAYS));
        });
  }

  @Test
  void durationsInQueries() {
    run(session -> customer(session, "Ada", 2));
    run(
        session -> {
          assertThat(
                  session
                      .createQuery(
                          "select count(*) from Purchase p where p.at > local datetime - 3 hour"
                              + " or p.at < local datetime",
                          Long.class)
                      .getSingleResult())
              .isEqualTo(2);
          assertThat(
                  session
                      .createQuery("select max(p.at) - min(p.at) from Purchase p", Duration.class)
                      .getSingleResult())
              .isEqualTo(Duration.ofDays(1));
        });
  }

  @Test
  void literalsOfDates() {
    run(session -> session.persist(everything()));
    run(
        session ->
            assertThat(
                    session
                        .createQuery(
                            "select count(*) from Everything where day = {d '2026-02-28'} and time ="
                                + " {t '23:59:58'} and moment < datetime 2027-01-01 00:00:00 and"
                                + " instant > offset datetime 2026-01-01 00:00:00+01:00 and bytes ="
                                + " X'00ff7f' and flag = true and text like '%quoted%'",
                            Long.class)
                        .getSingleResult())
                .isEqualTo(1));
  }

  @Test
  void groupsAndWindows() {
    run(session -> List.of("A", "B").forEach(name -> customer(session, name, 3)));
    run(
        session -> {
          assertThat(
                  session
                      .createQuery(
                          "select c.name, sum(p.amount) from Purchase p join p.customer c group by"
                              + " c having sum(p.amount) > 5 order by c.name",
                          Object[].class)
                      .list())
              .hasSize(2);
          assertThat(
                  session
                      .createQuery(
                          "select row_number() over (partition by p.customer.id order by p.amount"
                              + " desc) as n, p.amount from Purchase p order by n, p.amount",
                          Object[].class)
                      .list())
              .hasSize(6);
          assertThat(
                  session
                      .createQuery(
                          "select listagg(c.name, ',') within group (order by c.name desc) from"
                              + " Customer c",
                          String.class)
                      .getSingleResult())
              .isEqualTo("B,A");
        });
  }

  @Test
  void subqueriesAndSets() {
    run(session -> List.of("A", "B", "C").forEach(name -> customer(session, name, 3)));
    run(
        session -> {
          assertThat(
                  session
                      .createQuery(
                          "select c.name from Customer c where exists (from Purchase p where"
                              + " p.customer = c and p.amount > all (select 2)) and c.id in (select"
                              + " q.customer.id from Purchase q) order by 1",
                          String.class)
                      .list())
              .containsExactly("A", "B", "C");
          assertThat(
                  session
                      .createQuery(
                          "select name from Customer where name < 'C' union all select 'Z' except"
                              + " select 'A'",
                          String.class)
                      .list())
              .containsExactlyInAnyOrder("B", "Z");
          assertThat(
                  session
                      .createQuery(
                          "with big as (select p.amount as amount from Purchase p where p.amount ="
                              + " 3) select count(*) from big",
                          Long.class)
                      .getSingleResult())
              .isEqualTo(3);
          assertThat(
                  session
                      .createQuery(
                          "select c.name, x.amount from Customer c join lateral (select p.amount as"
                              + " amount from c.purchases p order by p.amount desc limit 1) x",
                          Object[].class)
                      .list())
              .hasSize(3);
          assertThat(
                  session
                      .createQuery(
                          "select c.name from Customer c where (c.name, c.number) in (('A', 'n-A'),"
                              + " ('B', 'x'))",
                          String.class)
                      .list())
              .containsExactly("A");
        });
  }

  @Test
  void recursiveQueries() {
    run(
        session ->
            assertThat(
                    session
                        .createQuery(
                            "with n as (select 1 as i union all select m.i + 1 as i from n m where m.i"
                                + " < 10) select sum(x.i) from n x",
                            Long.class)
                        .getSingleResult())
                .isEqualTo(55));
  }

  @Test
  void pessimisticLocks() {
    run(session -> customer(session, "Ada", 1));
    run(
        session -> {
          Customer ada =
              session
                  .createQuery("from Customer where name = 'Ada'", Customer.class)
                  .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                  .getSingleResult();
          session.lock(ada, LockMode.PESSIMISTIC_READ);
          session.refresh(ada, LockModeType.PESSIMISTIC_WRITE);
          session.lock(ada, LockMode.PESSIMISTIC_FORCE_INCREMENT);
        });
    run(
        session ->
            assertThat(
                    session
                        .createQuery("select version from Customer", Integer.class)
                        .getSingleResult())
                .isEqualTo(1));
  }

  @Test
  void lockWithNoWait() {
    long id = factory.fromTransaction(session -> customer(session, "Ada", 0).id);
    run(
        holder -> {
          holder.find(Customer.class, id, LockModeType.PESSIMISTIC_WRITE);
          assertThatThrownBy(
                  () ->
                      run(
                          other ->
                              other.find(
                                  Customer.class,
                                  id,
                                  LockModeType.PESSIMISTIC_WRITE,
                                  Map.of("jakarta.persistence.lock.timeout", 0))))
              .isInstanceOfAny(LockTimeoutException.class, PessimisticLockException.class);
        });
  }

  @Test
  void lockThatSkipsLocked() {
    long id = factory.fromTransaction(session -> customer(session, "Ada", 0).id);
    run(session -> customer(session, "Alan", 0));
    run(
        holder -> {
          holder.find(Customer.class, id, LockModeType.PESSIMISTIC_WRITE);
          run(
              other ->
                  assertThat(
                          other
                              .createQuery("from Customer", Customer.class)
                              .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                              .setHint("jakarta.persistence.lock.timeout", -2)
                              .list())
                      .extracting(customer -> customer.name)
                      .containsExactly("Alan"));
        });
  }

  @Test
  void lockWithTimeout() {
    long id = factory.fromTransaction(session -> customer(session, "Ada", 0).id);
    run(
        session ->
            assertThat(
                    session.find(
                        Customer.class,
                        id,
                        LockModeType.PESSIMISTIC_WRITE,
                        Map.of("jakarta.persistence.lock.timeout", 1_000)))
                .isNotNull());
  }

  @Test
  void optimisticVersions() {
    long id = factory.fromTransaction(session -> customer(session, "Ada", 0).id);
    assertThatThrownBy(
            () ->
                run(
                    session -> {
                      Customer old = session.find(Customer.class, id);
                      run(other -> other.find(Customer.class, id).name = "Lovelace");
                      session.getTransaction().rollback();
                      session.beginTransaction();
                      old.name = "Byron";
                      session.merge(old);
                    }))
        .isInstanceOf(OptimisticLockException.class);
  }

  @Test
  void sequencesInBlocks() {
    run(
        session -> {
          long first = customer(session, "a", 0).id;
          for (int i = 1; i < 50; i++) {
            assertThat(customer(session, "a" + i, 0).id).isEqualTo(first + i);
          }
        });
  }

  @Test
  void generatorInTable() {
    run(
        session -> {
          Ticket first = new Ticket();
          Ticket second = new Ticket();
          session.persist(first);
          session.persist(second);
          assertThat(second.id).isEqualTo(first.id + 1);
        });
  }

  @Test
  void statelessUpsert() {
    try (StatelessSession session = factory.openStatelessSession()) {
      session.beginTransaction();
      session.upsert(new Token("a", "1"));
      session.upsert(new Token("a", "2"));
      session.insert(new Token("b", "3"));
      session.getTransaction().commit();
      assertThat(session.get(Token.class, "a").value).isEqualTo("2");
    }
  }

  @Test
  void namesOfViolatedConstraints() {
    run(session -> session.persist(new Product("pen")));
    assertThatThrownBy(() -> run(session -> session.persist(new Product("pen"))))
        .isInstanceOfSatisfying(
            PersistenceException.class,
            e ->
                assertThat((ConstraintViolationException) e)
                    .extracting(ConstraintViolationException::getConstraintName)
                    .isEqualTo("product_code"));
    assertThatThrownBy(() -> run(session -> session.persist(new Product(null))))
        .isInstanceOf(PersistenceException.class);
  }

  @Test
  void schemaValidation() {
    configuration("validate").buildSessionFactory().close();
  }

  @Test
  void schemaUpdate() {
    run(
        session ->
            session.doWork(
                connection -> {
                  try (var statement = connection.createStatement()) {
                    statement.execute("alter table token drop column content");
                    statement.execute("drop table animal");
                    statement.execute("drop index customer_name");
                  }
                }));
    configuration("update").buildSessionFactory().close();
    configuration("validate").buildSessionFactory().close();
    run(session -> session.persist(new Token("after", "update")));
  }

  @Test
  void schemaDropped() {
    SampleDatabase other =
        (database.isEmbedded() ? SampleDatabase.Place.EMBEDDED : SampleDatabase.Place.SERVER)
            .create();
    configuration("create-drop")
        .setProperty("hibernate.connection.url", other.url())
        .buildSessionFactory()
        .close();
    try (other;
        var connection = other.connect();
        var tables = connection.getMetaData().getTables(null, "public", "%", null)) {
      assertThat(tables.next()).isFalse();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
