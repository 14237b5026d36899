package io.mosql.jdbc.remote;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.wire.Response;
import io.mosql.core.wire.WireException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A response that has been requested and may not have arrived yet. */
final class PendingResponse {
  private final @Nullable Supplier<List<ColumnInfo>> columns;
  private @Nullable Response response;

  /**
   * @param columns of rows that the answer may bring, as they are known when it comes; null when it
   *     may bring none
   */
  PendingResponse(@Nullable Supplier<List<ColumnInfo>> columns) {
    this.columns = columns;
  }

  @Nullable List<ColumnInfo> columns() {
    return columns == null ? null : columns.get();
  }

  void complete(Response answer) {
    response = answer;
  }

  /** The answer, which has come, and is of this kind. */
  <T extends Response> T as(Class<T> kind) {
    if (!kind.isInstance(response)) {
      throw new WireException("an answer to another question");
    }
    return kind.cast(response);
  }

  @Nullable Response response() {
    return response;
  }
}
