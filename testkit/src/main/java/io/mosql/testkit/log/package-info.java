/** Conformance tests that every {@link io.mosql.core.port.CommitLog} must pass. */
@NullMarked
package io.mosql.testkit.log;

import org.jspecify.annotations.NullMarked;
