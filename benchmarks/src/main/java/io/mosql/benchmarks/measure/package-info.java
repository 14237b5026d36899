/** Measurements of the machine and of time that know nothing of any benchmark. */
@NullMarked
package io.mosql.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
