/* A copy is part of each script that imports it: a part of its own would be one more request. */

/** Any other scheme could run code, and `//` and `/\` start the address of another host. */
export const followable = /^(https?:|mailto:|tel:|\/(?![/\\]))/i
