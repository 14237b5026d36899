/** Random statements, judged by themselves and beside PostgreSQL; docs/sql/conformance.md. */
@NullMarked
package io.mosql.engine.fuzz;

import org.jspecify.annotations.NullMarked;
