package io.mosql.consensus.ratis;

import java.nio.file.Path;
import org.apache.ratis.grpc.GrpcTlsConfig;

/**
 * What a node shows to others, and what it trusts: PEM files. Both ends of a connection between
 * nodes show a certificate, and each names the hosts that it is reached by.
 *
 * @param key private key, PKCS#8
 * @param certificates this node's certificate, then those up to the authority
 * @param authority who signs the certificates of the nodes, and of nobody else: whoever has such a
 *     certificate may take part in every group
 */
public record PeerTls(Path key, Path certificates, Path authority) {
  GrpcTlsConfig toConfig() {
    return new GrpcTlsConfig(key.toFile(), certificates.toFile(), authority.toFile(), true);
  }
}
