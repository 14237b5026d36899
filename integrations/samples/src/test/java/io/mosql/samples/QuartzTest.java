package io.mosql.samples;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.integrations.testkit.SampleDatabase;
import io.mosql.integrations.testkit.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.quartz.CronScheduleBuilder;
import org.quartz.DisallowConcurrentExecution;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.JobKey;
import org.quartz.PersistJobDataAfterExecution;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.TriggerBuilder;
import org.quartz.TriggerKey;
import org.quartz.impl.StdSchedulerFactory;

/** A scheduler whose jobs are in the database, with Quartz' tables for PostgreSQL. */
@Tool(name = "Quartz", versionOf = Scheduler.class)
final class QuartzTest {
  private static final BlockingQueue<String> RAN = new LinkedBlockingQueue<>();

  /** A job whose data change with each run. */
  @DisallowConcurrentExecution
  @PersistJobDataAfterExecution
  public static final class Count implements Job {
    @Override
    public void execute(JobExecutionContext context) {
      int runs = context.getJobDetail().getJobDataMap().getInt("runs") + 1;
      context.getJobDetail().getJobDataMap().put("runs", runs);
      RAN.add(context.getJobDetail().getKey().getName() + runs);
    }
  }

  private final SampleDatabase database;
  private final List<Scheduler> schedulers = new ArrayList<>();

  QuartzTest(SampleDatabase.Place place) {
    database = place.create();
  }

  @BeforeEach
  void create() throws SQLException, IOException {
    RAN.clear();
    String script;
    try (var file =
        Scheduler.class.getResourceAsStream("/org/quartz/impl/jdbcjobstore/tables_postgres.sql")) {
      script = new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      for (String sql : script.replaceAll("(?m)^--.*$", "").split(";")) {
        if (!sql.isBlank()) {
          statement.execute(sql);
        }
      }
    }
  }

  @AfterEach
  void close() throws SchedulerException, SQLException {
    for (Scheduler scheduler : schedulers) {
      scheduler.shutdown(true);
    }
    database.close();
  }

  private Scheduler scheduler(String id, String delegate) throws SchedulerException {
    Properties settings = new Properties();
    settings.setProperty("org.quartz.scheduler.instanceName", "sample" + database.url().hashCode());
    settings.setProperty("org.quartz.scheduler.instanceId", id);
    settings.setProperty("org.quartz.threadPool.threadCount", "3");
    settings.setProperty("org.quartz.jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX");
    settings.setProperty(
        "org.quartz.jobStore.driverDelegateClass", "org.quartz.impl.jdbcjobstore." + delegate);
    settings.setProperty("org.quartz.jobStore.isClustered", "true");
    settings.setProperty("org.quartz.jobStore.dataSource", id);
    String source = "org.quartz.dataSource." + id + ".";
    settings.setProperty(source + "provider", "hikaricp");
    settings.setProperty(source + "driver", "io.mosql.jdbc.MosqlDriver");
    settings.setProperty(source + "URL", database.url());
    settings.setProperty(source + "user", database.user());
    settings.setProperty(source + "password", database.password());
    settings.setProperty(source + "maxConnections", "5");
    Scheduler scheduler = new StdSchedulerFactory(settings).getScheduler();
    schedulers.add(scheduler);
    return scheduler;
  }

  private static JobDetail job(String name) {
    return JobBuilder.newJob(Count.class)
        .withIdentity(name)
        .usingJobData("runs", 0)
        .storeDurably()
        .requestRecovery()
        .build();
  }

  private static void runs(Scheduler scheduler) throws SchedulerException, InterruptedException {
    scheduler.scheduleJob(
        job("thrice"),
        TriggerBuilder.newTrigger()
            .withIdentity("often")
            .startNow()
            .withSchedule(
                SimpleScheduleBuilder.simpleSchedule()
                    .withIntervalInMilliseconds(20)
                    .withRepeatCount(2))
            .build());
    for (int run = 1; run <= 3; run++) {
      assertThat(RAN.poll(60, SECONDS)).isEqualTo("thrice" + run);
    }
  }

  @Test
  void standardDelegate() throws SchedulerException, InterruptedException {
    Scheduler scheduler = scheduler("std", "StdJDBCDelegate");
    scheduler.start();
    runs(scheduler);
  }

  @Test
  void delegateForPostgres() throws SchedulerException, InterruptedException {
    Scheduler scheduler = scheduler("pg", "PostgreSQLDelegate");
    scheduler.start();
    runs(scheduler);
  }

  @Test
  void storedJobsAndTriggers() throws SchedulerException {
    Scheduler scheduler = scheduler("stored", "PostgreSQLDelegate");
    scheduler.scheduleJob(
        job("nightly"),
        TriggerBuilder.newTrigger()
            .withIdentity("cron")
            .withSchedule(CronScheduleBuilder.cronSchedule("0 0 3 * * ?"))
            .build());
    scheduler.pauseJob(JobKey.jobKey("nightly"));
    assertThat(scheduler.getTriggerState(TriggerKey.triggerKey("cron"))).hasToString("PAUSED");
    assertThat(scheduler.getJobDetail(JobKey.jobKey("nightly")).getJobDataMap().getInt("runs"))
        .isZero();
    assertThat(scheduler.deleteJob(JobKey.jobKey("nightly"))).isTrue();
    assertThat(scheduler.checkExists(TriggerKey.triggerKey("cron"))).isFalse();
  }

  @Test
  void clusterRunsEachJobOnce() throws SchedulerException, InterruptedException {
    Scheduler first = scheduler("one", "PostgreSQLDelegate");
    for (int i = 0; i < 10; i++) {
      first.scheduleJob(
          job("j" + i + "-"), TriggerBuilder.newTrigger().withIdentity("t" + i).startNow().build());
    }
    first.start();
    List<String> ran = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ran.add(RAN.poll(60, SECONDS));
    }
    assertThat(ran).doesNotContainNull().doesNotHaveDuplicates();
  }
}
