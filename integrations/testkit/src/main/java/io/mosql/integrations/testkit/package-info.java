/**
 * What the tests of the integrations share: fresh databases, embedded and on a server, and the
 * table of {@code docs/integrations.md} against which each sample application is held.
 */
@NullMarked
package io.mosql.integrations.testkit;

import org.jspecify.annotations.NullMarked;
