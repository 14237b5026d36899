/**
 * Backups: a {@link io.mosql.storage.backup.BackupDirectory} contains a checkpoint's manifest and
 * segments under a marker that tells them from a database; {@link io.mosql.storage.backup.Backup}
 * brings one up to date.
 */
@NullMarked
package io.mosql.storage.backup;

import org.jspecify.annotations.NullMarked;
