/**
 * A node's part in a cluster: the replicas of databases, membership, leadership and topology.
 *
 * <p>ClusterNode owns the Raft server and one thread that reconciles the replicas and groups with
 * the rows of the system database. Steps are idempotent and repeated until they succeed; the rows
 * are the only record of a change in progress, so a new leader continues it.
 *
 * <p>A replica consists of a Raft log and the database opened on it; the database is replaced when
 * the leader's checkpoint has replaced its files. Used by the root of the engine; the server
 * implements {@link io.mosql.engine.cluster.PeerSessionOpener}.
 */
@NullMarked
package io.mosql.engine.cluster;

import org.jspecify.annotations.NullMarked;
