/**
 * Components of the results of all benchmarks: machine, product, times, errors and conditions, and
 * their formatting as text and JSON.
 */
@NullMarked
package io.mosql.benchmarks.report;

import org.jspecify.annotations.NullMarked;
