package io.mosql.jdbc.remote;

import com.ongres.scram.client.ScramClient;
import com.ongres.scram.common.StringPreparation;
import com.ongres.scram.common.exception.ScramException;
import com.ongres.scram.common.util.TlsServerEndpoint;
import io.mosql.core.error.MosqlException;
import io.mosql.core.session.DelegatedIdentity;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.wire.Frames;
import io.mosql.core.wire.LoginCodec;
import io.mosql.core.wire.LoginRequest;
import io.mosql.core.wire.LoginResponse;
import io.mosql.core.wire.WireException;
import io.mosql.core.wire.WireWriter;
import io.mosql.jdbc.base.DriverErrorMessage;
import java.io.IOException;
import java.security.cert.CertificateEncodingException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates by SCRAM, with channel binding on TLS. On TLS the proof is bound to the server's
 * certificate, and authentication without channel binding is not offered. Immutable.
 */
final class ScramAuthentication {
  private final RemoteTarget target;

  ScramAuthentication(RemoteTarget target) {
    this.target = target;
  }

  /**
   * @return the welcome, or the server's refusal
   * @throws IOException when the connection breaks
   * @throws MosqlException when the server's proof is invalid, or no password is given
   */
  LoginResponse logIn(FramedSocket link, InitialSessionState opening) throws IOException {
    String user = target.get(SessionProperty.USER);
    String password = target.get(SessionProperty.PASSWORD);
    if (user == null || user.isEmpty()) {
      throw DriverErrorMessage.USER_MISSING.error();
    }
    if (password == null || password.isEmpty()) {
      throw DriverErrorMessage.PASSWORD_MISSING.error();
    }
    try {
      ScramClient scram = client(link, user, password);
      LoginRequest hello =
          new LoginRequest.Hello(
              user,
              target.database(),
              sessionProperties(opening),
              scram.getScramMechanism().getName(),
              scram.clientFirstMessage().toString(),
              link.knowsClusters() ? opening.position() : 0);
      LoginResponse first = ask(link, hello);
      if (first instanceof LoginResponse.Refused) {
        return first;
      }
      if (!(first instanceof LoginResponse.Challenge challenge)) {
        throw new WireException("missing challenge");
      }
      scram.serverFirstMessage(challenge.serverFirst());
      LoginRequest proof = new LoginRequest.Proof(scram.clientFinalMessage().toString());
      LoginResponse second = ask(link, proof);
      if (second instanceof LoginResponse.Refused) {
        return second;
      }
      if (!(second instanceof LoginResponse.Welcome welcome)) {
        throw new WireException("missing welcome");
      }
      scram.serverFinalMessage(welcome.serverFinal());
      return welcome;
    } catch (ScramException | IllegalArgumentException | IllegalStateException e) {
      throw DriverErrorMessage.SERVER_NOT_AUTHENTICATED.causedBy(e);
    }
  }

  private static ScramClient client(FramedSocket link, String user, String password)
      throws IOException {
    byte[] binding = binding(link);
    ScramClient.FinalBuildStage builder =
        ScramClient.builder()
            .advertisedMechanisms(
                List.of(binding == null ? LoginRequest.SCRAM : LoginRequest.SCRAM_PLUS))
            .username(user)
            .password(password.toCharArray())
            .stringPreparation(StringPreparation.SASL_PREPARATION);
    if (binding != null) {
      builder.channelBinding(TlsServerEndpoint.TLS_SERVER_END_POINT, binding);
    }
    return builder.build();
  }

  private static byte @Nullable [] binding(FramedSocket link) throws IOException {
    if (!(link.socket() instanceof SSLSocket socket)) {
      return null;
    }
    try {
      byte[] binding = TlsServerEndpoint.getChannelBindingData(Tls.certificate(socket));
      if (binding.length == 0) {
        throw DriverErrorMessage.CERTIFICATE_NOT_BINDABLE.error();
      }
      return binding;
    } catch (CertificateEncodingException e) {
      throw new IOException("the server's certificate cannot be read", e);
    }
  }

  private Map<String, String> sessionProperties(InitialSessionState opening) {
    Map<String, String> properties = new LinkedHashMap<>();
    opening
        .properties(target.properties())
        .forEach(
            (property, value) -> {
              if (property.isOfSession()) {
                properties.put(property.key(), value);
              }
            });
    DelegatedIdentity behalf = target.delegatedIdentity();
    if (behalf != null) {
      behalf.addTo(properties);
    }
    return properties;
  }

  private static LoginResponse ask(FramedSocket link, LoginRequest request) throws IOException {
    WireWriter out = new WireWriter();
    LoginCodec.write(out, request);
    link.send(out);
    return LoginCodec.readResponse(link.receive(Frames.LOGIN_BYTES_MAX));
  }
}
