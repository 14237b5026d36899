/**
 * Statements of administration: accounts, privileges, owners, databases, the cluster, backup, COPY
 * and maintenance.
 *
 * <p>Immutable. The canonical text of an account statement hides the password. Created by
 * parser.impl; used by privilege, copy and session.
 */
@NullMarked
package io.mosql.sql.parser.ast.admin;

import org.jspecify.annotations.NullMarked;
