import { join } from 'node:path'

/** What a test gives: a folder of its own, emptied at each call and removed when the test ends. */
export type TestContext = { testdir(content: { picture: Buffer }): string }

/** A file whose name tells nothing about its content; the one before is gone. */
export const writePicture = (t: TestContext, bytes: Buffer): string =>
  join(t.testdir({ picture: bytes }), 'picture')
