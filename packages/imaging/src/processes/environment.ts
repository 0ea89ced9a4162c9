/** Variables for the allocator, the time zone and temporary files. No others are passed on. */
const inherited = /^(PATH|TZ|TMPDIR|LD_PRELOAD|MALLOC_.*)$/

/** The environment of an image process, without URLs and secrets. */
export function environment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    // glibc's default, eight arenas per core, keeps what each thread once needed.
    MALLOC_ARENA_MAX: '2',
    // Larger blocks are mapped separately, so their memory returns to the system at once. glibc would
    // raise this limit up to 32 MiB: then a large picture leaves 100 MB behind that the next one lacks.
    MALLOC_MMAP_THRESHOLD_: '131072',
    ...Object.fromEntries(Object.entries(own).filter(([name]) => inherited.test(name))),
    // Otherwise libvips prints a line for each warning about a picture.
    VIPS_WARNING: '1',
  }
}
