/**
 * Shown in place, and saved under a name of our own making (RFC 6266): `inline;
 * filename="<asset's id>.webp"`. Not the uploaded file's name: an answer that caches keep for a
 * year would publish it, a former one too, to whoever has the address, and it could hold what a
 * header field must not.
 *
 * @param contentType `image/webp`: an image's subtype is the extension of its files.
 */
export const contentDisposition = (assetId: string, contentType: string): string =>
  `inline; filename="${assetId}.${contentType.slice(contentType.indexOf('/') + 1)}"`
