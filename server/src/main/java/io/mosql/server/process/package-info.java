/**
 * The server as a process: settings from file, environment and flags, logging, the files by which
 * others find it, signals, and the order in which its parts start and stop. Nouns: {@link
 * io.mosql.server.process.ServerSetting}, {@code ServerSettings}, {@code ServerProcess}. Used by
 * the command line alone.
 */
@NullMarked
package io.mosql.server.process;

import org.jspecify.annotations.NullMarked;
