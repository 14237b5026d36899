/** See docs/ARCHITECTURE.md. */
@NullMarked
package io.mosql.benchmarks;

import org.jspecify.annotations.NullMarked;
