package io.mosql.storage.commit;

import java.util.Map;

/**
 * Commit statistics of an open store.
 *
 * @param openedWallMicros when it was opened
 * @param commits that wrote something
 * @param groups appended: commits divided by groups is the mean size of a group
 * @param conflicts all rejected requests
 * @param rejected those by what failed first, for instance "point read"
 * @param position of the newest published root
 * @param timeline of it
 * @param epoch of it
 * @param trees in it
 */
public record CommitStatistics(
    long openedWallMicros,
    long commits,
    long groups,
    long conflicts,
    Map<String, Long> rejected,
    long position,
    long timeline,
    long epoch,
    int trees) {}
