package io.mosql.server.network;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.AuditLog;
import io.mosql.core.session.DelegatedIdentity;
import io.mosql.core.session.Login;
import io.mosql.core.session.ScramVerifier;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.Topology;
import io.mosql.core.wire.CancelRequest;
import io.mosql.core.wire.ClientPreface;
import io.mosql.core.wire.Frames;
import io.mosql.core.wire.LoginCodec;
import io.mosql.core.wire.LoginRequest;
import io.mosql.core.wire.LoginResponse;
import io.mosql.core.wire.SessionState;
import io.mosql.core.wire.WireException;
import io.mosql.core.wire.WireReader;
import io.mosql.core.wire.WireWriter;
import io.mosql.server.authentication.ClientAddresses;
import io.mosql.server.authentication.ScramServer;
import io.mosql.server.authentication.ScramServer.ClientFirst;
import io.mosql.server.error.ServerErrorMessage;
import io.netty.channel.ChannelHandlerContext;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Channel handler of a connection until the client is authenticated. Frames are limited in size and
 * number; calls of the engine run on a worker, and login delays are timers of the event loop.
 *
 * <pre>
 * Hello -> (delay) -> verifier, on a worker -> Challenge -> Proof -> session, on a worker -> Welcome
 * </pre>
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures reach the pipeline
final class LoginHandler extends FrameHandler {
  private final @Nullable ServerTls tls;
  private final int minor;
  private final boolean knowsClusters;
  private final Consumer<ChannelHandlerContext> loggedIn;
  private final WireReader reader = new WireReader();
  private int frames;
  private boolean busy;
  private LoginRequest.@Nullable Hello hello;
  private String user = "";
  private String database = "";
  private ScramServer.@Nullable Exchange exchange;

  /** Client on whose behalf a cluster node opens the session, once the node is authenticated. */
  private @Nullable DelegatedIdentity behalf;

  /**
   * @param tls null on a connection without TLS
   * @param minor protocol minor version of the client
   * @param loggedIn called after login with the context of the connection's first handler
   */
  LoginHandler(
      NetworkContext gate,
      @Nullable ServerTls tls,
      int minor,
      Consumer<ChannelHandlerContext> loggedIn) {
    super(gate, new FrameBuffer(gate.inputMemory));
    this.tls = tls;
    this.minor = minor;
    this.knowsClusters = minor >= ClientPreface.MINOR_OF_CLUSTERS;
    this.loggedIn = loggedIn;
  }

  @Override
  boolean isBusy() {
    return busy;
  }

  @Override
  void onClosed() {
    exchange = null;
  }

  @Override
  WireWriter closingMessage(WireException why) {
    return refusal(why.state(), String.valueOf(why.getMessage()), null);
  }

  private static WireWriter refusal(SqlState state, String message, @Nullable Topology topology) {
    WireWriter out = new WireWriter();
    LoginCodec.write(out, new LoginResponse.Refused(state.code(), message, topology));
    return out;
  }

  @Override
  void processFrames() {
    while (!busy && !isClosed()) {
      int length = input.frameLength(Frames.LOGIN_BYTES_MAX);
      if (length < 0) {
        return;
      }
      if (++frames > Frames.LOGIN_FRAMES_MAX) {
        throw new WireException("too many frames before the login");
      }
      LoginRequest request =
          LoginCodec.readRequest(reader.frame(input.array(), input.frameOffset(), length));
      reader.release();
      input.consume(length);
      if (request instanceof LoginRequest.Hello said) {
        begin(said);
      } else if (request instanceof LoginRequest.Proof proof) {
        verifyProof(proof);
      }
    }
  }

  private void refuse(ServerErrorMessage why, Object... arguments) {
    refuse(why.state(), why.text(arguments), null);
  }

  private void refuse(MosqlException why) {
    refuse(why.state(), String.valueOf(why.getMessage()), null);
  }

  /** Refuses the login; the topology is reported to authenticated clients only. */
  private void refuse(SqlState state, String message, @Nullable Topology topology) {
    if (isClosed()) {
      return;
    }
    if (state == SqlState.NOT_LEADER) {
      // A redirect to another node is not a failed login.
      sendAndClose(refusal(state, message, topology));
      return;
    }
    network.audit.record(
        new AuditLog.Event(
            AuditLog.Kind.LOGIN_FAILED, user, address(), database, state.code(), message));
    closeForViolation(
        "login of \"" + printable(user) + "\" refused: " + message,
        refusal(state, message, topology));
  }

  /** Returns a name shortened and without control characters, for the log. */
  private static String printable(String name) {
    String cut = name.length() <= 64 ? name : name.substring(0, 64) + "..";
    return cut.replaceAll("\\p{C}", "?");
  }

  private String address() {
    DelegatedIdentity client = behalf;
    return client == null ? ownAddress() : client.address();
  }

  private String ownAddress() {
    return ClientAddresses.text(client());
  }

  private void begin(LoginRequest.Hello said) {
    if (hello != null) {
      throw new WireException("second Hello");
    }
    hello = said;
    user = IdentifierFolding.folded(said.user());
    database = IdentifierFolding.folded(said.database());
    String mechanism = tls == null ? LoginRequest.SCRAM : LoginRequest.SCRAM_PLUS;
    if (!said.mechanism().equals(mechanism)) {
      refuse(ServerErrorMessage.MECHANISM_REQUIRED, mechanism);
      return;
    }
    ClientFirst first;
    try {
      first = ClientFirst.parse(said.clientFirst(), tls != null);
    } catch (MosqlException e) {
      refuse(e);
      return;
    }
    long longest = network.options.loginDeadline().toNanos() / 2;
    long wait =
        network.loginThrottle.acquireDelayNanos(
            user, ClientAddresses.group(client()), network.clock.nanoTime(), longest);
    if (wait > longest) {
      refuse(ServerErrorMessage.TOO_MANY_FAILED_LOGINS);
      return;
    }
    busy = true;
    if (wait <= 0) {
      readVerifier(first);
    } else {
      context().executor().schedule(() -> readVerifier(first), wait, TimeUnit.NANOSECONDS);
    }
  }

  private void readVerifier(ClientFirst first) {
    callEngine(
        () -> {
          ScramVerifier verifier = network.engine.verifier(user);
          return () -> challenge(first, verifier);
        });
  }

  private void challenge(ClientFirst first, @Nullable ScramVerifier verifier) {
    byte[] binding = tls == null ? null : tls.channelBinding();
    ScramServer.Exchange begun = network.scram.begin(user, first, binding, verifier);
    exchange = begun;
    WireWriter out = new WireWriter();
    LoginCodec.write(out, new LoginResponse.Challenge(begun.serverFirst()));
    send(out);
  }

  private void verifyProof(LoginRequest.Proof proof) {
    ScramServer.Exchange begun = exchange;
    if (begun == null) {
      throw new WireException("proof without a challenge");
    }
    exchange = null;
    String serverFinal;
    try {
      serverFinal = begun.prove(proof.clientFinal());
    } catch (MosqlException e) {
      failed();
      refuse(e);
      return;
    }
    if (serverFinal == null) {
      failed();
      refuse(ServerErrorMessage.WRONG_PASSWORD);
      return;
    }
    network.loginThrottle.succeeded(user, ClientAddresses.group(client()));
    busy = true;
    callEngine(() -> open(serverFinal));
  }

  private void failed() {
    network.loginThrottle.failed(user, ClientAddresses.group(client()), network.clock.nanoTime());
  }

  /** Opens the session; runs on a worker. */
  private Runnable open(String serverFinal) {
    Map<SessionProperty, String> properties = properties();
    if (!network.limits.tryAddSession(network.engine.isAdministrator(user))) {
      throw ServerErrorMessage.TOO_MANY_SESSIONS.error();
    }
    Session opened = null;
    boolean good = false;
    try {
      Session session =
          network.engine.connect(new Login(user, database, properties, address(), position()));
      opened = session;
      SessionStateView sight = new SessionStateView(network.engine, database, session, minor);
      LoginResponse.Welcome welcome =
          new LoginResponse.Welcome(
              network.nextSessionId(),
              network.random.nextBytes(CancelRequest.KEY_BYTES),
              serverFinal,
              network.options.frameBytesMax(),
              session.databaseInfo(),
              sight.state());
      good = true;
      return () -> welcome(session, sight, welcome);
    } catch (MosqlException e) {
      if (e.state() != SqlState.NOT_LEADER || !knowsClusters) {
        throw e;
      }
      Topology topology = network.engine.topology(database);
      return () -> refuse(e.state(), String.valueOf(e.getMessage()), topology);
    } finally {
      if (!good) {
        network.limits.removeSession();
        if (opened != null) {
          opened.close();
        }
      }
    }
  }

  private long position() {
    LoginRequest.Hello said = hello;
    return said == null ? 0 : said.position();
  }

  private Map<SessionProperty, String> properties() {
    Map<SessionProperty, String> properties = new EnumMap<>(SessionProperty.class);
    LoginRequest.Hello said = hello;
    if (said != null) {
      requestedProperties(said)
          .forEach(
              (key, value) -> {
                SessionProperty property = SessionProperty.ofKey(key);
                if (property == null
                    || property.isOfDatabase()
                    || property == SessionProperty.USER
                    || property == SessionProperty.PASSWORD) {
                  throw ServerErrorMessage.UNKNOWN_SESSION_PROPERTY.error(printable(key));
                }
                properties.put(property, value);
              });
    }
    return properties;
  }

  /** Returns the requested session properties; a node sends the client identity among them. */
  private Map<String, String> requestedProperties(LoginRequest.Hello said) {
    Map<String, String> given = new HashMap<>(said.properties());
    if (user.equals(DelegatedIdentity.NODE)) {
      DelegatedIdentity client = DelegatedIdentity.extractFrom(given);
      if (client == null) {
        throw ServerErrorMessage.NODE_WITHOUT_CLIENT.error();
      }
      user = client.user();
      behalf = client;
    } else if (!knowsClusters) {
      given.putIfAbsent(SessionProperty.FORWARDING.key(), "always");
    }
    return given;
  }

  private void welcome(Session session, SessionStateView sight, LoginResponse.Welcome welcome) {
    if (isClosed()) {
      network.limits.removeSession();
      network.workers.executeClose(session::close);
      return;
    }
    SessionState state = welcome.state();
    SessionHandler next =
        new SessionHandler(
            network,
            input,
            new SessionHandler.Identity(
                welcome.sessionId(), welcome.cancelKey(), user, database, address()),
            session,
            new RequestExecutor(
                session, sight, state, minor, network.options.frameBytesMax(), network.clock));
    network.audit.record(
        new AuditLog.Event(AuditLog.Kind.LOGIN, user, address(), database, null, "logged in"));
    ChannelHandlerContext mine = context();
    WireWriter out = new WireWriter();
    LoginCodec.write(out, welcome);
    loggedIn.accept(mine.pipeline().context(PrefaceHandler.class));
    mine.pipeline().replace(this, "session", next);
    next.send(out);
    next.begin();
  }

  /** Calls the engine on a worker and processes the result on the event loop. */
  private void callEngine(EngineCall question) {
    try {
      network.workers.execute(
          () -> {
            Runnable next;
            try {
              next = question.ask();
            } catch (MosqlException e) {
              String said = String.valueOf(e.getMessage());
              String message = network.engine.withoutPaths(said);
              if (!message.equals(said)) {
                network.log.failed(client(), e);
              }
              next = () -> refuse(e.state(), message, null);
            } catch (RuntimeException | Error e) {
              next =
                  () -> {
                    network.log.failed(client(), e);
                    refuse(ServerErrorMessage.LOGIN_FAILED);
                  };
            }
            runOnEventLoop(resumeAfter(next));
          });
    } catch (RejectedExecutionException e) {
      refuse(ServerErrorMessage.SHUTTING_DOWN);
    }
  }

  private Runnable resumeAfter(Runnable next) {
    return () -> {
      busy = false;
      next.run();
      processFramesSafely();
    };
  }

  /** Call of the engine on a worker; the returned action runs on the event loop. */
  private interface EngineCall {
    Runnable ask();
  }
}
