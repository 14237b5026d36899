/**
 * The views of schema {@code mosql}, and metrics of a database. Rows are produced at each query.
 *
 * <p>Invariants: a view gives an account only what it may see; views on the whole database or
 * server require an administrator; column names and types are part of the documented interface. A
 * view reads the catalog only through its request.
 *
 * <p>Thread-safe. Used by the package command, for SHOW, and by the session itself.
 */
@NullMarked
package io.mosql.sql.session.view;

import org.jspecify.annotations.NullMarked;
