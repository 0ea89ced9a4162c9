import type { RenditionRequest } from '../request/rendition-request.js'
import { type EncodedFormat, ownFormat } from './formats.js'
import type { SourceImage } from './source.js'

/** The format of the answer: the requested or negotiated one, or the source's own. */
export function chooseFormat(request: RenditionRequest, source: SourceImage): EncodedFormat {
  return request.negotiated
    ? negotiatedFormat(request, source)
    : (request.format ?? ownFormat(source))
}

function negotiatedFormat({ accepted }: RenditionRequest, source: SourceImage): EncodedFormat {
  const isAnimated = source.frameCount > 1
  const best = accepted.find((format) => !(isAnimated && format === 'avif'))
  return best ?? universalFormat(source)
}

/** A format that every client can show. */
function universalFormat(source: SourceImage): EncodedFormat {
  const own = ownFormat(source)
  if (own !== 'webp' && own !== 'avif') return own
  return source.hasAlpha ? 'png' : 'jpeg'
}
