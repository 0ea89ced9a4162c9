import { AppError } from '@vitrine/contracts/errors'

/**
 * Whether a text of libvips, of a library that it uses, of GLib, of the C++ runtime or of V8 says that
 * memory was refused. V8 reports it for the code of WebAssembly as a failed check of `SetPermissions`.
 */
export const isOutOfMemory = (text: string): boolean =>
  /out of memory|(un|in)?able to allocate|failed to allocate|memory allocation|insufficient memory|allocation failed|bad_alloc|check failed: .*SetPermissions/i.test(
    text,
  )

/** For a picture whose process was refused memory. */
class OutOfMemory extends AppError {}

export const outOfMemory = (cause: unknown): AppError =>
  cause instanceof OutOfMemory
    ? cause
    : new OutOfMemory(
        'IMAGE_TOO_LARGE',
        'The picture takes more memory to process than is allowed. Save it with fewer pixels, 8 bits per channel, and neither interlaced nor progressive.',
        { cause },
      )

export const isRefusalOfMemory = (error: unknown): boolean => error instanceof OutOfMemory
