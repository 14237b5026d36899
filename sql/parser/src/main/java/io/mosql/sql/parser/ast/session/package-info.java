/**
 * Statements about one session: transactions, savepoints, settings, SHOW, EXPLAIN and KILL.
 *
 * <p>Immutable. Created by parser.impl; used by session.
 */
@NullMarked
package io.mosql.sql.parser.ast.session;

import org.jspecify.annotations.NullMarked;
