/** An application of Quarkus with Hibernate and Agroal. */
package io.mosql.samples.quarkus;
