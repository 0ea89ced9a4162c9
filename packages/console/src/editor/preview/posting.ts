import { useEffect, useMemo, useRef } from 'react'
import { useEdited } from '../use-editing.tsx'
import type { Fields } from '../working-copy/fields.ts'
import { type Published, publishedOf } from './published.ts'

export type Surroundings = {
  dir: 'ltr' | 'rtl'
  scheme: 'light' | 'dark'
  motion: 'full' | 'reduced'
  /** `off`: the markup that visitors without scripts get. */
  scripts: 'on' | 'off'
  /** `slow`: pictures keep their placeholders for some seconds. It counts from the load of the frame on. */
  connection: 'fast' | 'slow'
}

/** What most visitors have. */
export const usual: Surroundings = {
  dir: 'ltr',
  scheme: 'light',
  motion: 'full',
  scripts: 'on',
  connection: 'fast',
}

/** Posts the working copy into the frame. @returns the frame's ref. */
export function usePosting(fields: Fields, surroundings: Surroundings) {
  const id = useEdited(({ widget }) => widget.id)
  const assets = useEdited((state) => state.assets)
  const published = useMemo(() => publishedOf(id, fields, assets), [id, fields, assets])
  return usePosted(published, surroundings)
}

/** Posts a widget into the frame, when the page in it is ready and at each change. */
export function usePosted(published: Published, surroundings: Surroundings) {
  const frame = useRef<HTMLIFrameElement>(null)
  const message = useMemo(
    () => ({ vitrine: 'preview', published, surroundings }),
    [published, surroundings],
  )
  useEffect(() => {
    // The origin of the frame is opaque, so it cannot be named.
    const post = () => frame.current?.contentWindow?.postMessage(message, '*')
    const onMessage = ({ source, data }: MessageEvent<{ vitrine?: unknown } | null>) => {
      if (source === frame.current?.contentWindow && data?.vitrine === 'preview-ready') post()
    }
    addEventListener('message', onMessage)
    post()
    return () => removeEventListener('message', onMessage)
  }, [message])
  return frame
}
