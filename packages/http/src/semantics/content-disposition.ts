/**
 * Displays a file in the browser, with a filename derived from its id (RFC 6266): `inline;
 * filename="<id>.webp"`. The uploaded filename is not used: answers that are cached for a year would
 * publish it, and it could contain characters that are not allowed in a header field.
 *
 * @param contentType such as `image/webp`. The subtype becomes the file extension.
 */
export const contentDisposition = (id: string, contentType: string): string =>
  `inline; filename="${id}.${contentType.slice(contentType.indexOf('/') + 1)}"`
