/**
 * What tests of every module share: a clock and randomness that a test owns. Files that lose, tear
 * and fail are in {@code io.mosql.testkit.files}. Never on the class path of a product.
 */
@NullMarked
package io.mosql.testkit;

import org.jspecify.annotations.NullMarked;
