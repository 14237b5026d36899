/**
 * The databases that TPC-C runs on: how to reach one, and its schema in each dialect. All
 * differences between databases live here.
 */
@NullMarked
package io.mosql.benchmarks.tpcc.db;

import org.jspecify.annotations.NullMarked;
