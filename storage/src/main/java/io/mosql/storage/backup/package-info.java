/**
 * Backups: a {@link io.mosql.storage.backup.BackupDirectory} is a checkpoint's manifest and
 * segments in a directory of their own, under a marker that tells them from a database; {@link
 * io.mosql.storage.backup.Backup} brings one up to date.
 */
@NullMarked
package io.mosql.storage.backup;

import org.jspecify.annotations.NullMarked;
