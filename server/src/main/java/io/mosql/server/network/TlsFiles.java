package io.mosql.server.network;

import java.nio.file.Path;

/**
 * PEM files of a server's certificate and private key.
 *
 * @param certificate certificate chain, the server's certificate first
 * @param key its private key, PKCS#8 and not encrypted
 */
public record TlsFiles(Path certificate, Path key) {}
