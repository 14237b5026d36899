/**
 * The starter for Spring Boot 3: the properties that Boot finds for other databases by their names,
 * exceptions, metrics, and a database for development.
 */
@NullMarked
package io.mosql.spring;

import org.jspecify.annotations.NullMarked;
