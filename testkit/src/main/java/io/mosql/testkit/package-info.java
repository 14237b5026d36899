/**
 * Test support for all modules: a clock and randomness that a test controls. Files that lose, tear
 * and fail are in {@code io.mosql.testkit.files}. Never on the class path of a product.
 */
@NullMarked
package io.mosql.testkit;

import org.jspecify.annotations.NullMarked;
