/** See docs/ARCHITECTURE.md. */
@NullMarked
package io.mosql.sql;

import org.jspecify.annotations.NullMarked;
