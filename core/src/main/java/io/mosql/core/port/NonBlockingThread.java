package io.mosql.core.port;

/**
 * Marks a thread that serves many clients and therefore must not block on a disk, a row lock or the
 * log. Where code of the engine would wait it throws {@link WouldBlock} on such a thread instead.
 */
public interface NonBlockingThread {}
