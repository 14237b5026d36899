package io.mosql.core.port;

/**
 * A thread that many clients share, and that so must never wait for a disk, for a row that another
 * transaction holds, or for the log. Where code of the engine would wait it throws {@link
 * WouldWait} on such a thread instead.
 */
public interface NeverWaits {}
