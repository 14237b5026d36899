/**
 * The tables, keys and indexes of TPC-C (clause 1.3), and the stored parameters of a load.
 *
 * <p>{@code TpccSchema} creates them, {@code LoadConfig} is kept in the marker table. Stateless.
 * Used by {@code load}, {@code check} and the command.
 */
@NullMarked
package io.mosql.benchmarks.tpcc.schema;

import org.jspecify.annotations.NullMarked;
