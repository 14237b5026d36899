/**
 * The measured steps of the storage benchmarks, each run in a separate JVM.
 *
 * <p>{@code StepMain} is the main class of that JVM and runs one {@code BenchmarkStep}. {@code
 * StepInput} is passed as arguments {@code name=value}; {@code StepOutput} is printed on standard
 * output, a metric as the sign {@literal @}, its name and its value. {@code ItemTable} is the table
 * that most steps fill; the content of a row is a function of its number, so reads are verified.
 * Used by {@code io.mosql.benchmarks.storage} alone and uses nothing of it.
 */
@NullMarked
package io.mosql.benchmarks.storage.step;

import org.jspecify.annotations.NullMarked;
