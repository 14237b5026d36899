package io.mosql.liquibase;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.integrations.testkit.SampleDatabase;
import io.mosql.integrations.testkit.Tool;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import liquibase.Contexts;
import liquibase.LabelExpression;
import liquibase.Liquibase;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.diff.DiffResult;
import liquibase.diff.compare.CompareControl;
import liquibase.diff.output.DiffOutputControl;
import liquibase.diff.output.changelog.DiffToChangeLog;
import liquibase.exception.LiquibaseException;
import liquibase.resource.DirectoryResourceAccessor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that changes its schema by change sets; nothing is configured but the URL. */
@Tool(name = "Liquibase", versionOf = Liquibase.class, module = "`mosql-liquibase`")
final class LiquibaseTest {
  private static final String TABLES =
      """
      <createTable tableName="owner" remarks="People">
        <column name="id" type="int"><constraints primaryKey="true" primaryKeyName="owner_pk"/></column>
        <column name="name" type="varchar(50)" remarks="The name"><constraints nullable="false" unique="true" uniqueConstraintName="owner_name"/></column>
        <column name="born" type="date"/>
      </createTable>
      <createTable tableName="pet">
        <column name="id" type="bigint" autoIncrement="true"><constraints primaryKey="true"/></column>
        <column name="owner_id" type="int"><constraints foreignKeyName="pet_owner" references="owner(id)"/></column>
        <column name="name" type="varchar(50)" defaultValue="Rex"/>
        <column name="weight" type="decimal(8,2)" defaultValueNumeric="1.50"/>
        <column name="barks" type="boolean" defaultValueBoolean="true"/>
      </createTable>
      """;

  @TempDir private Path folder;
  private final SampleDatabase sample;
  private int changeSets;

  LiquibaseTest(SampleDatabase.Place place) {
    sample = place.create();
  }

  @BeforeEach
  void start() throws IOException {
    Files.writeString(folder.resolve("changes.xml"), log(""));
    changeSet(TABLES);
  }

  @AfterEach
  void close() throws SQLException {
    sample.close();
  }

  private static String log(String changes) {
    return """
        <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
            xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-latest.xsd">
        %s</databaseChangeLog>
        """
        .formatted(changes);
  }

  /** Appends a change set. */
  private void changeSet(String changes) throws IOException {
    Path file = folder.resolve("changes.xml");
    String text = Files.readString(file);
    Files.writeString(
        file,
        text.replace(
            "</databaseChangeLog>",
            "<changeSet id=\"%d\" author=\"ada\">%s</changeSet>%n</databaseChangeLog>"
                .formatted(++changeSets, changes)));
  }

  private interface Work {
    void run(Liquibase liquibase) throws LiquibaseException, SQLException, IOException;
  }

  private void liquibase(Work work) {
    try (Connection connection = sample.connect()) {
      Database database =
          DatabaseFactory.getInstance()
              .findCorrectDatabaseImplementation(new JdbcConnection(connection));
      assertThat(database).isInstanceOf(MosqlDatabase.class);
      work.run(new Liquibase("changes.xml", new DirectoryResourceAccessor(folder), database));
    } catch (LiquibaseException | SQLException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void update() {
    liquibase(liquibase -> liquibase.update(new Contexts(), new LabelExpression()));
  }

  private void update(String changes) throws IOException {
    changeSet(changes);
    update();
  }

  private String query(String sql) throws SQLException {
    try (Connection connection = sample.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> all = new ArrayList<>();
      while (rows.next()) {
        all.add(rows.getString(1));
      }
      return String.join(",", all);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = sample.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void createTable() throws SQLException {
    update();
    execute("insert into owner values (1, 'Ada', null)");
    execute("insert into pet (owner_id) values (1)");
    assertThat(query("select id || name || weight || barks from pet")).isEqualTo("1Rex1.50true");
  }

  @Test
  void secondRun() throws SQLException {
    update();
    update();
    assertThat(query("select count(*) from databasechangelog")).isEqualTo("1");
    assertThat(query("select count(*) from databasechangeloglock where locked")).isEqualTo("0");
  }

  @Test
  void changedChangeSet() throws IOException {
    update();
    Path file = folder.resolve("changes.xml");
    Files.writeString(file, Files.readString(file).replace("varchar(50)", "varchar(60)"));
    assertThatThrownBy(this::update).hasStackTraceContaining("ValidationFailedException");
    liquibase(Liquibase::clearCheckSums);
    update();
  }

  @Test
  void failedChangeSetLeavesNothing() throws SQLException {
    update();
    assertThatThrownBy(
            () ->
                update(
                    "<createTable tableName=\"half\"><column name=\"id\" type=\"int\"/></createTable>"
                        + "<sql>insert into nowhere values (1)</sql>"))
        .hasStackTraceContaining("\"nowhere\" does not exist");
    assertThat(query("select count(*) from information_schema.tables where table_name = 'half'"))
        .isEqualTo("0");
    assertThat(query("select count(*) from databasechangeloglock where locked")).isEqualTo("0");
  }

  @Test
  void addAndDropColumns() throws IOException, SQLException {
    update(
        """
        <addColumn tableName="owner"><column name="email" type="varchar(100)" defaultValue="none"/>
          <column name="rank" type="int" valueNumeric="5"/></addColumn>
        <dropColumn tableName="owner" columnName="born"/>
        """);
    execute("insert into owner (id, name) values (1, 'Ada')");
    assertThat(query("select email from owner")).isEqualTo("none");
  }

  @Test
  void renameColumnAndTable() throws IOException, SQLException {
    update(
        """
        <renameColumn tableName="owner" oldColumnName="born" newColumnName="birthday"/>
        <renameTable oldTableName="owner" newTableName="person"/>
        """);
    assertThat(query("select count(birthday) from person")).isEqualTo("0");
  }

  @Test
  void modifyDataType() throws IOException, SQLException {
    update(
        "<modifyDataType tableName=\"owner\" columnName=\"name\" newDataType=\"varchar(500)\"/>");
    execute("insert into owner values (1, '" + "x".repeat(400) + "', null)");
  }

  @Test
  void defaultsAndNulls() throws IOException, SQLException {
    update(
        """
        <addDefaultValue tableName="owner" columnName="born" defaultValueDate="2000-01-01"/>
        <dropDefaultValue tableName="pet" columnName="name"/>
        <addNotNullConstraint tableName="pet" columnName="weight" columnDataType="decimal(8,2)" defaultNullValue="1"/>
        <dropNotNullConstraint tableName="owner" columnName="name" columnDataType="varchar(50)"/>
        """);
    execute("insert into owner (id) values (1)");
    assertThat(query("select born from owner")).isEqualTo("2000-01-01");
  }

  @Test
  void constraints() throws IOException {
    update(
        """
        <dropForeignKeyConstraint baseTableName="pet" constraintName="pet_owner"/>
        <dropUniqueConstraint tableName="owner" constraintName="owner_name"/>
        <dropPrimaryKey tableName="owner" constraintName="owner_pk"/>
        <addPrimaryKey tableName="owner" columnNames="id" constraintName="owner_key"/>
        <addUniqueConstraint tableName="owner" columnNames="name, born" constraintName="owner_both"/>
        <addForeignKeyConstraint baseTableName="pet" baseColumnNames="owner_id" constraintName="pet_person"
          referencedTableName="owner" referencedColumnNames="id" onDelete="CASCADE"/>
        """);
  }

  @Test
  void deferrableConstraints() throws IOException {
    update(
        """
        <addForeignKeyConstraint baseTableName="pet" baseColumnNames="owner_id" constraintName="pet_person"
          referencedTableName="owner" referencedColumnNames="id" deferrable="true" initiallyDeferred="true"/>
        """);
  }

  @Test
  void indexes() throws IOException {
    update(
        """
        <createIndex tableName="pet" indexName="pet_name"><column name="name"/><column name="weight" descending="true"/></createIndex>
        <createIndex tableName="pet" indexName="pet_unique" unique="true"><column name="name"/></createIndex>
        <dropIndex tableName="pet" indexName="pet_name"/>
        """);
  }

  @Test
  void sequences() throws IOException, SQLException {
    update(
        """
        <createSequence sequenceName="numbers" startValue="5" incrementBy="2"/>
        <createSequence sequenceName="other"/>
        <renameSequence oldSequenceName="other" newSequenceName="another"/>
        <alterSequence sequenceName="another" incrementBy="3"/>
        <dropSequence sequenceName="another"/>
        """);
    assertThat(query("select nextval('numbers')")).isEqualTo("5");
  }

  @Test
  void sequencesWithLimits() throws IOException {
    update(
        """
        <createSequence sequenceName="numbers" minValue="1" maxValue="100" cycle="true" cacheSize="5" dataType="int"/>
        """);
  }

  @Test
  void views() throws IOException, SQLException {
    update(
        """
        <createView viewName="names">select name from owner</createView>
        <renameView oldViewName="names" newViewName="owners"/>
        <createView viewName="owners" replaceIfExists="true">select name, id from owner</createView>
        """);
    assertThat(query("select count(id) from owners")).isEqualTo("0");
    update("<dropView viewName=\"owners\"/>");
  }

  @Test
  void remarks() throws IOException, SQLException {
    update(
        """
        <setTableRemarks tableName="pet" remarks="It's a pet"/>
        <setColumnRemarks tableName="pet" columnName="name" remarks="Called"/>
        """);
    try (Connection connection = sample.connect();
        ResultSet columns = connection.getMetaData().getColumns(null, "public", "pet", "name")) {
      assertThat(columns.next()).isTrue();
      assertThat(columns.getString("REMARKS")).isEqualTo("Called");
    }
  }

  @Test
  void autoIncrement() throws IOException, SQLException {
    update(
        """
        <createTable tableName="counted"><column name="id" type="int"><constraints primaryKey="true"/></column><column name="x" type="int"/></createTable>
        <addAutoIncrement tableName="counted" columnName="id" columnDataType="int" startWith="7"/>
        """);
    execute("insert into counted (x) values (1)");
    assertThat(query("select id from counted")).isEqualTo("7");
  }

  @Test
  void rows() throws IOException, SQLException {
    update(
        """
        <insert tableName="owner"><column name="id" valueNumeric="1"/><column name="name" value="Ada; it's"/>
          <column name="born" valueDate="1815-12-10"/></insert>
        <insert tableName="pet"><column name="owner_id" valueNumeric="1"/><column name="barks" valueBoolean="false"/></insert>
        <update tableName="pet"><column name="name" value="Tom"/><where>owner_id = 1</where></update>
        <addLookupTable existingTableName="pet" existingColumnName="name" newTableName="pet_name" newColumnName="name" constraintName="pet_names"/>
        <delete tableName="pet"><where>barks</where></delete>
        """);
    assertThat(query("select name from pet_name")).isEqualTo("Tom");
  }

  @Test
  void loadedRows() throws IOException, SQLException {
    Files.writeString(
        folder.resolve("owners.csv"), "id,name,born\n1,Ada,1815-12-10\n2,\"Alan, M\",NULL\n");
    update("<loadData tableName=\"owner\" file=\"owners.csv\"/>");
    Files.writeString(folder.resolve("owners2.csv"), "id,name\n2,Turing\n3,Grace\n");
    update("<loadUpdateData tableName=\"owner\" file=\"owners2.csv\" primaryKey=\"id\"/>");
    assertThat(query("select name from owner order by id")).isEqualTo("Ada,Turing,Grace");
  }

  @Test
  void allDataTypes() throws IOException {
    StringBuilder columns = new StringBuilder();
    for (String type :
        List.of(
            "bigint",
            "blob",
            "boolean",
            "char(3)",
            "clob",
            "currency",
            "date",
            "datetime",
            "decimal(10,2)",
            "double",
            "float",
            "int",
            "longblob",
            "longtext",
            "mediumint",
            "nchar(3)",
            "nclob",
            "number(12,3)",
            "nvarchar(20)",
            "smallint",
            "text",
            "time",
            "timestamp",
            "timestamp with time zone",
            "tinyint",
            "uuid",
            "varchar(20)",
            "json",
            "real",
            "bytea",
            "timestamp(3)",
            "numeric")) {
      columns.append("<column name=\"c%d\" type=\"%s\"/>".formatted(columns.length(), type));
    }
    update("<createTable tableName=\"types\">" + columns + "</createTable>");
  }

  @Test
  void preconditions() throws IOException, SQLException {
    update();
    update(
        """
        <preConditions onFail="MARK_RAN"><and><tableExists tableName="owner"/><columnExists tableName="owner" columnName="born"/>
          <not><tableExists tableName="nowhere"/></not><foreignKeyConstraintExists foreignKeyName="pet_owner" foreignKeyTableName="pet"/>
          <primaryKeyExists tableName="owner"/><uniqueConstraintExists tableName="owner" constraintName="owner_name"/>
          <not><indexExists indexName="pet_name"/></not><not><viewExists viewName="v"/></not>
          <sqlCheck expectedResult="0">select count(*) from owner</sqlCheck><dbms type="mosql"/></and></preConditions>
        <sql splitStatements="true">insert into owner values (9, 'x', null); insert into owner values (10, 'y;', null)</sql>
        """);
    assertThat(query("select count(*) from owner")).isEqualTo("2");
  }

  @Test
  void preconditionOfSequence() throws IOException, SQLException {
    update();
    execute("create sequence numbers");
    update(
        """
        <preConditions onFail="MARK_RAN"><sequenceExists sequenceName="numbers"/></preConditions>
        <sql>insert into owner values (9, 'x', null)</sql>
        """);
    assertThat(query("select count(*) from owner")).isEqualTo("1");
  }

  @Test
  void rollback() throws IOException, SQLException {
    update();
    liquibase(liquibase -> liquibase.tag("before"));
    update("<createTable tableName=\"later\"><column name=\"id\" type=\"int\"/></createTable>");
    liquibase(liquibase -> liquibase.rollback("before", new Contexts()));
    assertThat(query("select count(*) from information_schema.tables where table_name = 'later'"))
        .isEqualTo("0");
  }

  @Test
  void sqlOfUpdate() {
    StringWriter sql = new StringWriter();
    liquibase(liquibase -> liquibase.update(new Contexts(), sql));
    assertThat(sql.toString()).contains("CREATE TABLE", "databasechangelog");
  }

  @Test
  void dropAll() throws SQLException, IOException {
    update(
        "<createSequence sequenceName=\"numbers\"/><createView viewName=\"v\">select 1 as x</createView>");
    liquibase(Liquibase::dropAll);
    assertThat(
            query(
                "select table_name from information_schema.tables where table_schema = 'public' union"
                    + " all select sequence_name from information_schema.sequences"))
        .isEmpty();
  }

  @Test
  void generatedChangeLog() throws IOException, SQLException {
    update(
        """
        <createIndex tableName="pet" indexName="pet_name"><column name="name"/></createIndex>
        <createView viewName="names">select name from owner</createView>
        <createSequence sequenceName="numbers" startValue="5"/>
        """);
    ByteArrayOutputStream generated = new ByteArrayOutputStream();
    liquibase(
        liquibase -> {
          try {
            DiffResult all = liquibase.diff(liquibase.getDatabase(), null, new CompareControl());
            new DiffToChangeLog(all, new DiffOutputControl(false, false, false, null))
                .print(new PrintStream(generated, true, StandardCharsets.UTF_8));
          } catch (javax.xml.parsers.ParserConfigurationException e) {
            throw new IllegalStateException(e);
          }
        });
    String text = generated.toString(StandardCharsets.UTF_8);
    assertThat(text)
        .contains(
            "tableName=\"owner\"",
            "autoIncrement=\"true\"",
            "pet_name",
            "createView",
            "addForeignKeyConstraint",
            "sequenceName=\"numbers\"");
    Files.writeString(folder.resolve("changes.xml"), text);
    liquibase(Liquibase::dropAll);
    update();
    execute("insert into owner values (1, 'Ada', null)");
    execute("insert into pet (owner_id) values (1)");
  }

  /** An update in a process of its own, as far as Liquibase's static fields are concerned. */
  public static final class Process implements Callable<Void> {
    private final SampleDatabase sample;
    private final Path folder;

    /** Called by reflection. */
    public Process(SampleDatabase sample, Path folder) {
      this.sample = sample;
      this.folder = folder;
    }

    @Override
    public Void call() throws Exception {
      try (Connection connection = sample.connect()) {
        new Liquibase(
                "changes.xml",
                new DirectoryResourceAccessor(folder),
                DatabaseFactory.getInstance()
                    .findCorrectDatabaseImplementation(new JdbcConnection(connection)))
            .update(new Contexts(), new LabelExpression());
      }
      return null;
    }
  }

  /** Loads Liquibase and the extension anew; all else, such as the driver, is shared. */
  private static final class ProcessLoader extends URLClassLoader {
    ProcessLoader() {
      super(
          Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
              .map(ProcessLoader::url)
              .toArray(URL[]::new),
          LiquibaseTest.class.getClassLoader());
    }

    private static URL url(String path) {
      try {
        return Path.of(path).toUri().toURL();
      } catch (MalformedURLException e) {
        throw new IllegalArgumentException(e);
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("liquibase.") && !name.startsWith("io.mosql.liquibase.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }
  }

  @Test
  void concurrentUpdates() throws Exception {
    int processes = 3;
    CyclicBarrier start = new CyclicBarrier(processes);
    ExecutorService threads = Executors.newFixedThreadPool(processes);
    update();
    changeSet("<createTable tableName=\"late\"><column name=\"id\" type=\"int\"/></createTable>");
    try {
      List<Future<?>> runs = new ArrayList<>();
      for (int i = 0; i < processes; i++) {
        runs.add(
            threads.submit(
                () -> {
                  try (ProcessLoader loader = new ProcessLoader()) {
                    Thread.currentThread().setContextClassLoader(loader);
                    Callable<?> process =
                        (Callable<?>)
                            loader
                                .loadClass(Process.class.getName())
                                .getConstructor(SampleDatabase.class, Path.class)
                                .newInstance(sample, folder);
                    start.await(60, SECONDS);
                    return process.call();
                  }
                }));
      }
      for (Future<?> run : runs) {
        run.get(120, SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(query("select count(*) from databasechangelog")).isEqualTo("2");
    assertThat(query("select count(*) from databasechangeloglock where locked")).isEqualTo("0");
  }
}
