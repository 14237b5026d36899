package io.mosql.server.admin;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HTTP request, received completely.
 *
 * @param parameters of the query string
 * @param body bytes; empty for none
 * @param client address of the client
 */
record AdminRequest(
    HttpMethod method,
    String path,
    Map<String, List<String>> parameters,
    HttpHeaders headers,
    byte[] body,
    InetSocketAddress client) {

  @Nullable String parameter(String name) {
    List<String> values = parameters.get(name);
    return values == null || values.isEmpty() ? null : values.get(0);
  }

  @Nullable String header(CharSequence name) {
    return headers.get(name);
  }
}
