/**
 * Sessions over SQL: statements are parsed, planned, cached and run in transactions, and their results handed to whatever
 * door the client came by.
 *
 * <p>Nouns: a {@link io.mosql.sql.session.SqlDatabase} is an open database with its plan cache and sessions; a session is
 * one client's conversation with it.
 */
@NullMarked
package io.mosql.sql.session;

import org.jspecify.annotations.NullMarked;
