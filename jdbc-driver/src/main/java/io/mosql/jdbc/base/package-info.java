/**
 * Error messages, exceptions, warnings and version of the driver.
 *
 * <p>Failures of the engine are converted to the subclass of {@link java.sql.SQLException} for
 * their SQLSTATE; messages of unexpected failures are not passed on, for they may contain values.
 *
 * <p>Stateless apart from WarningChain, which its owner guards. Used by all other packages of the
 * driver.
 */
@NullMarked
package io.mosql.jdbc.base;

import org.jspecify.annotations.NullMarked;
