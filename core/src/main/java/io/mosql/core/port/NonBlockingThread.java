package io.mosql.core.port;

/**
 * A marker for a thread that serves many clients and therefore must not block on a disk, a row lock
 * or the log. Engine code that would block throws {@link WouldBlock} on such a thread instead.
 */
public interface NonBlockingThread {}
