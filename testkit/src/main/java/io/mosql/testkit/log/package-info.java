/** What every {@link io.mosql.core.port.CommitLog} does, as tests that each of them runs. */
@NullMarked
package io.mosql.testkit.log;

import org.jspecify.annotations.NullMarked;
