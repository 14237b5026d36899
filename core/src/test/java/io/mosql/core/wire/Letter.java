package io.mosql.core.wire;

import io.mosql.core.session.ColumnInfo;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message to send, with the context that both ends must have for it. */
sealed interface Letter {
  byte[] encode();

  /** What the bytes of a letter like this one say. */
  Letter decode(byte[] bytes);

  record FromClient(ClientPreface preface) implements Letter {
    @Override
    public byte[] encode() {
      return preface.encode();
    }

    @Override
    public Letter decode(byte[] bytes) {
      return new FromClient(ClientPreface.decode(bytes));
    }
  }

  record FromServer(ServerPreface preface) implements Letter {
    @Override
    public byte[] encode() {
      return preface.encode();
    }

    @Override
    public Letter decode(byte[] bytes) {
      return new FromServer(ServerPreface.decode(bytes));
    }
  }

  record Login(LoginRequest request) implements Letter {
    @Override
    public byte[] encode() {
      WireWriter out = new WireWriter();
      LoginCodec.write(out, request);
      return bytes(out);
    }

    @Override
    public Letter decode(byte[] bytes) {
      return new Login(LoginCodec.readRequest(frame(bytes)));
    }
  }

  record LoginAnswer(LoginResponse response) implements Letter {
    @Override
    public byte[] encode() {
      WireWriter out = new WireWriter();
      LoginCodec.write(out, response);
      return bytes(out);
    }

    @Override
    public Letter decode(byte[] bytes) {
      return new LoginAnswer(LoginCodec.readResponse(frame(bytes)));
    }
  }

  record Cancel(CancelRequest request) implements Letter {
    @Override
    public byte[] encode() {
      WireWriter out = new WireWriter();
      request.write(out);
      return bytes(out);
    }

    @Override
    public Letter decode(byte[] bytes) {
      return new Cancel(CancelRequest.read(frame(bytes)));
    }
  }

  record Asked(Request request, boolean skippable) implements Letter {
    @Override
    public byte[] encode() {
      WireWriter out = new WireWriter();
      RequestCodec.write(out, request, skippable, ClientPreface.MINOR);
      return bytes(out);
    }

    @Override
    public Letter decode(byte[] bytes) {
      WireReader frame = frame(bytes);
      return new Asked(RequestCodec.read(frame), RequestCodec.isSkippable(frame));
    }
  }

  /**
   * @param columns known to the reader before
   * @param before the state known to both before
   * @param after the state in the answer
   */
  record Answer(
      Response response,
      @Nullable List<ColumnInfo> columns,
      SessionState before,
      SessionState after)
      implements Letter {
    @Override
    public byte[] encode() {
      WireWriter out = new WireWriter();
      List<ColumnInfo> sentColumns =
          response instanceof Response.Rows rows && rows.columns() != null
              ? rows.columns()
              : columns == null ? List.of() : columns;
      new ResponseWriter(before, ClientPreface.MINOR).write(out, response, sentColumns, after);
      return bytes(out);
    }

    @Override
    public Letter decode(byte[] bytes) {
      ResponseReader reader = new ResponseReader(before);
      Response read = reader.read(frame(bytes), columns);
      return new Answer(read, columns, before, reader.state());
    }
  }

  private static byte[] bytes(WireWriter out) {
    return Arrays.copyOf(out.array(), out.length());
  }

  private static WireReader frame(byte[] bytes) {
    return new WireReader().frame(bytes, Frames.LENGTH_BYTES, bytes.length - Frames.LENGTH_BYTES);
  }
}
