/**
 * Byte formats of keys and rows: order-preserving keys, and rows with direct access to each field.
 * Pure.
 */
@NullMarked
package io.mosql.core.codec;

import org.jspecify.annotations.NullMarked;
