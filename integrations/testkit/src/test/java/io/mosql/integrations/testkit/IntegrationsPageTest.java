package io.mosql.integrations.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Test that the page lists no version that is not tested any more. */
final class IntegrationsPageTest {
  @Test
  void versionsAreThoseOfTheParentPom() {
    assertThat(IntegrationsPage.stale()).isEmpty();
  }
}
