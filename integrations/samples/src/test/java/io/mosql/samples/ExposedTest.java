package io.mosql.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.integrations.testkit.SampleDatabase;
import io.mosql.integrations.testkit.Tool;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import kotlin.Pair;
import kotlin.Unit;
import kotlin.jvm.JvmClassMappingKt;
import kotlin.jvm.internal.PropertyReference0Impl;
import kotlin.reflect.KProperty;
import org.jetbrains.exposed.v1.core.Column;
import org.jetbrains.exposed.v1.core.DatabaseApi;
import org.jetbrains.exposed.v1.core.DatabaseConfig;
import org.jetbrains.exposed.v1.core.Expression;
import org.jetbrains.exposed.v1.core.FunctionBuilderKt;
import org.jetbrains.exposed.v1.core.LongColumnType;
import org.jetbrains.exposed.v1.core.OpBuilderKt;
import org.jetbrains.exposed.v1.core.ResultRow;
import org.jetbrains.exposed.v1.core.ShortColumnType;
import org.jetbrains.exposed.v1.core.SortOrder;
import org.jetbrains.exposed.v1.core.Table;
import org.jetbrains.exposed.v1.core.TextColumnType;
import org.jetbrains.exposed.v1.core.dao.id.EntityID;
import org.jetbrains.exposed.v1.core.dao.id.IntIdTable;
import org.jetbrains.exposed.v1.core.java.UUIDColumnTypeKt;
import org.jetbrains.exposed.v1.core.statements.api.ExposedBlob;
import org.jetbrains.exposed.v1.core.vendors.ForUpdateOption;
import org.jetbrains.exposed.v1.core.vendors.PostgreSQLDialect;
import org.jetbrains.exposed.v1.dao.IntEntity;
import org.jetbrains.exposed.v1.dao.IntEntityClass;
import org.jetbrains.exposed.v1.exceptions.ExposedSQLException;
import org.jetbrains.exposed.v1.javatime.JavaDateColumnTypeKt;
import org.jetbrains.exposed.v1.jdbc.Database;
import org.jetbrains.exposed.v1.jdbc.DatabaseConnectionAutoRegistration;
import org.jetbrains.exposed.v1.jdbc.JdbcTransaction;
import org.jetbrains.exposed.v1.jdbc.QueriesKt;
import org.jetbrains.exposed.v1.jdbc.Query;
import org.jetbrains.exposed.v1.jdbc.SchemaUtils;
import org.jetbrains.exposed.v1.jdbc.transactions.TransactionManager;
import org.jetbrains.exposed.v1.jdbc.transactions.TransactionsKt;
import org.jetbrains.exposed.v1.jdbc.vendors.PostgreSQLDialectMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An application with Exposed, whose language is Kotlin's: here its functions are called as Java
 * sees them.
 */
@Tool(name = "Exposed", versionOf = Table.class)
final class ExposedTest {
  private static final Cities CITIES = new Cities();
  private static final Users USERS = new Users();

  private final SampleDatabase sample;
  private Database database;

  ExposedTest(SampleDatabase.Place place) {
    sample = place.create();
  }

  static final class Cities extends IntIdTable {
    final Column<String> name = uniqueIndex(varchar("name", 50, null), null);
    final Column<Integer> people = nullable(integer("people", null));

    Cities() {
      super("cities", "id", null);
    }
  }

  static final class Users extends Table {
    final Column<Integer> id = autoIncrement(integer("id", null), (String) null);
    final Column<String> name = index(varchar("name", 20, null), null, false);
    final Column<EntityID<Integer>> city = nullable(reference("city_id", CITIES, null, null, null));
    private final PrimaryKey key = new PrimaryKey(new Column<?>[] {id}, null);

    Users() {
      super("users");
    }

    @Override
    public PrimaryKey getPrimaryKey() {
      return key;
    }
  }

  enum Color {
    RED,
    GREEN
  }

  static final class AllTypes extends Table {
    final Column<Short> small = registerColumn("small", new ShortColumnType());
    final Column<Long> big = registerColumn("big", new LongColumnType());
    final Column<BigDecimal> price = decimal("price", 10, 2);
    final Column<Boolean> open = bool("open");
    final Column<String> text = text("text", null, false);
    final Column<byte[]> bytes = binary("bytes");
    final Column<ExposedBlob> blob = blob("lob", false);
    final Column<UUID> uuid = UUIDColumnTypeKt.javaUUID(this, "uuid");
    final Column<Color> color =
        enumerationByName("color", 10, JvmClassMappingKt.getKotlinClass(Color.class));
    final Column<LocalDate> day = JavaDateColumnTypeKt.date(this, "day");
    final Column<LocalDateTime> local = JavaDateColumnTypeKt.datetime(this, "local");
    final Column<Instant> instant = JavaDateColumnTypeKt.timestamp(this, "instant");
    final Column<OffsetDateTime> zoned = JavaDateColumnTypeKt.timestampWithTimeZone(this, "zoned");
    final Column<List<String>> tags = array("tags", new TextColumnType(), null);

    AllTypes() {
      super("all_types");
    }
  }

  static final class City extends IntEntity {
    private static final KProperty<?> NAME =
        new PropertyReference0Impl(City.class, "name", "getName()", 0);

    City(EntityID<Integer> id) {
      super(id);
    }

    String name() {
      return getValue(CITIES.name, this, NAME);
    }

    void rename(String name) {
      setValue(CITIES.name, this, NAME, name);
    }
  }

  private static final IntEntityClass<City> CITY =
      new IntEntityClass<>(CITIES, City.class, City::new) {};

  /** What an application of MoSQL configures. */
  @BeforeAll
  static void register() {
    DatabaseApi.Companion.registerDialect("mosql", () -> new PostgreSQLDialect("MoSQL"));
    Database.Companion.registerDialectMetadata("mosql", PostgreSQLDialectMetadata::new);
    Database.Companion.registerJdbcDriver("jdbc:mosql", "io.mosql.jdbc.MosqlDriver", "mosql");
  }

  @BeforeEach
  void create() {
    database = connect(config -> {});
    run(() -> SchemaUtils.INSTANCE.create(new Table[] {CITIES, USERS}, false));
  }

  private Database connect(Consumer<DatabaseConfig.Builder> config) {
    return Database.Companion.connect(
        sample.url(),
        "io.mosql.jdbc.MosqlDriver",
        sample.user(),
        sample.password(),
        connection -> Unit.INSTANCE,
        DatabaseConfig.Companion.invoke(
            builder -> {
              config.accept(builder);
              return Unit.INSTANCE;
            }),
        ServiceLoader.load(DatabaseConnectionAutoRegistration.class).findFirst().orElseThrow(),
        created -> new TransactionManager(created, null));
  }

  @AfterEach
  void close() throws SQLException {
    sample.close();
  }

  private <T> T call(Function<JdbcTransaction, T> work) {
    return TransactionsKt.transaction(database, null, null, work::apply);
  }

  private void run(Runnable work) {
    call(
        transaction -> {
          work.run();
          return Unit.INSTANCE;
        });
  }

  private static <T> List<T> column(Query query, Expression<T> column) {
    List<T> values = new ArrayList<>();
    for (ResultRow row : (Iterable<ResultRow>) query::iterator) {
      values.add(row.get(column));
    }
    return values;
  }

  private static EntityID<Integer> city(String name, Integer people) {
    return QueriesKt.insertAndGetId(
        CITIES,
        (table, row) -> {
          row.set(CITIES.name, name);
          row.set(CITIES.people, people);
          return Unit.INSTANCE;
        });
  }

  private static void user(String name, EntityID<Integer> city) {
    QueriesKt.insert(
        USERS,
        (table, row) -> {
          row.set(USERS.name, name);
          row.set(USERS.city, city);
          return Unit.INSTANCE;
        });
  }

  private static List<String> names() {
    return column(QueriesKt.selectAll(CITIES).orderBy(CITIES.name, SortOrder.ASC), CITIES.name);
  }

  @Test
  void schemaIsUpToDate() {
    run(
        () -> {
          Table[] tables = {CITIES, USERS};
          assertThat(SchemaUtils.INSTANCE.listTables()).hasSize(2);
          assertThat(SchemaUtils.INSTANCE.statementsRequiredToActualizeScheme(tables, false))
              .isEmpty();
          assertThat(SchemaUtils.INSTANCE.checkExcessiveIndices(tables, false)).isEmpty();
          assertThat(SchemaUtils.INSTANCE.checkExcessiveForeignKeyConstraints(tables, false))
              .isEmpty();
        });
  }

  @Test
  void missingColumnsAreAdded() {
    call(
        transaction -> {
          transaction.exec("alter table cities drop column people", List.of(), null);
          assertThat(SchemaUtils.INSTANCE.addMissingColumnsStatements(new Table[] {CITIES}, false))
              .hasSize(1);
          SchemaUtils.INSTANCE.createMissingTablesAndColumns(
              new Table[] {CITIES, USERS}, false, false);
          city("Rome", 3);
          return Unit.INSTANCE;
        });
  }

  @Test
  void tablesAreDropped() {
    run(() -> SchemaUtils.INSTANCE.drop(new Table[] {CITIES, USERS}, false));
    run(() -> assertThat(SchemaUtils.INSTANCE.listTables()).isEmpty());
  }

  @Test
  void generatedKeys() {
    run(
        () -> {
          assertThat(city("Oslo", 1).getValue()).isEqualTo(1);
          assertThat(city("Rome", 3).getValue()).isEqualTo(2);
        });
  }

  @Test
  void batchOfRows() {
    run(
        () ->
            assertThat(
                    QueriesKt.batchInsert(
                        CITIES,
                        List.of("Bern", "Oslo", "Rome"),
                        false,
                        true,
                        (row, name) -> {
                          row.set(CITIES.name, name);
                          return Unit.INSTANCE;
                        }))
                .extracting(row -> row.get(CITIES.getId()).getValue())
                .containsExactly(1, 2, 3));
    run(() -> assertThat(names()).containsExactly("Bern", "Oslo", "Rome"));
  }

  @Test
  void allTypes() {
    AllTypes types = new AllTypes();
    UUID uuid = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
    Instant instant = Instant.parse("2026-01-02T03:04:05.123456Z");
    run(
        () -> {
          SchemaUtils.INSTANCE.create(new Table[] {types}, false);
          QueriesKt.insert(
              types,
              (table, row) -> {
                row.set(types.small, (short) 1);
                row.set(types.big, 1L << 40);
                row.set(types.price, new BigDecimal("1.50"));
                row.set(types.open, true);
                row.set(types.text, "it's");
                row.set(types.bytes, new byte[] {1, 2});
                row.set(types.blob, new ExposedBlob(new byte[] {3}));
                row.set(types.uuid, uuid);
                row.set(types.color, Color.GREEN);
                row.set(types.day, LocalDate.of(2026, 1, 2));
                row.set(types.local, LocalDateTime.parse("2026-01-02T03:04:05"));
                row.set(types.instant, instant);
                row.set(types.zoned, OffsetDateTime.parse("2026-01-02T03:04:05+02:00"));
                row.set(types.tags, List.of("a", "b"));
                return Unit.INSTANCE;
              });
          assertThat(
                  SchemaUtils.INSTANCE.statementsRequiredToActualizeScheme(
                      new Table[] {types}, false))
              .isEmpty();
        });
    run(
        () -> {
          ResultRow row = QueriesKt.selectAll(types).iterator().next();
          assertThat(row.get(types.small)).isEqualTo((short) 1);
          assertThat(row.get(types.big)).isEqualTo(1L << 40);
          assertThat(row.get(types.price)).isEqualTo("1.50");
          assertThat(row.get(types.open)).isTrue();
          assertThat(row.get(types.text)).isEqualTo("it's");
          assertThat(row.get(types.bytes)).containsExactly(1, 2);
          assertThat(row.get(types.blob).getBytes()).containsExactly(3);
          assertThat(row.get(types.uuid)).isEqualTo(uuid);
          assertThat(row.get(types.color)).isEqualTo(Color.GREEN);
          assertThat(row.get(types.day)).isEqualTo("2026-01-02");
          assertThat(row.get(types.local)).isEqualTo("2026-01-02T03:04:05");
          assertThat(row.get(types.instant)).isEqualTo(instant);
          assertThat(row.get(types.zoned)).isEqualTo("2026-01-02T03:04:05+02:00");
          assertThat(row.get(types.tags)).containsExactly("a", "b");
        });
  }

  @Test
  void joinAndGroups() {
    run(
        () -> {
          EntityID<Integer> oslo = city("Oslo", 1);
          user("Ada", oslo);
          user("Bob", oslo);
          user("Cid", null);
          Expression<Long> users = FunctionBuilderKt.count(USERS.id);
          List<ResultRow> rows = new ArrayList<>();
          QueriesKt.select(USERS.leftJoin(CITIES), CITIES.name, users)
              .groupBy(CITIES.name)
              .orderBy(users, SortOrder.DESC)
              .iterator()
              .forEachRemaining(rows::add);
          assertThat(rows).extracting(row -> row.get(users)).containsExactly(2L, 1L);
          assertThat(rows)
              .extracting(row -> row.getOrNull(CITIES.name))
              .containsExactly("Oslo", null);
        });
  }

  @Test
  void conditions() {
    run(
        () -> {
          user("Ada", city("Oslo", 1));
          city("Rome", 3);
          Query lived = QueriesKt.select(USERS, USERS.city);
          assertThat(
                  column(
                      QueriesKt.selectAll(CITIES)
                          .where(OpBuilderKt.inSubQuery(CITIES.getId(), lived)),
                      CITIES.name))
              .containsExactly("Oslo");
          assertThat(
                  column(
                      QueriesKt.selectAll(CITIES)
                          .where(
                              OpBuilderKt.and(
                                  OpBuilderKt.like(CITIES.name, "R%"),
                                  OpBuilderKt.inList(CITIES.people, List.of(2, 3)))),
                      CITIES.name))
              .containsExactly("Rome");
          assertThat(
                  QueriesKt.selectAll(CITIES).where(OpBuilderKt.greater(CITIES.people, 1)).count())
              .isEqualTo(1);
        });
  }

  @Test
  void pages() {
    run(
        () -> {
          List.of("Bern", "Oslo", "Rome").forEach(name -> city(name, 1));
          Query page = QueriesKt.selectAll(CITIES).orderBy(CITIES.name, SortOrder.DESC);
          assertThat(column(page.limit(1).offset(1), CITIES.name)).containsExactly("Oslo");
        });
  }

  @Test
  void lockedRows() {
    run(
        () -> {
          city("Oslo", 1);
          Query all = QueriesKt.selectAll(CITIES);
          assertThat(column(all.forUpdate(ForUpdateOption.ForUpdate.INSTANCE), CITIES.name))
              .containsExactly("Oslo");
        });
  }

  @Test
  void updateAndDelete() {
    run(
        () -> {
          city("Oslo", 1);
          city("Rome", 3);
          assertThat(
                  QueriesKt.update(
                      CITIES,
                      () -> OpBuilderKt.eq(CITIES.name, "Oslo"),
                      null,
                      (table, row) -> {
                        row.set(CITIES.people, OpBuilderKt.plus(CITIES.people, 1));
                        return Unit.INSTANCE;
                      }))
              .isEqualTo(1);
          assertThat(QueriesKt.deleteWhere(CITIES, null, table -> OpBuilderKt.eq(CITIES.people, 3)))
              .isEqualTo(1);
          assertThat(column(QueriesKt.selectAll(CITIES), CITIES.people)).containsExactly(2);
        });
  }

  @Test
  void insertIgnoreAndUpsert() {
    run(
        () -> {
          city("Oslo", 1);
          QueriesKt.insertIgnore(
              CITIES,
              (table, row) -> {
                row.set(CITIES.name, "Oslo");
                return Unit.INSTANCE;
              });
          QueriesKt.upsert(
              CITIES,
              new Column<?>[] {CITIES.name},
              null,
              null,
              null,
              (table, row) -> {
                row.set(CITIES.name, "Oslo");
                row.set(CITIES.people, 5);
                return Unit.INSTANCE;
              });
          assertThat(column(QueriesKt.selectAll(CITIES), CITIES.people)).containsExactly(5);
        });
  }

  @Test
  void returningRows() {
    run(
        () -> {
          ResultRow row =
              QueriesKt.insertReturning(
                      CITIES,
                      List.of(CITIES.getId(), CITIES.name),
                      false,
                      (table, values) -> {
                        values.set(CITIES.name, "Oslo");
                        return Unit.INSTANCE;
                      })
                  .iterator()
                  .next();
          assertThat(row.get(CITIES.getId()).getValue()).isEqualTo(1);
          assertThat(row.get(CITIES.name)).isEqualTo("Oslo");
        });
  }

  @Test
  void entities() {
    run(() -> city("Oslo", 1));
    run(() -> CITY.get(1).rename("Christiania"));
    run(
        () -> {
          assertThat(CITY.find(OpBuilderKt.eq(CITIES.people, 1)))
              .extracting(City::name)
              .containsExactly("Christiania");
          CITY.get(1).delete();
        });
    run(() -> assertThat(CITY.all()).isEmpty());
  }

  @Test
  void rollbackOfFailure() {
    assertThatThrownBy(
            () ->
                run(
                    () -> {
                      city("Oslo", 1);
                      throw new IllegalStateException();
                    }))
        .isInstanceOf(IllegalStateException.class);
    run(() -> assertThat(names()).isEmpty());
  }

  @Test
  void nestedTransaction() {
    database = connect(config -> config.setUseNestedTransactions(true));
    run(
        () -> {
          city("Oslo", 1);
          call(
              inner -> {
                city("Rome", 3);
                inner.rollback();
                return Unit.INSTANCE;
              });
        });
    run(() -> assertThat(names()).containsExactly("Oslo"));
  }

  @Test
  void uniqueViolation() {
    run(() -> city("Oslo", 1));
    assertThatThrownBy(() -> run(() -> city("Oslo", 1)))
        .isInstanceOfSatisfying(
            ExposedSQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"));
  }

  /** The first attempt fails with 40001, the second one sees what the other has written. */
  @Test
  void conflictIsRetried() {
    database =
        connect(config -> config.setDefaultIsolationLevel(Connection.TRANSACTION_SERIALIZABLE));
    run(() -> city("Oslo", 1));
    List<Integer> seen = new ArrayList<>();
    run(
        () -> {
          seen.add(column(QueriesKt.selectAll(CITIES), CITIES.people).get(0));
          if (seen.size() == 1) {
            execute("update cities set people = 7");
          }
          QueriesKt.update(
              CITIES,
              null,
              (table, row) -> {
                row.set(CITIES.people, seen.get(seen.size() - 1) + 1);
                return Unit.INSTANCE;
              });
        });
    assertThat(seen).containsExactly(1, 7);
    run(() -> assertThat(column(QueriesKt.selectAll(CITIES), CITIES.people)).containsExactly(8));
  }

  private void execute(String sql) {
    try (Connection connection = sample.connect()) {
      connection.createStatement().execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void plainStatement() {
    run(() -> city("Oslo", 1));
    assertThat(
            this.<Integer>call(
                transaction ->
                    transaction.exec(
                        "select people from cities where name = ?",
                        List.of(new Pair<>(new TextColumnType(), "Oslo")),
                        null,
                        rows -> {
                          try {
                            rows.next();
                            return rows.getInt(1);
                          } catch (SQLException e) {
                            throw new IllegalStateException(e);
                          }
                        })))
        .isEqualTo(1);
  }
}
