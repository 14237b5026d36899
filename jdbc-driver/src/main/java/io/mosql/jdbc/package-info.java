/** See docs/ARCHITECTURE.md. */
@NullMarked
package io.mosql.jdbc;

import org.jspecify.annotations.NullMarked;
