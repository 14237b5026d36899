/**
 * Rows of CSV files into tables and back over plain JDBC: {@link
 * io.mosql.server.transfer.TableLoad}, {@link io.mosql.server.transfer.TableDump}, and how far they
 * are. Used by the commands import and export and by the shell.
 */
@NullMarked
package io.mosql.server.transfer;

import org.jspecify.annotations.NullMarked;
