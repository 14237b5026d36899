/**
 * Files of a Raft log: the format of entries, reading segments, and repair of the vote file.
 *
 * <p>The reader takes no lock and changes nothing, so it may read the log of a running node; the
 * caller supplies the last committed entry. The byte layouts are those of Ratis 3 and of released
 * versions and must not change. Uses the package error only; used by group and delivery. {@link
 * io.mosql.consensus.ratis.files.GroupLogReader} is used by the tools of the engine.
 */
@NullMarked
package io.mosql.consensus.ratis.files;

import org.jspecify.annotations.NullMarked;
