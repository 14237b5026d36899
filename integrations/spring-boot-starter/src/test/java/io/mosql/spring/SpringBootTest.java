package io.mosql.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.mosql.integrations.testkit.SampleDatabase;
import io.mosql.integrations.testkit.Tool;
import io.mosql.spring.sample.Book;
import io.mosql.spring.sample.Books;
import io.mosql.spring.sample.Note;
import io.mosql.spring.sample.Notes;
import io.mosql.spring.sample.SampleApplication;
import java.time.LocalDateTime;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.quartz.JobBuilder;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.TriggerBuilder;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.Job;
import org.springframework.batch.core.JobExecution;
import org.springframework.batch.core.JobParametersBuilder;
import org.springframework.batch.core.explore.JobExplorer;
import org.springframework.batch.core.launch.JobLauncher;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.actuate.health.HealthEndpoint;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.web.servlet.context.AnnotationConfigServletWebApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.SimpleJdbcInsert;
import org.springframework.session.FindByIndexNameSessionRepository;
import org.springframework.session.Session;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application of which nothing is configured but {@code spring.datasource.url} and account. */
@Tool(
    name = "Spring Boot",
    versionOf = SpringApplication.class,
    module = "`mosql-spring-boot-starter`")
final class SpringBootTest {
  private static final Map<SampleDatabase.Place, ConfigurableApplicationContext> CONTEXTS =
      new EnumMap<>(SampleDatabase.Place.class);

  private final SampleDatabase.Place place;
  private final ConfigurableApplicationContext context;
  private final JdbcTemplate jdbc;

  SpringBootTest(SampleDatabase.Place place) {
    this.place = place;
    context = CONTEXTS.computeIfAbsent(place, SpringBootTest::start);
    jdbc = context.getBean(JdbcTemplate.class);
  }

  private static ConfigurableApplicationContext start(SampleDatabase.Place place) {
    SampleDatabase database = place.create();
    SpringApplication application = new SpringApplication(SampleApplication.class);
    application.setApplicationContextFactory(
        type -> new AnnotationConfigServletWebApplicationContext());
    return application.run(
        "--spring.quartz.scheduler-name=" + place,
        "--spring.datasource.url=" + database.url(),
        "--spring.datasource.username=" + database.user(),
        "--spring.datasource.password=" + database.password());
  }

  @AfterAll
  static void close() {
    CONTEXTS.values().forEach(ConfigurableApplicationContext::close);
    CONTEXTS.clear();
  }

  private TransactionTemplate transaction() {
    return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
  }

  @Test
  void driverFoundByUrl() {
    Environment environment = context.getEnvironment();
    assertThat(environment.getProperty("spring.datasource.driver-class-name"))
        .isEqualTo("io.mosql.jdbc.MosqlDriver");
    assertThat(jdbc.queryForObject("select 1", Integer.class)).isEqualTo(1);
  }

  @Test
  void schemaByFlyway() {
    assertThat(
            jdbc.queryForObject(
                "select count(*) from flyway_schema_history where type = 'SQL'", Integer.class))
        .isEqualTo(1);
  }

  @Test
  void schemaByLiquibase() {
    assertThat(jdbc.queryForObject("select count(*) from liquid", Integer.class)).isZero();
  }

  @Test
  void jdbcTemplate() {
    Number key =
        new SimpleJdbcInsert(jdbc)
            .withTableName("note")
            .usingColumns("text", "written")
            .usingGeneratedKeyColumns("id")
            .executeAndReturnKey(Map.of("text", "simple", "written", LocalDateTime.now()));
    assertThat(jdbc.queryForObject("select text from note where id = ?", String.class, key))
        .isEqualTo("simple");
    assertThat(
            jdbc.batchUpdate(
                "insert into note (text) values (?)",
                List.of(new Object[] {"a"}, new Object[] {"b"})))
        .containsExactly(1, 1);
  }

  @Test
  void dataJpa() {
    Books books = context.getBean(Books.class);
    for (int i = 10; i < 20; i++) {
      books.save(new Book("jpa " + i, "j" + i));
    }
    assertThat(
            books
                .findByTitleStartingWith("jpa", PageRequest.of(1, 3, Sort.by("title").descending()))
                .map(Book::title))
        .containsExactly("jpa 16", "jpa 15", "jpa 14");
    transaction().executeWithoutResult(status -> assertThat(books.findByIsbn("j12")).hasSize(1));
    transaction().executeWithoutResult(status -> assertThat(books.shout()).isPositive());
    assertThatThrownBy(() -> books.save(new Book("twin", "j12")))
        .isInstanceOf(DataIntegrityViolationException.class);
  }

  @Test
  void optimisticLocksOfJpa() {
    Books books = context.getBean(Books.class);
    Book old = books.save(new Book("old", "o1"));
    Book same = books.findById(old.id()).orElseThrow();
    same.rename("new");
    books.saveAndFlush(same);
    old.rename("lost");
    assertThatThrownBy(() -> books.saveAndFlush(old))
        .isInstanceOf(OptimisticLockingFailureException.class);
  }

  @Test
  void dataJdbc() {
    Notes notes = context.getBean(Notes.class);
    UUID tag = UUID.randomUUID();
    Note saved =
        notes.save(
            new Note(
                null,
                "data jdbc",
                LocalDateTime.of(2026, 1, 2, 3, 4, 5),
                tag,
                List.of(new Note.Chapter("one"), new Note.Chapter("two"))));
    assertThat(notes.findById(saved.id())).contains(saved);
    assertThat(notes.findByTextContaining("data", PageRequest.of(0, 5))).contains(saved);
    assertThat(notes.count("data jdbc")).isEqualTo(1);
    transaction()
        .executeWithoutResult(status -> assertThat(notes.findByText("data jdbc")).hasSize(1));
    notes.delete(saved);
    assertThat(notes.existsById(saved.id())).isFalse();
  }

  @Test
  void batch() throws Exception {
    JobExecution execution =
        context
            .getBean(JobLauncher.class)
            .run(
                context.getBean(Job.class),
                new JobParametersBuilder().addString("run", place.name()).toJobParameters());
    assertThat(execution.getExitStatus()).isEqualTo(ExitStatus.COMPLETED);
    assertThat(
            jdbc.queryForObject(
                "select count(*) from note where text like 'batch %'", Integer.class))
        .isEqualTo(7);
    assertThat(context.getBean(JobExplorer.class).getJobNames()).containsExactly("copy");
  }

  @Test
  void session() {
    sessions(context.getBean(FindByIndexNameSessionRepository.class));
  }

  private static <S extends Session> void sessions(FindByIndexNameSessionRepository<S> sessions) {
    S session = sessions.createSession();
    session.setAttribute(FindByIndexNameSessionRepository.PRINCIPAL_NAME_INDEX_NAME, "ada");
    session.setAttribute("cart", List.of("pen"));
    sessions.save(session);
    session.setAttribute("cart", List.of("pen", "ink"));
    sessions.save(session);
    assertThat(sessions.findByPrincipalName("ada")).hasSize(1);
    List<String> cart = sessions.findById(session.getId()).getAttribute("cart");
    assertThat(cart).containsExactly("pen", "ink");
    sessions.deleteById(session.getId());
    assertThat(sessions.findById(session.getId())).isNull();
  }

  @Test
  void quartz() throws SchedulerException, InterruptedException {
    SampleApplication.expectRing();
    context
        .getBean(Scheduler.class)
        .scheduleJob(
            JobBuilder.newJob(SampleApplication.Ring.class).withIdentity("ring").build(),
            TriggerBuilder.newTrigger().startNow().build());
    assertThat(SampleApplication.awaitRing()).isTrue();
    assertThat(context.getBean(Scheduler.class).getMetaData().isJobStoreSupportsPersistence())
        .isTrue();
  }

  @Test
  void health() {
    assertThat(context.getBean(HealthEndpoint.class).health().getStatus()).isEqualTo(Status.UP);
  }

  @Test
  void metrics() {
    jdbc.update("insert into note (text) values ('counted')");
    MeterRegistry registry = context.getBean(MeterRegistry.class);
    assertThat(registry.get("mosql.log.commits").gauge().value()).isPositive();
    assertThat(registry.get("hikaricp.connections").gauge().value()).isPositive();
  }

  @Test
  void transactions() {
    assertThatThrownBy(
            () ->
                transaction()
                    .executeWithoutResult(
                        status -> {
                          jdbc.update("insert into note (text) values ('undone')");
                          throw new IllegalStateException("rolls back");
                        }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(
            jdbc.queryForObject("select count(*) from note where text = 'undone'", Integer.class))
        .isZero();
  }

  @Test
  void exceptionsOfConstraints() {
    jdbc.update("insert into book (title, isbn, version) values ('t', 'e1', 0)");
    assertThatThrownBy(
            () -> jdbc.update("insert into book (title, isbn, version) values ('t', 'e1', 0)"))
        .isInstanceOf(DuplicateKeyException.class);
    assertThatThrownBy(() -> jdbc.update("insert into book (title, version) values (null, 0)"))
        .isInstanceOf(DataIntegrityViolationException.class);
    assertThatThrownBy(() -> jdbc.update("insert into chapter (note) values (-1)"))
        .isInstanceOf(DataIntegrityViolationException.class);
    assertThatThrownBy(() -> jdbc.queryForList("select nothing from nowhere"))
        .isInstanceOf(BadSqlGrammarException.class);
  }

  @Test
  void exceptionOfLock() {
    jdbc.update("insert into book (title, isbn, version) values ('t', 'locked', 0)");
    TransactionTemplate other = transaction();
    other.setPropagationBehavior(TransactionTemplate.PROPAGATION_REQUIRES_NEW);
    transaction()
        .executeWithoutResult(
            status -> {
              jdbc.queryForList("select * from book where isbn = 'locked' for update");
              assertThatThrownBy(
                      () ->
                          other.executeWithoutResult(
                              inner ->
                                  jdbc.queryForList(
                                      "select * from book where isbn = 'locked' for update nowait")))
                  .isInstanceOf(CannotAcquireLockException.class);
            });
  }

  @Test
  void exceptionOfReadOnlyTransaction() {
    TransactionTemplate reading = transaction();
    reading.setReadOnly(true);
    assertThatThrownBy(
            () ->
                reading.executeWithoutResult(
                    status -> jdbc.update("insert into note (text) values ('x')")))
        .isInstanceOf(InvalidDataAccessResourceUsageException.class);
  }

  @Test
  void exceptionOfConflict() {
    jdbc.update("insert into note (id, text) values (-5, 'conflict')");
    TransactionTemplate other = transaction();
    other.setPropagationBehavior(TransactionTemplate.PROPAGATION_REQUIRES_NEW);
    assertThatThrownBy(
            () ->
                transaction()
                    .executeWithoutResult(
                        status -> {
                          jdbc.queryForObject("select text from note where id = -5", String.class);
                          other.executeWithoutResult(
                              inner -> jdbc.update("update note set text = 'other' where id = -5"));
                          jdbc.update("update note set text = text || '!' where id = -5");
                        }))
        .isInstanceOf(ConcurrencyFailureException.class);
  }

  /** Without any URL, the application gets a database in memory. */
  @Test
  void databaseForDevelopment() {
    SpringApplication application = new SpringApplication(SampleApplication.class);
    application.setApplicationContextFactory(
        type -> new AnnotationConfigServletWebApplicationContext());
    application.setLazyInitialization(true);
    try (ConfigurableApplicationContext other =
        application.run("--spring.quartz.scheduler-name=development")) {
      assertThat(other.getEnvironment().getProperty("spring.datasource.url"))
          .startsWith("jdbc:mosql:mem:");
      assertThat(other.getBean(JdbcTemplate.class).queryForObject("select 1", Integer.class))
          .isEqualTo(1);
    }
  }
}
