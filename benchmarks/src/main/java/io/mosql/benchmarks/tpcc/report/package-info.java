/** Reports of a completed run as text, JSON and HTML. */
@NullMarked
package io.mosql.benchmarks.tpcc.report;

import org.jspecify.annotations.NullMarked;
