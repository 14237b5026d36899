/**
 * SQL databases and their sessions: statements are prepared, planned, cached and run in
 * transactions, and their results are returned to the client.
 *
 * <p>A {@code SqlDatabase} is an open database with its catalog, plan cache and sessions; a {@code
 * SqlSession} is the session of one client. Both only compose the parts in the packages below:
 * context, prepare, result, transaction, view, command, in this order of dependency. No part refers
 * to these two classes.
 *
 * <p>A database is thread-safe. A session is used by one thread at a time, except for cancel, kill
 * and close. Used by the engine.
 */
@NullMarked
package io.mosql.sql.session;

import org.jspecify.annotations.NullMarked;
