/** Applications of tools that work with MoSQL as they are. */
package io.mosql.samples;
