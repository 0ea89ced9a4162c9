/**
 * @param root of the clone.
 * @param user defaults to the user of this process.
 * @throws a one-sentence error if the user may not write to the folders a start writes to.
 */
export function checkWritable(root: string, user?: { uid: number; gids: readonly number[] }): void
