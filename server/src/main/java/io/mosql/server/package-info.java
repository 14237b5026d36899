/**
 * The command line of MoSQL, started by the {@code mosql} script and by {@code java -jar
 * mosql.jar}: {@link io.mosql.server.Cli} selects a command; each command is a class that uses
 * plain JDBC. No other package of the server depends on this one.
 */
@NullMarked
package io.mosql.server;

import org.jspecify.annotations.NullMarked;
