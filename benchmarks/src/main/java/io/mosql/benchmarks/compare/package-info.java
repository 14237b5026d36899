/** The compare command: runs a benchmark on several databases in turn, each in a separate JVM. */
@NullMarked
package io.mosql.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
