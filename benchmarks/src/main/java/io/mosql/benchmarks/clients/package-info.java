/**
 * Clients that work side by side, each on a thread and a connection of its own: what becomes of
 * their failures, and the log of what was acknowledged to them.
 */
@NullMarked
package io.mosql.benchmarks.clients;

import org.jspecify.annotations.NullMarked;
