/**
 * The extension by which Liquibase 4 knows MoSQL, found by {@link java.util.ServiceLoader}: the
 * database, and how its sequences and columns are read.
 */
@NullMarked
package io.mosql.liquibase;

import org.jspecify.annotations.NullMarked;
