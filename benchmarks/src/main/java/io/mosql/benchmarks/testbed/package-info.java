/**
 * Environment of a run: the database selected by the options, opened in its directory; the machine;
 * state kept from an earlier run; and progress output.
 */
@NullMarked
package io.mosql.benchmarks.testbed;

import org.jspecify.annotations.NullMarked;
