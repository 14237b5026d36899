/**
 * SQL over storage. The parser makes syntax trees, the planner makes plans (package algebra), the
 * executor (exec) runs them; catalog, ddl and privilege hold what statements refer to; session is
 * the way in.
 *
 * <p>The layers and their allowed uses are in docs/ARCHITECTURE.md and are checked by
 * ArchitectureTest.
 */
@NullMarked
package io.mosql.sql;

import org.jspecify.annotations.NullMarked;
