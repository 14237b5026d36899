package io.mosql.storage.lock;

/**
 * A row lock as such, without its owner: what a prepared transaction keeps of its locks.
 *
 * @param tree of the row
 * @param key of the row; not to be changed
 * @param mode of the lock
 */
public record RowLock(long tree, byte[] key, LockMode mode) {}
