/**
 * Checkpoints as sent to and received from other nodes.
 *
 * <p>Sent files are hard links, so that the database may delete a checkpoint during the transfer.
 * Received files are synced, verified and marked complete before Ratis purges its log before them;
 * a marked checkpoint is installed now or at the next start. Each change of the disk is a step that
 * tests can interrupt. Uses no other package of the module; used by delivery and the root.
 */
@NullMarked
package io.mosql.consensus.ratis.checkpoint;

import org.jspecify.annotations.NullMarked;
