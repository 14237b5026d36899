package io.mosql.sql.session.transaction;

import io.mosql.core.session.LargeObjectSink;
import io.mosql.core.type.LargeObject;
import io.mosql.storage.LargeObjectWriter;
import io.mosql.storage.LargeObjects;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The large objects that a session has written for the parameters of its next statements. They are
 * held until a transaction has ended after a statement; what no row refers to is deleted then. Used
 * by one thread at a time, except {@link #end}.
 */
public final class SessionLargeObjects {
  private final LargeObjects objects;
  private final Map<Long, LargeObject> written = new HashMap<>(0);
  private @Nullable LargeObjectWriter writer;
  private boolean used;

  public SessionLargeObjects(LargeObjects objects) {
    this.objects = objects;
  }

  /** Begins an object; discards another one that is not finished. */
  public synchronized LargeObjectSink create(boolean text) {
    discardUnfinished();
    LargeObjectWriter begun = objects.create(text);
    writer = begun;
    return new LargeObjectSink() {
      @Override
      public void write(byte[] bytes, int from, int count) {
        begun.write(bytes, from, count);
      }

      @Override
      public LargeObject finish() {
        LargeObject object = begun.finish();
        finished(object);
        return object;
      }

      @Override
      public void close() {
        begun.close();
      }
    };
  }

  private synchronized void finished(LargeObject object) {
    written.put(object.id(), object);
    writer = null;
    used = false;
  }

  private void discardUnfinished() {
    if (writer != null) {
      writer.close();
      writer = null;
    }
  }

  /** Whether one of the values is a large object. */
  public static boolean areIn(@Nullable Object[] values) {
    for (Object value : values) {
      if (value instanceof LargeObject) {
        return true;
      }
    }
    return false;
  }

  /**
   * The parameters with objects that can be read.
   *
   * @throws io.mosql.core.error.MosqlException 42704 for an object that does not exist
   */
  public @Nullable Object[] readable(@Nullable Object[] parameters) {
    used = true;
    if (!areIn(parameters)) {
      return parameters;
    }
    @Nullable Object[] readable = parameters.clone();
    for (int i = 0; i < readable.length; i++) {
      if (readable[i] instanceof LargeObject object) {
        readable[i] = readable(object);
      }
    }
    return readable;
  }

  /** The object of a descriptor that a client has sent; see {@link LargeObjects#find}. */
  public synchronized LargeObject readable(LargeObject described) {
    LargeObject own = written.get(described.id());
    return own != null && own.isSame(described) ? own : objects.find(described);
  }

  /** Called when no transaction is open at the end of a call. */
  public synchronized void idle() {
    if (used && !written.isEmpty()) {
      end();
    }
  }

  /** Ends all holds; called by any thread when the session has ended. */
  public synchronized void end() {
    discardUnfinished();
    written.keySet().forEach(objects.registry()::release);
    written.clear();
  }
}
