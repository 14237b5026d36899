/**
 * The adapters of the {@link io.mosql.core.port.StorageDirectory} port: {@link
 * io.mosql.core.files.DiskDirectory} for a real directory, {@link
 * io.mosql.core.files.MemoryDirectory} for databases that live in memory. The only package that
 * touches the file system.
 */
@NullMarked
package io.mosql.core.files;

import org.jspecify.annotations.NullMarked;
