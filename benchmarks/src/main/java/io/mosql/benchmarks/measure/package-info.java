/** Measurements of the machine and of time, independent of the benchmarks. */
@NullMarked
package io.mosql.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
