package io.mosql.jdbc.remote;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.wire.ClientPreface;
import io.mosql.core.wire.ServerPreface;
import io.mosql.jdbc.base.DriverErrorMessage;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * Connects to a host: sockets, prefaces and TLS. The requested security is applied or the
 * connection fails: no response of a server reduces it. Thread-safe.
 */
final class Connector {
  private final RemoteTarget target;

  Connector(RemoteTarget target) {
    this.target = target;
  }

  /**
   * @throws IOException when the host cannot be reached, or violates the protocol
   * @throws MosqlException 08001, 08004, 53300 or 57P01 when it refuses the connection
   */
  FramedSocket open(RemoteTarget.Host host, ClientPreface.Kind kind, Deadline deadline)
      throws IOException {
    Socket raw = new Socket();
    boolean done = false;
    try {
      raw.setTcpNoDelay(true);
      raw.setKeepAlive(target.is(SessionProperty.TCP_KEEP_ALIVE));
      raw.connect(new InetSocketAddress(host.name(), host.port()), deadline.millisLeft());
      RemoteTarget.SslMode mode = target.sslMode(host);
      boolean tls = mode != RemoteTarget.SslMode.DISABLE;
      raw.getOutputStream()
          .write(new ClientPreface(ClientPreface.MAJOR, ClientPreface.MINOR, tls, kind).encode());
      ServerPreface answer = readPreface(raw, deadline);
      check(host, answer, tls);
      raw.setSoTimeout(deadline.millisLeft());
      FramedSocket link =
          new FramedSocket(raw, tls ? Tls.over(raw, host, mode, target) : raw, answer.minor());
      done = true;
      return link;
    } finally {
      if (!done) {
        raw.close();
      }
    }
  }

  private static ServerPreface readPreface(Socket raw, Deadline deadline) throws IOException {
    InputStream in = raw.getInputStream();
    byte[] preface = new byte[ClientPreface.BYTES];
    for (int at = 0; at < preface.length; ) {
      raw.setSoTimeout(deadline.millisLeft());
      int read = in.read(preface, at, preface.length - at);
      if (read < 0) {
        throw new EOFException("the server closed the connection");
      }
      at += read;
    }
    return ServerPreface.decode(preface);
  }

  private static void check(RemoteTarget.Host host, ServerPreface answer, boolean tls) {
    switch (answer.reason()) {
      case TOO_MANY_CONNECTIONS -> throw DriverErrorMessage.TOO_MANY_CONNECTIONS.error(host);
      case GOING_AWAY -> throw DriverErrorMessage.SERVER_SHUTTING_DOWN.error(host);
      case TLS_REQUIRED -> throw DriverErrorMessage.TLS_REQUIRED.error(host);
      case VERSION_NOT_SPOKEN -> throw wrongVersion(host, answer);
      case WELCOME -> {
        if (answer.major() != ClientPreface.MAJOR || answer.minor() > ClientPreface.MINOR) {
          throw wrongVersion(host, answer);
        }
        if (tls && !answer.tlsFollows()) {
          throw DriverErrorMessage.TLS_NOT_SUPPORTED.error(host);
        }
        if (!tls && answer.tlsFollows()) {
          throw DriverErrorMessage.UNEXPECTED_TLS.error(host);
        }
      }
    }
  }

  private static MosqlException wrongVersion(RemoteTarget.Host host, ServerPreface answer) {
    return DriverErrorMessage.PROTOCOL_VERSION_NOT_SUPPORTED.error(
        host, answer.major(), ClientPreface.MAJOR);
  }
}
