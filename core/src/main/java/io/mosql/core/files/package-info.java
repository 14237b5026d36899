/**
 * The adapters of the {@link io.mosql.core.port.StorageDirectory} port: {@link
 * io.mosql.core.files.DiskDirectory} for a directory of the file system, {@link
 * io.mosql.core.files.MemoryDirectory} for databases in memory. The only package that accesses the
 * file system.
 */
@NullMarked
package io.mosql.core.files;

import org.jspecify.annotations.NullMarked;
