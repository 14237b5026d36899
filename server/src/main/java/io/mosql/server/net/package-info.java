/**
 * The native protocol's door: {@code NetworkDoor} listens, {@code Connection} is one client, and a
 * {@code Conversation} runs what it asks in a session of the {@code ServerEngine}. Event loops
 * never wait; whatever may wait runs on a worker.
 */
@NullMarked
package io.mosql.server.net;

import org.jspecify.annotations.NullMarked;
