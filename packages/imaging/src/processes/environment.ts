/** What steers the allocator, the clock and temporary files. Nothing else of ours is its business. */
const inherited = /^(PATH|TZ|TMPDIR|LD_PRELOAD|MALLOC_.*)$/

/** Of an image process: no address, no secret. */
export function environment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    // glibc's default, eight arenas per core, keeps what each thread once needed.
    MALLOC_ARENA_MAX: '2',
    // What is larger has pages of its own, which go back to the system at once. glibc raises this by
    // itself up to 32 MiB: then a large picture leaves 100 MB behind, which the next one lacks.
    MALLOC_MMAP_THRESHOLD_: '131072',
    ...Object.fromEntries(Object.entries(own).filter(([name]) => inherited.test(name))),
    // libvips would print a line for each oddity of a picture.
    VIPS_WARNING: '1',
  }
}
