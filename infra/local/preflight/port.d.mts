/** What to say when the public port is taken. */
export function portInUse(port: number): Error

/**
 * @param folder of the local stack, whose own process may be what has the port.
 * @throws a sentence when the port is in use; 0 never is.
 */
export function checkPort(port: number, folder: string): Promise<void>
