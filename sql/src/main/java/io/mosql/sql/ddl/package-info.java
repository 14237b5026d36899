/**
 * Changes to the schema: statements become new catalog rows, trees and entries in the running
 * transaction, so that DDL commits and rolls back like anything else.
 */
@NullMarked
package io.mosql.sql.ddl;

import org.jspecify.annotations.NullMarked;
