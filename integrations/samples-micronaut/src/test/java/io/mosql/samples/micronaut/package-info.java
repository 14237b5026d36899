/** An application of Micronaut. */
package io.mosql.samples.micronaut;
