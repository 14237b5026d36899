package io.mosql.consensus.ratis.settings;

import java.nio.file.Path;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.apache.ratis.security.TlsConf;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslProvider;

/**
 * The key and certificates for TLS between nodes, as PEM files. Both ends of a connection present a
 * certificate, and each certificate names the hosts of its node.
 *
 * @param key private key, PKCS#8
 * @param certificates this node's certificate, then those up to the authority
 * @param authority certificate of the authority that signs the certificates of the nodes, and no
 *     others: a peer with such a certificate may take part in every group
 */
public record PeerTls(Path key, Path certificates, Path authority) {
  public GrpcTlsConfig toConfig() {
    GrpcTlsConfig.Builder builder = GrpcTlsConfig.newBuilder();
    builder.setMutualTls(true);
    // The JDK's provider: other providers that Ratis may choose depend on the platform and its
    // native libraries.
    builder.setSslProvider(SslProvider.JDK);
    builder.setProtocols("TLSv1.3");
    builder.setPrivateKey(new TlsConf.PrivateKeyConf(key.toFile()));
    builder.setKeyCertificates(new TlsConf.CertificatesConf(certificates.toFile()));
    builder.setTrustCertificates(new TlsConf.CertificatesConf(authority.toFile()));
    return builder.build();
  }
}
