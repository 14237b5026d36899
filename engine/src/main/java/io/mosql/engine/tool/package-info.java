/**
 * Offline tools on whole databases: backup, restore and verification.
 *
 * <p>Each tool locks the directory of its database, so that no process has it open. Restore writes
 * the marker of a database last: an interrupted restore is never opened. Verification changes
 * nothing. Progress and findings go to a {@link io.mosql.engine.tool.ToolReport}.
 *
 * <p>Not thread-safe; one object for each run. Used by the commands of the server.
 */
@NullMarked
package io.mosql.engine.tool;

import org.jspecify.annotations.NullMarked;
