package io.mosql.consensus.memory;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a member's log. Its position in the list gives its number in that log.
 *
 * @param term of the leader that wrote it
 * @param index of the record, or of the last one before it when it holds none
 * @param record null for an entry of the group's own
 * @param voters the voters from this entry on; null when they do not change
 */
@SuppressWarnings("ArrayRecordComponent") // entries are never compared
record GroupEntry(long term, long index, byte @Nullable [] record, @Nullable Set<Integer> voters) {}
