package io.mosql.server.network;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.wire.CancelRequest;
import io.mosql.core.wire.ClientPreface;
import io.mosql.core.wire.Frames;
import io.mosql.core.wire.LoginCodec;
import io.mosql.core.wire.LoginRequest;
import io.mosql.core.wire.LoginResponse;
import io.mosql.core.wire.Request;
import io.mosql.core.wire.RequestCodec;
import io.mosql.core.wire.Response;
import io.mosql.core.wire.ResponseReader;
import io.mosql.core.wire.ServerPreface;
import io.mosql.core.wire.WireReader;
import io.mosql.core.wire.WireWriter;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** Client of the protocol at the level of frames, which can send arbitrary bytes. */
final class ProtocolClient implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 60_000;
  static final int STATEMENT = 1;
  static final int CURSOR = 1;

  private Socket socket;
  private DataInputStream in;
  private OutputStream out;
  private final WireReader reader = new WireReader();
  private @Nullable ResponseReader answers;
  private LoginResponse.@Nullable Welcome welcome;
  private List<ColumnInfo> columns = List.of();
  byte @Nullable [] channelBinding;

  ProtocolClient(InetSocketAddress address) throws IOException {
    this(address, 0);
  }

  /**
   * @param receiveBytes size of the socket's receive buffer, 0 for the default
   */
  ProtocolClient(InetSocketAddress address, int receiveBytes) throws IOException {
    socket = new Socket();
    if (receiveBytes != 0) {
      socket.setReceiveBufferSize(receiveBytes);
    }
    socket.connect(address, TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    streams();
  }

  private void streams() throws IOException {
    in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream()));
    out = socket.getOutputStream();
  }

  /** Connects and logs in. */
  static ProtocolClient loggedIn(InetSocketAddress address) throws IOException {
    ProtocolClient client = new ProtocolClient(address);
    client.preface(false);
    client.login("ann", SimpleEngine.PASSWORD);
    return client;
  }

  void raw(byte... bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  ServerPreface preface(boolean tls) throws IOException {
    return preface(
        new ClientPreface(
            ClientPreface.MAJOR, ClientPreface.MINOR, tls, ClientPreface.Kind.SESSION));
  }

  ServerPreface preface(ClientPreface preface) throws IOException {
    raw(preface.encode());
    byte[] answer = new byte[ClientPreface.BYTES];
    in.readFully(answer);
    return ServerPreface.decode(answer);
  }

  void startTls(SSLSocketFactory factory) throws IOException {
    SSLSocket tls =
        (SSLSocket)
            factory.createSocket(
                socket, socket.getInetAddress().getHostAddress(), socket.getPort(), true);
    tls.startHandshake();
    socket = tls;
    streams();
  }

  LoginResponse login(String user, String password) throws IOException {
    return login(user, password, SimpleEngine.DATABASE, Map.of());
  }

  LoginResponse login(String user, String password, String database, Map<String, String> properties)
      throws IOException {
    byte[] binding = channelBinding;
    String header = binding == null ? "n,," : "p=tls-server-end-point,,";
    String bare = "n=,r=abcdefghijklmnop";
    LoginResponse first =
        send(
            new LoginRequest.Hello(
                user,
                database,
                properties,
                binding == null ? LoginRequest.SCRAM : LoginRequest.SCRAM_PLUS,
                header + bare));
    if (!(first instanceof LoginResponse.Challenge challenge)) {
      return first;
    }
    return prove(password, header, bare, challenge.serverFirst());
  }

  LoginResponse prove(String password, String header, String bare, String serverFirst)
      throws IOException {
    String[] fields = serverFirst.split(",");
    byte[] salt = Base64.getDecoder().decode(fields[1].substring(2));
    byte[] salted =
        SimpleEngine.saltedPassword(password, salt, Integer.parseInt(fields[2].substring(2)));
    byte[] clientKey = SimpleEngine.hmac(salted, "Client Key".getBytes(SimpleEngine.UTF_8));
    byte[] bound = header.getBytes(SimpleEngine.UTF_8);
    byte[] binding = channelBinding;
    if (binding != null) {
      byte[] both = java.util.Arrays.copyOf(bound, bound.length + binding.length);
      System.arraycopy(binding, 0, both, bound.length, binding.length);
      bound = both;
    }
    String withoutProof = "c=" + Base64.getEncoder().encodeToString(bound) + "," + fields[0];
    byte[] message = (bare + "," + serverFirst + "," + withoutProof).getBytes(SimpleEngine.UTF_8);
    byte[] signature = SimpleEngine.hmac(SimpleEngine.sha256(clientKey), message);
    for (int i = 0; i < signature.length; i++) {
      signature[i] ^= clientKey[i];
    }
    return send(
        new LoginRequest.Proof(
            withoutProof + ",p=" + Base64.getEncoder().encodeToString(signature)));
  }

  LoginResponse send(LoginRequest request) throws IOException {
    WireWriter frame = new WireWriter();
    LoginCodec.write(frame, request);
    flush(frame);
    return readLogin();
  }

  LoginResponse readLogin() throws IOException {
    LoginResponse response = LoginCodec.readResponse(frame());
    if (response instanceof LoginResponse.Welcome opened) {
      welcome = opened;
      answers = new ResponseReader(opened.state());
    }
    return response;
  }

  private void flush(WireWriter frame) throws IOException {
    out.write(frame.array(), 0, frame.length());
    out.flush();
  }

  private WireReader frame() throws IOException {
    int length = in.readInt();
    byte[] bytes = new byte[Frames.checkedLength(length, Frames.BYTES_MAX)];
    in.readFully(bytes);
    return reader.frame(bytes, 0, length);
  }

  LoginResponse.Welcome welcome() {
    return java.util.Objects.requireNonNull(welcome);
  }

  ResponseReader answers() {
    return java.util.Objects.requireNonNull(answers);
  }

  void send(Request... requests) throws IOException {
    send(false, requests);
  }

  void send(boolean skippable, Request... requests) throws IOException {
    WireWriter frame = new WireWriter();
    for (Request request : requests) {
      RequestCodec.write(frame, request, skippable, ClientPreface.MINOR);
    }
    flush(frame);
  }

  Response read() throws IOException {
    Response response = answers().read(frame(), columns);
    if (response instanceof Response.Prepared prepared) {
      columns = prepared.columns();
    } else if (response instanceof Response.Rows rows && rows.columns() != null) {
      columns = rows.columns();
    }
    return response;
  }

  Response ask(Request request) throws IOException {
    send(request);
    return read();
  }

  static Request.Execute execute(
      int statement, int cursor, int fetchRows, @Nullable Object... parameters) {
    return new Request.Execute(
        statement,
        cursor,
        parameters,
        ExecutionOptions.DEFAULT,
        Request.Expectation.ANYTHING,
        fetchRows);
  }

  /** Prepares and executes in one flight. */
  Response run(String sql, Object... parameters) throws IOException {
    send(new Request.Prepare(STATEMENT, sql, List.of()), execute(STATEMENT, CURSOR, 0, parameters));
    Response prepared = read();
    Response executed = read();
    return prepared instanceof Response.Failed ? prepared : executed;
  }

  /** Returns all rows of a query. */
  List<List<Object>> rows(String sql, Object... parameters) throws IOException {
    List<List<Object>> all = new ArrayList<>();
    Response response = run(sql, parameters);
    while (true) {
      if (!(response instanceof Response.Rows rows)) {
        throw new AssertionError(response.toString());
      }
      rows.rows().forEach(row -> all.add(java.util.Arrays.asList(row)));
      if (rows.last()) {
        return all;
      }
      response = ask(new Request.Fetch(CURSOR, 0));
    }
  }

  static String stateOf(Response response) {
    return response instanceof Response.Failed failed ? failed.sqlState() : "no failure";
  }

  static void cancel(InetSocketAddress address, long session, byte[] key) throws IOException {
    try (ProtocolClient client = new ProtocolClient(address)) {
      client.preface(
          new ClientPreface(
              ClientPreface.MAJOR, ClientPreface.MINOR, false, ClientPreface.Kind.CANCEL));
      WireWriter frame = new WireWriter();
      new CancelRequest(session, key).write(frame);
      client.flush(frame);
      client.readToEnd();
    }
  }

  /** Reads until the server closes the connection; returns the number of bytes. */
  long readToEnd() throws IOException {
    long count = 0;
    byte[] bytes = new byte[8192];
    try {
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        count += read;
      }
    } catch (EOFException | java.net.SocketException e) {
      // The connection is already closed.
      return count;
    }
    return count;
  }

  Socket socket() {
    return socket;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
