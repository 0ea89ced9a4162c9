/** The error for a public port that is in use. */
export function portInUse(port: number): Error

/**
 * @param folder of the local stack, whose own process may be using the port.
 * @throws a one-sentence error if the port is in use; 0 never is.
 */
export function checkPort(port: number, folder: string): Promise<void>
