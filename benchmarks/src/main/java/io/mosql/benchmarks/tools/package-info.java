/**
 * Benchmarks of what applications put between themselves and the database: a pool of connections,
 * and an object-relational mapper. Each measures two things in turns, in one process. Used by the
 * command line only.
 */
@NullMarked
package io.mosql.benchmarks.tools;

import org.jspecify.annotations.NullMarked;
