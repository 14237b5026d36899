package io.mosql.spring.sample;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.quartz.JobExecutionContext;
import org.springframework.batch.core.Job;
import org.springframework.batch.core.Step;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.item.support.ListItemReader;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

/** An application with what Boot configures from a data source. */
@SpringBootApplication
public class SampleApplication {
  private static volatile CountDownLatch ran = new CountDownLatch(1);

  /** A job of Quartz. */
  public static final class Ring implements org.quartz.Job {
    @Override
    public void execute(JobExecutionContext context) {
      ran.countDown();
    }
  }

  public static void expectRing() {
    ran = new CountDownLatch(1);
  }

  public static boolean awaitRing() throws InterruptedException {
    return ran.await(60, TimeUnit.SECONDS);
  }

  @Bean
  Job copy(JobRepository jobs, PlatformTransactionManager transactions, JdbcTemplate jdbc) {
    Step step =
        new StepBuilder("rows", jobs)
            .<Integer, Integer>chunk(3, transactions)
            .reader(new ListItemReader<>(java.util.List.of(1, 2, 3, 4, 5, 6, 7)))
            .writer(
                rows ->
                    rows.forEach(
                        row -> jdbc.update("insert into note (text) values (?)", "batch " + row)))
            .build();
    return new JobBuilder("copy", jobs).start(step).build();
  }
}
