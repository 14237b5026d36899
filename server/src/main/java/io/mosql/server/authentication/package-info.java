/**
 * Authentication of clients by password: SCRAM verification, and the throttle of logins after
 * failures. One throttle serves the client port and the console of a server, so that failures at
 * one of them count at the other.
 *
 * <p>Used by {@code network}, {@code admin} and {@code process}; all classes are thread-safe.
 */
@NullMarked
package io.mosql.server.authentication;

import org.jspecify.annotations.NullMarked;
