package io.mosql.core.session;

import io.mosql.core.type.LargeObject;

/**
 * The writing of one large object. Its content is stored as it comes, ahead of the statement that
 * uses the object. Not thread-safe.
 */
public interface LargeObjectSink extends AutoCloseable {
  /**
   * Writes the next bytes of the content.
   *
   * @throws io.mosql.core.error.MosqlException 54000 when it becomes too long; 53100, 58030, 57P05
   *     and others when they cannot be stored: the object is lost; 55000 when it is lost already
   */
  void write(byte[] bytes, int from, int count);

  /**
   * Ends the content and returns the object, which can be a parameter of statements until the next
   * transaction of the session has ended.
   */
  LargeObject finish();

  /** Discards the object, unless it is finished. */
  @Override
  void close();
}
