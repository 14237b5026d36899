package io.mosql.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class TestClusterTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String CLIENT = "client";
  private static final int TRIES = 20;

  @TempDir Path directory;
  private TestCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = TestCluster.plan(directory, 3, List.of(CLIENT), TestClusterTest::command);
    cluster.startAll();
    for (String id : cluster.ids()) {
      ready(id);
    }
  }

  private static List<String> command(NodeLaunchConfig node) {
    return Programs.java(
        EchoProgram.class,
        List.of(node.hostsOption()),
        node.id(),
        node.directory().toString(),
        Integer.toString(node.port(TestCluster.PEER)),
        Integer.toString(node.port(CLIENT)));
  }

  private void ready(String id) throws Exception {
    String last = "listening on " + cluster.node(id).port(CLIENT);
    cluster.process(id).awaitLine(Pattern.compile(last), PATIENCE);
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    cluster.close();
    assertThat(cluster.ids()).noneMatch(cluster::isUp);
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().matches("n\\d[>.].*") && thread.isAlive());
  }

  /** A client of a node, by its client port. */
  private String reply(String id, String line) throws IOException {
    try (Asking asking = new Asking(cluster.clientLink(id, CLIENT).address())) {
      return String.valueOf(asking.ask(line));
    }
  }

  /** The answer of one node to another, by the name that all have for it. */
  private String ask(String from, String to) throws IOException {
    return reply(from, "ask " + to + " " + cluster.node(from).peerPorts().get(to) + " hi");
  }

  private void assertReaches(String from, String to) throws IOException {
    String answer = ask(from, to);
    for (int i = 0; i < TRIES && !answer.equals("hi from " + to); i++) {
      answer = ask(from, to);
    }
    assertThat(answer).isEqualTo("hi from " + to);
  }

  @Test
  void allKnowEachOtherByTheSameNamesAndMeetThroughTheirLinks() throws IOException {
    for (String from : cluster.ids()) {
      assertThat(cluster.node(from).peerList()).isEqualTo(cluster.node("n1").peerList());
      for (String to : cluster.ids()) {
        assertReaches(from, to);
        if (!from.equals(to)) {
          assertThat(cluster.link(from, to).accepted()).as(from + " to " + to).isEqualTo(1);
          assertThat(cluster.link(from, to).backward().passedBytes()).isPositive();
          InetSocketAddress way = cluster.node(from).links().get(to);
          assertThat(way).isEqualTo(cluster.link(from, to).address());
        }
      }
    }
    assertThat(cluster.node("n1").peerList()).matches("n1=n1:\\d+,n2=n2:\\d+,n3=n3:\\d+");
  }

  @Test
  void oneDirectionIsLostWhoeverOpenedTheConnection() throws IOException {
    assertReaches("n1", "n2");
    assertReaches("n2", "n1");
    cluster.drop("n1", "n2");
    assertThat(ask("n1", "n2")).as("the question is lost").isEqualTo("silence");
    long heard = cluster.link("n2", "n1").forward().passedBytes();
    assertThat(ask("n2", "n1")).as("the answer is lost").isEqualTo("silence");
    assertThat(cluster.link("n2", "n1").forward().passedBytes()).isGreaterThan(heard);
    assertReaches("n3", "n2");
    assertReaches("n1", "n3");
    cluster.heal();
    assertReaches("n1", "n2");
    assertReaches("n2", "n1");
  }

  @Test
  void whoIsIsolatedStillHasItsClients() throws IOException {
    cluster.isolate("n3");
    assertThat(ask("n3", "n1")).isEqualTo("silence");
    assertThat(ask("n2", "n3")).isEqualTo("silence");
    assertThat(reply("n3", "echo here")).isEqualTo("here from n3");
    assertReaches("n1", "n2");
    cluster.clientLink("n1", CLIENT).refuse();
    assertThatThrownBy(() -> assertThat(reply("n1", "echo x")).isEqualTo("x from n1"))
        .isInstanceOfAny(IOException.class, AssertionError.class);
    cluster.heal();
    assertReaches("n2", "n3");
    assertReaches("n3", "n1");
  }

  @Test
  void whoIsKilledComesBackWithItsFilesAndWhoIsWipedWithout() throws Exception {
    assertThat(reply("n1", "put word")).isEqualTo("kept");
    assertReaches("n2", "n1");
    assertThatThrownBy(() -> cluster.wipe("n1")).hasMessage("n1 runs");
    assertThatThrownBy(() -> cluster.start("n1")).hasMessage("n1 runs");
    cluster.kill("n1");
    assertThat(cluster.isUp("n1")).isFalse();
    assertThat(ask("n2", "n1")).isEqualTo("cut");
    cluster.start("n1");
    ready("n1");
    assertThat(reply("n1", "get")).isEqualTo("word");
    assertReaches("n2", "n1");
    cluster.killAll();
    cluster.wipe("n1");
    cluster.startAll();
    ready("n1");
    assertThat(reply("n1", "get")).isEqualTo("nothing");
    assertThat(directory.resolve("n1-3.log")).exists();
    assertThat(cluster.node("n1").start()).isEqualTo(4);
  }

  @Test
  void whoStandsIsSilentAndAnswersLater() throws Exception {
    assertReaches("n1", "n2");
    cluster.process("n2").pause();
    assertThat(ask("n1", "n2")).isEqualTo("silence");
    cluster.process("n2").resume();
    assertReaches("n1", "n2");
    assertThat(cluster.stop("n2", PATIENCE)).isPositive();
  }

  @Test
  void whatIsNotThereHasNoName() {
    assertThatThrownBy(() -> cluster.link("n1", "n1")).hasMessageContaining("no link");
    assertThatThrownBy(() -> cluster.clientLink("n1", "other")).hasMessageContaining("other");
    assertThatThrownBy(() -> cluster.node("n4")).hasMessageContaining("n4");
    assertThatThrownBy(() -> cluster.node("n1").port("other")).hasMessageContaining("other");
  }
}
