export type Codes = {
  placeholder: string
  script: string
  snippet: string | null
  iframe: string
  iframeScript: string
}

export const forms = ['script', 'snippet', 'iframe'] as const
export type Form = (typeof forms)[number]

/** One form of embed code with its key filled in. @throws if it does not exist, as for a draft. */
export function pasted(codes: Codes, form: Form, apiKey: string): string {
  const code = form === 'iframe' ? `${codes.iframe}\n${codes.iframeScript}` : codes[form]
  if (code === null) throw new Error(`the widget has no ${form}: it is not published`)
  return code.replaceAll(codes.placeholder, apiKey)
}

/** Adds a nonce to each script, as the page's policy requires. */
export const withNonce = (html: string, nonce: string): string =>
  html.replaceAll('<script', `<script nonce="${nonce}"`)
