/**
 * Random statements, checked for consistency and compared with PostgreSQL; see
 * docs/sql/conformance.md.
 */
@NullMarked
package io.mosql.engine.fuzz;

import org.jspecify.annotations.NullMarked;
