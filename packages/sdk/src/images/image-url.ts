/** The parameters of an image address. The names and values are those of the address. */
export type ImageParameters = {
  /** Pixels. */
  w?: number
  h?: number
  fit?: 'cover' | 'contain' | 'fill'
  gravity?: 'focal' | 'center' | 'auto'
  format?: 'webp' | 'jpeg' | 'png' | 'avif' | 'auto'
  /** 1–100. */
  q?: number
  /** 1–3, multiplies `w` and `h`. */
  dpr?: number
  /** The name of a preset, without any of the others. */
  preset?: string
}

/** An asset of the management API, a picture of a published widget, or the address of an original. */
export type ImageSource = { originalUrl: string } | { url: string } | string

/**
 * The address of a picture. Without parameters it is that of the original.
 *
 * The management API signs the address of a private original for some hours. Addresses with parameters stand in pages, so
 * they do not keep that signature: ask for a public size, or sign the address with a key of the project.
 */
export function imageUrl(source: ImageSource, parameters: ImageParameters = {}): string {
  const original =
    typeof source === 'string' ? source : 'url' in source ? source.url : source.originalUrl
  const url = new URL(original)
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue
    removeServiceSignature(url)
    url.searchParams.set(name, `${value}`)
  }
  return url.href
}

/** Removes the signature, with its end, that the management API gave to the address of a private original. */
export function removeServiceSignature({ searchParams }: URL): void {
  if (!searchParams.get('s')?.startsWith('v.')) return
  searchParams.delete('s')
  searchParams.delete('exp')
}
