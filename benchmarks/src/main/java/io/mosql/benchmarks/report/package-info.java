/**
 * What results of all benchmarks are made of: machine, product, times, errors and conditions, and
 * the lines that show them.
 */
@NullMarked
package io.mosql.benchmarks.report;

import org.jspecify.annotations.NullMarked;
