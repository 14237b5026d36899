/**
 * The catalogue of the storage module's error messages. All packages of storage use it, and the
 * sessions of SQL for the errors that a session and a store share; it uses none of them.
 */
@NullMarked
package io.mosql.storage.error;

import org.jspecify.annotations.NullMarked;
