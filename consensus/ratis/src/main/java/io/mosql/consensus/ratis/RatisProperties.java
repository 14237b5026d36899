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

/** The settings of Ratis that matter here, each with its reason. */
final class RatisProperties {
  /** What an entry has around its record. */
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

  /** Where groups that are added from now on keep their logs. */
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
    // By default half a second to one: a leader is heard of twice in the shortest of them, so that
    // a node that is out of breath for a quarter of a second is not deposed; and one that died is
    // replaced within three seconds, even when the first election finds no majority.
    RaftServerConfigKeys.Rpc.setTimeoutMin(p, time(settings.elections().min()));
    RaftServerConfigKeys.Rpc.setTimeoutMax(p, time(settings.elections().max()));
    // How long an answer to a request is waited for; in line with the elections.
    RaftServerConfigKeys.Rpc.setRequestTimeout(
        p, time(settings.elections().max().multipliedBy(REQUEST_ELECTIONS)));
    // A node that starts alone need not wait; one that starts among others asks first (pre-vote).
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(p, time(settings.elections().firstMin()));
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(p, time(settings.elections().firstMax()));
    RaftServerConfigKeys.LeaderElection.setPreVote(p, true);
    // After a pause of the process longer than this Ratis closes its server for good (default 60
    // s). A node that slept goes on.
    RaftServerConfigKeys.setCloseThreshold(p, TimeDuration.valueOf(1, TimeUnit.DAYS));
    // A leader that slept longer than others wait for it steps down at once.
    RaftServerConfigKeys.LeaderElection.setLeaderStepDownWaitTime(
        p, time(settings.elections().max()));
    // How long a member that is to be added may say nothing before it is given up. By default three
    // election timeouts: a new process, or one that syncs a checkpoint, needs more.
    RaftServerConfigKeys.setStagingTimeout(p, time(settings.stagingWithin()));
    // Requests are never sent twice: what is remembered of them need not live for the minute that
    // is Ratis's default.
    RaftServerConfigKeys.RetryCache.setExpiryTime(p, TimeDuration.valueOf(1, TimeUnit.SECONDS));
  }

  private static void log(RaftProperties p, RatisSettings settings) {
    int entryBytes = settings.log().recordMax() + ENTRY_OVERHEAD_BYTES;
    // An entry above this limit makes the leader step down; the log refuses it before.
    RaftServerConfigKeys.Log.Appender.setBufferByteLimit(p, SizeInBytes.valueOf(entryBytes));
    // What is ready is sent. The default leaves a millisecond between two requests, and sleeps for
    // a whole one when less is left of it: longer than a commit takes.
    RaftServerConfigKeys.Log.Appender.setWaitTimeMin(p, TimeDuration.ZERO);
    RaftServerConfigKeys.Log.setWriteBufferSize(
        p, SizeInBytes.valueOf(entryBytes + WRITE_BUFFER_SPARE_BYTES));
    RaftServerConfigKeys.Log.setSegmentSizeMax(p, SizeInBytes.valueOf(settings.log().segment()));
    RaftServerConfigKeys.Log.setPreallocatedSize(
        p, SizeInBytes.valueOf(Math.min(settings.log().segment(), PREALLOCATED_BYTES_MAX)));
    // Entries on the heap: the default is 200 MB for each group.
    RaftServerConfigKeys.Log.setSegmentCacheSizeMax(p, SizeInBytes.valueOf(CACHE_BYTES));
    RaftServerConfigKeys.Log.setSegmentCacheNumMax(p, CACHED_SEGMENTS);
    // Otherwise each commit is followed by an entry that says so, with a sync of its own.
    RaftServerConfigKeys.Log.setLogMetadataEnabled(p, false);
    // Each entry that is acknowledged was synced; syncs without such an entry are a waste.
    RaftServerConfigKeys.Log.setForceSyncNum(p, Integer.MAX_VALUE);
    RaftServerConfigKeys.Log.setUnsafeFlushEnabled(p, false);
    RaftServerConfigKeys.Log.setAsyncFlushEnabled(p, false);
    // The default drops what comes after damage in the middle of the log, acknowledged or not.
    RaftServerConfigKeys.Log.setCorruptionPolicy(
        p, RaftServerConfigKeys.Log.CorruptionPolicy.EXCEPTION);
    // Requests for a log that are chained to each other fail for ever once one of them failed.
    RaftServerConfigKeys.Log.setAppendEntriesComposeEnabled(p, false);
    // Purging is asked for when it is wanted, and by bytes.
    RaftServerConfigKeys.Log.setPurgeGap(p, 1);
    RaftServerConfigKeys.Log.setPurgePreservationLogNum(p, 0);
  }

  private static void snapshots(RaftProperties p) {
    // How a member is asked again that cannot be reached. By default every five seconds, and after
    // 85 minutes the sender of entries breaks.
    RaftServerConfigKeys.Log.Appender.setRetryPolicy(p, "20ms,10,200ms,1000000000");
    RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(p, false);
    RaftServerConfigKeys.Snapshot.setTriggerWhenStopEnabled(p, false);
    RaftServerConfigKeys.Snapshot.setTriggerWhenRemoveEnabled(p, false);
    RaftServerConfigKeys.Log.Appender.setInstallSnapshotEnabled(p, true);
    // A chunk is in memory as a whole on both sides.
    RaftServerConfigKeys.Log.Appender.setSnapshotChunkSizeMax(p, SizeInBytes.valueOf(CHUNK_BYTES));
    // A received checkpoint is synced and read again before its last chunk is answered, which may
    // take as long as both together. That so many are never under way is seen to by
    // AcknowledgedChunks.
    GrpcConfigKeys.Server.setInstallSnapshotRequestElementLimit(p, CHUNKS_MAX);
    GrpcConfigKeys.Server.setInstallSnapshotRequestTimeout(
        p, TimeDuration.valueOf(10, TimeUnit.SECONDS));
  }

  private static TimeDuration time(Duration duration) {
    return TimeDuration.valueOf(duration.toMillis(), TimeUnit.MILLISECONDS);
  }
}
