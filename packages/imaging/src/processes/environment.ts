/** Variables for the allocator, the time zone and temporary files. No others are passed on. */
const inherited = /^(PATH|TZ|TMPDIR|LD_PRELOAD|MALLOC_.*)$/

/** The environment of an image process, without URLs and secrets. */
export function environment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    // glibc's default, eight arenas per core, keeps what each thread once needed.
    MALLOC_ARENA_MAX: '2',
    // Larger blocks are mapped separately, so their memory returns to the system at once. glibc would raise
    // this limit up to 32 MiB: then a large picture leaves 100 MB behind that the next one lacks. With
    // 128 KiB, its first one, each rendition got 5 MB of new pages, which took 7 of 59 CPU-ms.
    MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024),
    // Of smaller blocks, so much stays with the process, which ends 10 s after its last picture.
    MALLOC_TRIM_THRESHOLD_: String(16 * 1024 * 1024),
    ...Object.fromEntries(Object.entries(own).filter(([name]) => inherited.test(name))),
    // Otherwise libvips prints a line for each warning about a picture.
    VIPS_WARNING: '1',
  }
}
