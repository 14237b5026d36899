/**
 * A directory that behaves as badly as real ones may: {@link
 * io.mosql.testkit.files.FaultyDirectory} and the {@link io.mosql.testkit.files.Fault}s that it can
 * be told to meet.
 */
@NullMarked
package io.mosql.testkit.files;

import org.jspecify.annotations.NullMarked;
