/**
 * Shows a file in the browser, and saves it under a name made of its id (RFC 6266): `inline;
 * filename="<id>.webp"`. The name of the uploaded file is not used: an answer that caches keep for a
 * year would publish it, and it could hold characters that a header field must not.
 *
 * @param contentType `image/webp`: the subtype is the extension of the file.
 */
export const contentDisposition = (id: string, contentType: string): string =>
  `inline; filename="${id}.${contentType.slice(contentType.indexOf('/') + 1)}"`
