/** What steers the allocator, the clock and temporary files. Nothing else of ours is its business. */
const inherited = /^(PATH|TZ|TMPDIR|LD_PRELOAD|MALLOC_.*)$/

/** Of an image process: no address, no secret. */
export function environment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    // glibc's default, eight arenas per core, keeps what each thread once needed.
    MALLOC_ARENA_MAX: '2',
    ...Object.fromEntries(Object.entries(own).filter(([name]) => inherited.test(name))),
    // libvips would print a line for each oddity of a picture.
    VIPS_WARNING: '1',
  }
}
