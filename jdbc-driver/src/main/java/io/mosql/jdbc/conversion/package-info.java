/**
 * Conversions between engine values and the classes of JDBC, and JDBC escape syntax.
 *
 * <p>Values out of range are 22003, values of the wrong form 22018. Large objects are kept in
 * memory and are thread-safe; all other classes are stateless. Uses the base package; used by the
 * root of the driver.
 */
@NullMarked
package io.mosql.jdbc.conversion;

import org.jspecify.annotations.NullMarked;
