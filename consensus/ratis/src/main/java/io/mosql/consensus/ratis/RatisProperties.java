package io.mosql.consensus.ratis;

import io.mosql.consensus.ratis.settings.RatisSettings;
import io.mosql.consensus.ratis.transport.PeerTransport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.RaftConfigKeys;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

/**
 * The properties of Ratis that differ from the defaults or that this module relies on, each with
 * its reason.
 */
final class RatisProperties {
  /** Size of an entry in addition to its record. */
  private static final int ENTRY_OVERHEAD_BYTES = 64 << 10;

  private static final int WRITE_BUFFER_SPARE_BYTES = 1 << 20;
  private static final int PREALLOCATED_BYTES_MAX = 4 << 20;
  private static final int CACHE_BYTES = 64 << 20;
  private static final int CACHED_SEGMENTS = 2;
  private static final int REQUEST_ELECTIONS = 3;
  private static final int CHUNK_BYTES = 4 << 20;
  private static final int CHUNKS_MAX = 64;

  private RatisProperties() {}

  static RaftProperties of(RatisSettings settings) {
    RaftProperties p = new RaftProperties();
    network(p, settings);
    elections(p, settings);
    log(p, settings);
    snapshots(p);
    return p;
  }

  /** Sets the directory for the logs of groups added from now on. */
  static void setDirectory(RaftProperties p, Path directory) {
    RaftServerConfigKeys.setStorageDir(p, List.of(directory.toFile()));
  }

  private static void network(RaftProperties p, RatisSettings settings) {
    RaftConfigKeys.Rpc.setType(p, new PeerTransport());
    // The default is every interface.
    GrpcConfigKeys.Server.setHost(p, settings.host());
    GrpcConfigKeys.Server.setPort(p, settings.port());
  }

  private static void elections(RaftProperties p, RatisSettings settings) {
    // The default is 0.5 to 1 s: two heartbeats fit into the shortest timeout, so a leader that
    // pauses for a quarter of a second is not deposed; and a failed leader is replaced within three
    // seconds, even when the first election finds no majority.
    RaftServerConfigKeys.Rpc.setTimeoutMin(p, time(settings.elections().min()));
    RaftServerConfigKeys.Rpc.setTimeoutMax(p, time(settings.elections().max()));
    // Request timeout, consistent with the election timeouts.
    RaftServerConfigKeys.Rpc.setRequestTimeout(
        p, time(settings.elections().max().multipliedBy(REQUEST_ELECTIONS)));
    // A node that starts alone need not wait; a node that starts among others uses a pre-vote.
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(p, time(settings.elections().firstMin()));
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(p, time(settings.elections().firstMax()));
    RaftServerConfigKeys.LeaderElection.setPreVote(p, true);
    // After a pause of the process longer than this Ratis closes its server for good (default 60
    // s). A suspended node resumes.
    RaftServerConfigKeys.setCloseThreshold(p, TimeDuration.valueOf(1, TimeUnit.DAYS));
    // A leader that was suspended longer than the election timeout steps down at once.
    RaftServerConfigKeys.LeaderElection.setLeaderStepDownWaitTime(
        p, time(settings.elections().max()));
    // Timeout without a response after which the addition of a member fails. The default is three
    // election timeouts: a new process, or one that syncs a checkpoint, needs more.
    RaftServerConfigKeys.setStagingTimeout(p, time(settings.stagingWithin()));
    // Requests are never sent twice, so the retry cache need not keep them for a minute, the
    // default.
    RaftServerConfigKeys.RetryCache.setExpiryTime(p, TimeDuration.valueOf(1, TimeUnit.SECONDS));
  }

  private static void log(RaftProperties p, RatisSettings settings) {
    int entryBytes = settings.log().recordMax() + ENTRY_OVERHEAD_BYTES;
    // An entry above this limit makes the leader step down; the log refuses it earlier.
    RaftServerConfigKeys.Log.Appender.setBufferByteLimit(p, SizeInBytes.valueOf(entryBytes));
    // Requests are sent without a pause. The default pauses a millisecond between two requests, and
    // sleeps for a whole one when less remains: longer than a commit takes.
    RaftServerConfigKeys.Log.Appender.setWaitTimeMin(p, TimeDuration.ZERO);
    RaftServerConfigKeys.Log.setWriteBufferSize(
        p, SizeInBytes.valueOf(entryBytes + WRITE_BUFFER_SPARE_BYTES));
    RaftServerConfigKeys.Log.setSegmentSizeMax(p, SizeInBytes.valueOf(settings.log().segment()));
    RaftServerConfigKeys.Log.setPreallocatedSize(
        p, SizeInBytes.valueOf(Math.min(settings.log().segment(), PREALLOCATED_BYTES_MAX)));
    // Entries on the heap: the default is 200 MB for each group.
    RaftServerConfigKeys.Log.setSegmentCacheSizeMax(p, SizeInBytes.valueOf(CACHE_BYTES));
    RaftServerConfigKeys.Log.setSegmentCacheNumMax(p, CACHED_SEGMENTS);
    // Otherwise each commit is followed by a metadata entry with a sync of its own.
    RaftServerConfigKeys.Log.setLogMetadataEnabled(p, false);
    // Each entry that is acknowledged was synced; additional syncs without such an entry are
    // unnecessary.
    RaftServerConfigKeys.Log.setForceSyncNum(p, Integer.MAX_VALUE);
    RaftServerConfigKeys.Log.setUnsafeFlushEnabled(p, false);
    RaftServerConfigKeys.Log.setAsyncFlushEnabled(p, false);
    // The default discards entries after damage in the middle of the log, acknowledged or not.
    RaftServerConfigKeys.Log.setCorruptionPolicy(
        p, RaftServerConfigKeys.Log.CorruptionPolicy.EXCEPTION);
    // Chained requests for a log fail permanently after one of them has failed.
    RaftServerConfigKeys.Log.setAppendEntriesComposeEnabled(p, false);
    // Purging is requested explicitly, by bytes.
    RaftServerConfigKeys.Log.setPurgeGap(p, 1);
    RaftServerConfigKeys.Log.setPurgePreservationLogNum(p, 0);
  }

  private static void snapshots(RaftProperties p) {
    // Retries to an unreachable member. The default is every five seconds, and after 85 minutes the
    // appender fails.
    RaftServerConfigKeys.Log.Appender.setRetryPolicy(p, "20ms,10,200ms,1000000000");
    RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(p, false);
    RaftServerConfigKeys.Snapshot.setTriggerWhenStopEnabled(p, false);
    RaftServerConfigKeys.Snapshot.setTriggerWhenRemoveEnabled(p, false);
    RaftServerConfigKeys.Log.Appender.setInstallSnapshotEnabled(p, true);
    // A chunk is in memory as a whole on both sides.
    RaftServerConfigKeys.Log.Appender.setSnapshotChunkSizeMax(p, SizeInBytes.valueOf(CHUNK_BYTES));
    // A received checkpoint is synced and verified before its last chunk is acknowledged, so the
    // timeout covers both. AcknowledgedChunks keeps the number of outstanding chunks small.
    GrpcConfigKeys.Server.setInstallSnapshotRequestElementLimit(p, CHUNKS_MAX);
    GrpcConfigKeys.Server.setInstallSnapshotRequestTimeout(
        p, TimeDuration.valueOf(10, TimeUnit.SECONDS));
  }

  private static TimeDuration time(Duration duration) {
    return TimeDuration.valueOf(duration.toMillis(), TimeUnit.MILLISECONDS);
  }
}
