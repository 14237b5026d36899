/**
 * Statements other than queries and changes of rows: schema statements, transaction control, SET
 * and SHOW, EXPLAIN, COPY, ANALYZE, BACKUP, KILL, and the administration of accounts, databases and
 * nodes.
 *
 * <p>A command sees its session as a {@code CommandContext}. Invariants: privileges are checked
 * before anything is changed; changes of privileges are written to the audit log whether they
 * succeed or fail; an index backfill that fails drops its index.
 *
 * <p>One object per execution, used by the thread of the session; {@code AutomaticAnalyzer} has a
 * thread of its own. Used by the session itself; the engine uses {@code BackupDestination} and
 * {@code IndexBuildOptions}.
 */
@NullMarked
package io.mosql.sql.session.command;

import org.jspecify.annotations.NullMarked;
