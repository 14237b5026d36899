/** The compare command: several databases in turns, each in a JVM of its own. */
@NullMarked
package io.mosql.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
