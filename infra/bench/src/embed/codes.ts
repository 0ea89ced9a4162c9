/** What management-api gives to paste for a widget, and what stands for the key in it. */
export type Codes = {
  placeholder: string
  script: string
  snippet: string | null
  iframe: string
  iframeScript: string
}

export const forms = ['script', 'snippet', 'iframe'] as const
export type Form = (typeof forms)[number]

/**
 * A form as a site has it, with its key.
 *
 * @throws when there is none, as of a draft.
 */
export function pasted(codes: Codes, form: Form, apiKey: string): string {
  const code = form === 'iframe' ? `${codes.iframe}\n${codes.iframeScript}` : codes[form]
  if (code === null) throw new Error(`the widget has no ${form}: it is not published`)
  return code.replaceAll(codes.placeholder, apiKey)
}

/** Names each script, as a page has to whose policy allows none without a name. */
export const withNonce = (html: string, nonce: string): string =>
  html.replaceAll('<script', `<script nonce="${nonce}"`)
