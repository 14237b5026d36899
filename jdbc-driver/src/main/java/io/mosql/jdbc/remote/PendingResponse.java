package io.mosql.jdbc.remote;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.wire.Response;
import io.mosql.core.wire.WireException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The future response to a posted request. */
final class PendingResponse {
  private final @Nullable Supplier<List<ColumnInfo>> columns;
  private @Nullable Response response;

  /**
   * @param columns supplier of the columns of rows in the response, called on arrival; null when it
   *     has no rows
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

  /** The response, which must have arrived and be of this type. */
  <T extends Response> T as(Class<T> kind) {
    if (!kind.isInstance(response)) {
      throw new WireException("response to another request");
    }
    return kind.cast(response);
  }

  @Nullable Response response() {
    return response;
  }
}
