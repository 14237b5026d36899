/**
 * The state of an open database that all parts of a session need: name, store, clock, accounts,
 * catalog, and whether it is open.
 *
 * <p>Invariants: the catalog is read through {@code DatabaseCatalog} only, so that reads of catalog
 * rows are recorded in the transaction; after {@code DatabaseContext.close} every call that
 * requires an open database fails with 57P01. Thread-safe.
 *
 * <p>Lowest package of the session; used by all others except prepare, and uses none of them.
 */
@NullMarked
package io.mosql.sql.session.context;

import org.jspecify.annotations.NullMarked;
