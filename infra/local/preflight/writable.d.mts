/**
 * @param root of the clone.
 * @param user who starts; left out: the one of this process.
 * @throws a sentence when this user may not write where a start writes.
 */
export function checkWritable(root: string, user?: { uid: number; gids: readonly number[] }): void
