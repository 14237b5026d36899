/**
 * Schema statements (DDL): they change catalog rows, trees and index entries in the running
 * transaction, so that they commit and roll back like other statements.
 */
@NullMarked
package io.mosql.sql.ddl;

import org.jspecify.annotations.NullMarked;
