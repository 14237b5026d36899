/**
 * Byte formats of keys and rows: order-preserving keys, rows whose fields are found and patched one
 * by one. Pure.
 */
@NullMarked
package io.mosql.core.codec;

import org.jspecify.annotations.NullMarked;
