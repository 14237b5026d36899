/**
 * The server as a process: settings from file, environment and command line, logging, the process
 * id file, signals, and the start and stop order of its components. Main types: {@link
 * io.mosql.server.process.ServerSetting}, {@code ServerConfig}, {@code ServerProcess}. Used only by
 * the command line.
 */
@NullMarked
package io.mosql.server.process;

import org.jspecify.annotations.NullMarked;
