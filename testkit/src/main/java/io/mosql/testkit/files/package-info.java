/**
 * A directory with the failures of real disks: {@link io.mosql.testkit.files.FaultyDirectory} and
 * the {@link io.mosql.testkit.files.Fault}s that can be injected.
 */
@NullMarked
package io.mosql.testkit.files;

import org.jspecify.annotations.NullMarked;
