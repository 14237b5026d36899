/**
 * Accounts and privileges in a database: privilege checks, GRANT and REVOKE, catalogs restricted to
 * visible objects, and commands to the node.
 *
 * <p>A {@code Principal} is the account that a session acts for; {@code AccountPrivileges} (package
 * catalog) are its privileges at one moment; a {@code PrivilegeChecker} checks them by one catalog;
 * the {@code AccountService} of the node lists accounts, databases and nodes.
 *
 * <p>Invariants: the catalog rows that grant a privilege count as read, so that a transaction
 * cannot commit after a REVOKE of what it relied on; names of objects that an account may not see
 * are not revealed.
 *
 * <p>Checkers are used by one thread; principals and the account service are thread-safe. Used by
 * the package session; the engine implements {@code AccountService} and {@code Principal}.
 */
@NullMarked
package io.mosql.sql.privilege;

import org.jspecify.annotations.NullMarked;
