import { join } from 'node:path'

/** The file of a test, in its own folder, which is emptied at each call and removed with the test. */
export type TestContext = { testdir(content: { picture: Buffer }): string }

/** Writes a file whose name does not reveal its type, and removes the previous one. */
export const writePicture = (t: TestContext, bytes: Buffer): string =>
  join(t.testdir({ picture: bytes }), 'picture')
