/**
 * Commands of bench that each produce one figure of the storage, over plain JDBC. A command ({@code
 * OpenCommand}) plans and prints; what must not meet the heap or the compiled code of anything else
 * is a {@link io.mosql.benchmarks.figures.Step} in a JVM of its own ({@link
 * io.mosql.benchmarks.figures.StepMain}). {@link io.mosql.benchmarks.figures.Items} is the table
 * that they fill, {@link io.mosql.benchmarks.figures.Ground} where they do it.
 */
@NullMarked
package io.mosql.benchmarks.figures;

import org.jspecify.annotations.NullMarked;
