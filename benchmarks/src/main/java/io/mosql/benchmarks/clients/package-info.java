/**
 * Concurrent benchmark clients, each with its own thread and connection; their failure handling and
 * the log of transactions acknowledged to them.
 */
@NullMarked
package io.mosql.benchmarks.clients;

import org.jspecify.annotations.NullMarked;
