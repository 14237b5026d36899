/**
 * What stands around a run: the database that the options name, opened in its directory, the
 * machine, what an earlier run has left, and where a person watches.
 */
@NullMarked
package io.mosql.benchmarks.testbed;

import org.jspecify.annotations.NullMarked;
