package io.mosql.core.wire;

import io.mosql.core.session.Session.DatabaseInfo;
import java.util.LinkedHashMap;
import java.util.Map;

/** The codec of the frames of a login. Pure. */
public final class LoginCodec {
  private LoginCodec() {}

  public static void write(WireWriter out, LoginRequest request) {
    if (request instanceof LoginRequest.Hello hello) {
      out.beginFrame(Frames.HELLO);
      out.text(hello.user());
      out.text(hello.database());
      out.var(hello.properties().size());
      for (Map.Entry<String, String> property : hello.properties().entrySet()) {
        out.text(property.getKey());
        out.text(property.getValue());
      }
      out.text(hello.mechanism());
      out.text(hello.clientFirst());
      if (hello.position() != 0) {
        out.i64(hello.position());
      }
    } else if (request instanceof LoginRequest.Proof proof) {
      out.beginFrame(Frames.PROOF);
      out.text(proof.clientFinal());
    }
    out.endFrame(0);
  }

  public static LoginRequest readRequest(WireReader frame) {
    LoginRequest request =
        switch (frame.type()) {
          case Frames.HELLO -> hello(frame);
          case Frames.PROOF -> new LoginRequest.Proof(frame.text());
          default -> throw new WireException("unexpected message during login");
        };
    frame.end();
    return request;
  }

  private static LoginRequest.Hello hello(WireReader frame) {
    String user = frame.text();
    String database = frame.text();
    int count = frame.count(2);
    if (count > LoginRequest.PROPERTIES_MAX) {
      throw new WireException("too many properties");
    }
    Map<String, String> properties = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      if (properties.put(frame.text(), frame.text()) != null) {
        throw new WireException("duplicate property");
      }
    }
    String mechanism = frame.text();
    String clientFirst = frame.text();
    long position = frame.left() == 0 ? 0 : frame.i64();
    return new LoginRequest.Hello(user, database, properties, mechanism, clientFirst, position);
  }

  public static void write(WireWriter out, LoginResponse response) {
    int flags = 0;
    if (response instanceof LoginResponse.Challenge challenge) {
      out.beginFrame(Frames.CHALLENGE);
      out.text(challenge.serverFirst());
    } else if (response instanceof LoginResponse.Welcome welcome) {
      flags = welcome(out, welcome);
    } else if (response instanceof LoginResponse.Refused refused) {
      out.beginFrame(Frames.REFUSED);
      SessionStateCodec.sqlState(out, refused.sqlState());
      out.text(refused.message());
      if (refused.topology() != null) {
        StateExtension.write(out, refused.topology());
      }
    }
    out.endFrame(flags);
  }

  private static int welcome(WireWriter out, LoginResponse.Welcome welcome) {
    if (welcome.cancelKey().length != CancelRequest.KEY_BYTES) {
      throw new IllegalArgumentException("a key of " + welcome.cancelKey().length + " bytes");
    }
    out.beginFrame(Frames.WELCOME);
    out.i64(welcome.sessionId());
    out.raw(welcome.cancelKey());
    out.text(welcome.serverFinal());
    out.i32(welcome.frameBytesMax());
    out.text(welcome.database().productName());
    out.text(welcome.database().productVersion());
    out.text(welcome.database().databaseName());
    out.text(welcome.database().userName());
    return SessionStateCodec.write(out, welcome.state(), null);
  }

  public static LoginResponse readResponse(WireReader frame) {
    LoginResponse response =
        switch (frame.type()) {
          case Frames.CHALLENGE -> new LoginResponse.Challenge(frame.text());
          case Frames.WELCOME ->
              new LoginResponse.Welcome(
                  frame.i64(),
                  frame.raw(CancelRequest.KEY_BYTES),
                  frame.text(),
                  frame.u31(),
                  new DatabaseInfo(frame.text(), frame.text(), frame.text(), frame.text()),
                  SessionStateCodec.read(frame, null));
          case Frames.REFUSED ->
              new LoginResponse.Refused(
                  SessionStateCodec.sqlState(frame),
                  frame.text(),
                  frame.left() == 0 ? null : StateExtension.topology(frame));
          default -> throw new WireException("unexpected response during login");
        };
    frame.end();
    return response;
  }
}
